// Short forms of what `npm run soak` does for longer.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import { addLoops, analysedOver, folderWith, hoverOf, makeReadOnly, openIn, remove, slowHost } from "./folders.ts";
import { kills } from "./kills.ts";
import { typing } from "./typing.ts";

vi.setConfig({ testTimeout: 300_000 });

const script = fileURLToPath(new URL("../../dist/server.js", import.meta.url));
const inPlayground = (path: string): string => fileURLToPath(new URL(`../../playground/${path}`, import.meta.url));
const folders: string[] = [];
const newFolder = (files: number): string => {
  const top = folderWith(files);
  folders.push(top);
  return top;
};
afterAll(() => folders.forEach(remove));

test("typing in several files: every answer comes, and nothing is told as an error", async () => {
  const paths = ["cpp/layouts.cu", "cpp/sgemm.cu", "python/layouts.py"].map(inPlayground);
  const { failures, memory } = await typing({ script, paths, edits: 100, pause: 5 });
  expect(failures).toEqual([]);
  expect(memory.at(-1)?.[1]).toBeLessThan(1_000);
});

test("killed or left alone while requests are open: each comes to an end, and no process stays", async () => {
  const { failures, answered, ended } = await kills(script, inPlayground("cpp/sgemm.cu"), 6);
  expect(failures).toEqual([]);
  expect(answered + ended).toBe(18);
});

describe("folders", () => {
  test("many files and links in circles", async () => {
    const top = newFolder(2_000);
    addLoops(top);
    const { failures, hover } = await openIn(script, top);
    expect(failures).toEqual([]);
    expect(hover).toContain("(_2,_16):(_1,_2)");
  });

  test("two servers on one that cannot be written say the same", async () => {
    const top = newFolder(20);
    makeReadOnly(top);
    const [one, other] = await Promise.all([openIn(script, top), openIn(script, top)]);
    expect(one.hover).toContain("(_2,_16):(_1,_2)");
    expect(other.hover).toBe(one.hover);
    expect([...one.failures, ...other.failures]).toEqual([]);
  });

  test("one that goes while a file of it is open", async () => {
    const top = newFolder(20);
    const { failures, hover } = await openIn(script, top, async (server) => {
      remove(top);
      const changes = ["use.cu", "gemm.hpp"].map((name) => ({ uri: pathToFileURL(join(top, name)).href, type: 3 }));
      await server.connection.sendNotification("workspace/didChangeWatchedFiles", { changes });
    });
    expect(failures).toEqual([]);
    expect(hover).not.toContain("(_2,_16)");
  });

  test("a file that changes on disk under an open editor: the last change counts", async () => {
    const top = newFolder(5);
    const uri = pathToFileURL(join(top, "use.cu")).href;
    const header = pathToFileURL(join(top, "gemm.hpp")).href;
    const { failures, hover } = await openIn(script, top, async (server) => {
      for (let n = 3; n <= 20; n++) {
        writeFileSync(
          join(top, "use.cu"),
          `#include "gemm.hpp"\nvoid host() { gemm(cute::Shape<cute::_2, cute::Int<${n}>>{}); }\n`,
        );
        await server.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 2 }] });
      }
      await expect.poll(() => hoverOf(server, header), { timeout: 60_000 }).toContain("_20");
    });
    expect(failures).toEqual([]);
    expect(hover).toContain("(_2,_20)");
  });

  test("reads that take 50 ms each: some at a time", async () => {
    const { milliseconds, facts } = await analysedOver(slowHost(50), newFolder(300));
    expect(facts).toBeGreaterThan(0);
    // One after the other they would take 15 seconds.
    expect(milliseconds).toBeLessThan(12_000);
  });
});
