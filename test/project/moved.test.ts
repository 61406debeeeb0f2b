// After an edit the facts and problems are those of a fresh evaluation: what the edit does not touch stands, at its new place.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import type { Document, Project } from "../../server/src/project/analyse.ts";
import { createProject } from "../../server/src/project/create.ts";
import { documentOf } from "../../server/src/project/units.ts";
import type { FileFacts } from "../../src-engine/program/facts.ts";
import { memoryHost } from "../evaluate/facts-of.ts";
import { shown } from "../fuzz/shown.ts";

vi.setConfig({ testTimeout: 120_000 });

const projectOf = (): Promise<Project> => createProject({ host: memoryHost({}), roots: ["/p"] }, nodeWasmFiles());

async function factsIn(project: Project, path: string, text: string): Promise<FileFacts> {
  project.setDocument(path, documentOf(path, text) as Document);
  const facts = await project.analyse(path);
  if (facts === undefined) throw new Error(`${path} has no facts`);
  return facts;
}

async function fresh(path: string, text: string): Promise<readonly string[]> {
  const project = await projectOf();
  const facts = await factsIn(project, path, text);
  project.dispose();
  return shown(facts, [text]);
}

const folder = fileURLToPath(new URL("../../playground/", import.meta.url));
const playground = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(cu|py)$/.test(name));

type Edit = (text: string, at: number) => string;
const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
};
const insert = (text: string, at: number, what: string): string => text.slice(0, at) + what + text.slice(at);

/** Small edits as people make them: some change the meaning, some only places. */
const edits: Readonly<Record<string, Edit>> = {
  "a space at the end of a line": (text, at) => insert(text, lineEnd(text, at), "  "),
  "an empty line": (text, at) => insert(text, lineEnd(text, at), "\n"),
  "two spaces for one": (text, at) => {
    const space = text.indexOf(" = ", at);
    return space < 0 ? text : insert(text, space, " ");
  },
  "another number": (text, at) =>
    text.slice(0, at) + text.slice(at).replace(/\d+/, (one) => String(Number(one) * 2 || 8)),
  "a character gone": (text, at) => text.slice(0, at) + text.slice(at + 1),
  "a line gone": (text, at) => text.slice(0, lineEnd(text, at)) + text.slice(lineEnd(text, lineEnd(text, at) + 1)),
  "another name": (text, at) => text.slice(0, at) + text.slice(at).replace(/\b([a-z])(\w+)\b/, "$1$2x"),
};

describe.each(playground)("%s", (name) => {
  const path = `/p/${name.slice(name.lastIndexOf("/") + 1)}`;
  const original = readFileSync(folder + name, "utf8");

  test("edit after edit, each as if it were the first text", async () => {
    const edit = fc.record({
      kind: fc.constantFrom(...Object.keys(edits)),
      where: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 4 }), async (sequence) => {
        const project = await projectOf();
        let text = original;
        await factsIn(project, path, text);
        for (const { kind, where } of sequence) {
          text = edits[kind]!(text, Math.floor(where * text.length));
          expect(shown(await factsIn(project, path, text), [text])).toEqual(await fresh(path, text));
        }
        project.dispose();
      }),
      { numRuns: 3, seed: 7 },
    );
  });
});

