// The index of users in the other thread answers as one here would, and forgets what changed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { FarUsers, keepIndexes } from "../../server/src/lsp/node-users.ts";

const folder = mkdtempSync(join(tmpdir(), "cute-lens-users-"));
const at = (name: string): string => join(folder, name);
mkdirSync(at("kernels"));
writeFileSync(at("LICENSE"), "");
writeFileSync(at("kernels/tile.hpp"), "");
writeFileSync(at("kernels/main.cu"), '#include "tile.hpp"\n');

const { port1: openings, port2: indexes } = new MessageChannel();
keepIndexes(openings);
const told: string[] = [];
const users = new FarUsers(indexes, [folder], {
  begin: () => {
    told.push("begin");
    return { report: (done, total) => told.push(`${done} of ${total}`), end: () => told.push("end") };
  },
});
afterAll(() => {
  users.close();
  openings.close();
  rmSync(folder, { recursive: true });
});

test("who includes a file is found in the other thread, which tells how far it has come", async () => {
  expect(await users.of(at("kernels/tile.hpp"))).toEqual([at("kernels/main.cu")]);
  expect(told).toEqual(["begin", "2 of 2", "end"]);
});

test("what changed on disk is looked at again", async () => {
  writeFileSync(at("kernels/test.cu"), '#include "tile.hpp"\n');
  users.forget(at("kernels/test.cu"));
  expect([...(await users.of(at("kernels/tile.hpp")))].sort()).toEqual([at("kernels/main.cu"), at("kernels/test.cu")]);
});

test("two files are asked about at once: what was begun ends", async () => {
  told.length = 0;
  writeFileSync(at("kernels/other.hpp"), "");
  users.forget(at("kernels/other.hpp"));
  users.forget(at("kernels/main.cu"));
  await Promise.all(["kernels/tile.hpp", "kernels/other.hpp"].map((name) => users.of(at(name))));
  const count = (what: string): number => told.filter((one) => one === what).length;
  expect(count("begin")).toBeGreaterThan(0);
  expect(count("end")).toBe(count("begin"));
});
