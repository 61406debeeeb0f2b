// When memory is given back to the system: a collection that compacts stops the server for some tenths of a second.
import { expect, test } from "vitest";
import { isWorthIt } from "../../server/src/lsp/node-tidy.ts";

const mb = (megabytes: number): number => megabytes * 2 ** 20;

test.each([
  ["a file was opened", 250, 0, true],
  ["a few letters", 150, 140, false],
  ["many letters", 180, 140, true],
  ["a quarter of a large heap", 470, 400, false],
])("%s: %i MB in use, %i after the last time", (_, used, afterLast, isSo) => {
  expect(isWorthIt(mb(used), mb(afterLast))).toBe(isSo);
});
