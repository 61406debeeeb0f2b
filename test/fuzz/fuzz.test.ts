// A short, seeded run of what `npm run fuzz` does for as long as one likes.
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import { nodeHost } from "../../server/src/host-node.ts";
import { drawStory, sourcesBelow } from "./draw.ts";
import { type Edit, edited } from "./edits.ts";
import { randomFrom } from "./random.ts";
import { type Play, shrink } from "./shrink.ts";
import { play, type Story, type World } from "./story.ts";
import { newTalks } from "./talks.ts";
import { changeBetween, offsetAt } from "./text.ts";

vi.setConfig({ testTimeout: 300_000 });

const server = fileURLToPath(new URL("../../dist/server.js", import.meta.url));
const playground = fileURLToPath(new URL("../../playground", import.meta.url));
const world: World = { host: nodeHost, roots: [playground] };
const sources = sourcesBelow(playground);

test.each([1, 2, 3, 4, 5, 6])("story %i: after each edit the facts are those of a fresh project", async (seed) => {
  const story = drawStory(randomFrom(seed), sources, 6);
  expect(story.edits.length).toBeGreaterThan(0);
  expect(await play(world, story)).toBeUndefined();
});

describe("told to the real server", () => {
  const said: string[] = [];
  const talks = newTalks(server, playground, (line) => said.push(line));
  afterAll(async () => {
    await talks.stop();
    expect(said[0]).toMatch(/^p50 \d+ ms, p95 \d+ ms/);
  });

  test.each([1, 2, 3, 41, 3245])(
    "story %i: every request is answered, with places that are in the text",
    async (seed) => {
      expect(await talks.play(drawStory(randomFrom(seed), sources, 8))).toBeUndefined();
    },
  );
});

describe("a change between two texts", () => {
  const texts = ["", "a", "a\nb", "a\r\nb", "a\n\nb\r", "b\r\n\r\n", "äö\nb"];
  test.each(texts.flatMap((before) => texts.map((after) => [before, after] as const)))("%j → %j", (before, after) => {
    const { range, text } = changeBetween(before, after);
    const [start, end] = [offsetAt(before, range.start), offsetAt(before, range.end)];
    expect(before.slice(0, start) + text + before.slice(end)).toBe(after);
  });
});

describe("edits", () => {
  const edit = (kind: Edit["kind"], where: number): Edit => ({ file: 0, kind, where, seed: 1 });

  test("say where as a share of the text", () => {
    expect(edited([["one\ntwo\nthree\n"]], edit("a line gone", 0.4), [])).toEqual(["one\nthree\n"]);
    expect(edited([["one\ntwo\nthree\n"]], edit("two lines swapped", 0), [])).toEqual(["two\none\nthree\n"]);
  });

  test("take back the last one, and leave a first text as it is", () => {
    expect(edited([["before"], ["after"]], edit("undo", 0), [])).toEqual(["before"]);
    expect(edited([["before"]], edit("undo", 0), [])).toEqual(["before"]);
  });
});

test("a failing story is made small: the edits and lines that it needs are left", async () => {
  const text = Array.from({ length: 40 }, (_, i) => `line ${i}`).join("\n");
  const edits = Array.from({ length: 9 }, (_, seed): Edit => ({ file: 0, kind: "a blank", where: 0, seed }));
  const story: Story = { files: [{ path: "/p/a.cu", text: [text] }], edits };
  const fails: Play = async ({ files, edits }) => {
    const after = edits.findIndex(({ seed }) => seed === 6) + 1;
    const lines = files[0]!.text[0]!.split("\n");
    return after > 0 && lines.includes("line 17") && lines.includes("line 31")
      ? { after, path: "/p/a.cu", what: "told" }
      : undefined;
  };
  const small = await shrink(fails, story, { after: 9, path: "/p/a.cu", what: "told" });
  expect(small.story.edits.map(({ seed }) => seed)).toEqual([6]);
  expect(small.story.files[0]!.text).toEqual(["line 17\nline 31"]);
});