describe("what an edit does not touch is not evaluated anew", () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class T> void inner(T t) {
  auto v = make_layout(t, LayoutRight{});
}
void outer() {
  inner(Shape<_4, _8>{});
}
`;
  const values = async (project: Project, edited: string) => {
    const facts = await factsIn(project, "/p/a.cu", edited);
    const variable = facts.facts.find((fact) => fact.kind === "variable" && fact.name === "v");
    return { value: variable?.kind === "variable" ? variable.value : undefined, shown: shown(facts, [edited]) };
  };

  test("the very value stands at the new place, and the call's line is the new one", async () => {
    const project = await projectOf();
    const before = await values(project, text);
    const edited = text.replace("\nvoid outer", "\n// a comment\n\nvoid outer");
    const after = await values(project, edited);
    expect(after.value).toBe(before.value);
    expect(after.shown).toEqual(await fresh("/p/a.cu", edited));
    expect(after.shown.join("\n")).toContain(`"label":"outer:9"`);
    project.dispose();
  });

  test("a number that changes is", async () => {
    const project = await projectOf();
    const before = await values(project, text);
    const after = await values(project, text.replace("_8", "_16"));
    expect(after.value).not.toBe(before.value);
    expect(after.shown.join("\n")).toContain("(_4,_16):(_16,_1)");
    project.dispose();
  });

  test("a contract in a comment is meaning", async () => {
    const project = await projectOf();
    await values(project, text);
    const edited = text.replace("LayoutRight{});", "LayoutRight{});  // (M,N)");
    expect((await values(project, edited)).shown).toEqual(await fresh("/p/a.cu", edited));
    project.dispose();
  });
});

test("a method longer by a letter moves the problems of the class behind it, and changes none", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
struct Kernel {
  void run() {
    auto v = make_layout(Shape<_4, _8>{});
  }
  using Wrong = decltype(composition(Layout<Shape<_6, _10>>{}, Layout<_4, _4>{}));
  static constexpr auto wrong = make_layout(Shape<_4, _8>{}, Stride<_1>{});
};
void host() {
  Kernel::Wrong a;
  Kernel{}.run();
}
`;
  const project = await projectOf();
  expect(shown(await factsIn(project, "/p/a.cu", text), [text]).join("\n")).toContain('"severity":"error"');
  for (const edited of [text.replace("auto v", "auto vx"), text.replace("auto v", "auto vxy"), text])
    expect(shown(await factsIn(project, "/p/a.cu", edited), [edited])).toEqual(await fresh("/p/a.cu", edited));
  project.dispose();
});

test("an evaluation that is given up, wherever it is, leaves nothing behind", async () => {
  const lines = Array.from(
    { length: 30 },
    (_, i) => `    auto y${i} = make_layout(Shape<_4, _8>{}, make_stride(m, _1{}));`,
  );
  const text = `#include <cute/tensor.hpp>
using namespace cute;
void host(int m) {
  auto unused = [&](auto x) {
${lines.join("\n")}
  };
  auto v = make_layout(_3{});
}
`;
  const edited = text.replace("auto v", "auto vx");
  const expected = await fresh("/p/a.cu", edited);
  for (let most = 0, isWhole = false; !isWhole; most++) {
    const project = await projectOf();
    await factsIn(project, "/p/a.cu", text);
    project.setDocument("/p/a.cu", documentOf("/p/a.cu", edited));
    let asked = 0;
    isWhole = (await project.analyse("/p/a.cu", { cancelled: () => ++asked > most })) !== undefined;
    expect(shown(await factsIn(project, "/p/a.cu", edited), [edited])).toEqual(expected);
    project.dispose();
  }
});

test("a class that an edited function names with other arguments is another instance", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class A> struct Storage { alignas(128) float a[cosize_v<A>]; };
void host() {
  auto sA = make_layout(Shape<_4, _8>{});
  auto sB = make_layout(Shape<_2, _8>{});
  int bytes = int(sizeof(Storage<decltype(sA)>)) + int(sizeof(Storage<decltype(sB)>));
}
void other() {
  int bytes = int(sizeof(Storage<Layout<_16>>));
}
`;
  const project = await projectOf();
  await factsIn(project, "/p/a.cu", text);
  for (const edited of [
    text.replace("Storage<decltype(sB)>", "Storage<dcltype(sB)>"),
    text.replace("decltype(sB)>)", "decltype(sA)>)"),
  ])
    expect(shown(await factsIn(project, "/p/a.cu", edited), [edited])).toEqual(await fresh("/p/a.cu", edited));
  project.dispose();
});
