// Where a place stood in an older text: around edits it is found, in what was typed it is not.
import { expect, test } from "vitest";
import { placeBefore } from "../../server/src/convert/same-place.ts";

const before = "auto a = 1;\nauto b = 2;\nauto c = 3;\nauto d = 4;\n";
const at = (now: string, word: string) => placeBefore(before, now, now.indexOf(word));

test.each([
  ["before an edit", before.replace("= 3", "= 33"), "b", before.indexOf("b")],
  ["behind it", before.replace("= 3", "= 33"), "d", before.indexOf("d")],
  ["behind a new line", before.replace("auto c", "int x;\nauto c"), "d", before.indexOf("d")],
  ["between two edits", before.replace("= 1", "= 11").replace("= 4", "= 44"), "c", before.indexOf("c")],
  ["a number that was typed on", before.replace("= 3", "= 33"), "33", undefined],
  ["a name that was typed on", before.replace("auto c", "auto cc"), "cc", undefined],
  ["a line that was not there", before.replace("auto c", "int x;\nauto c"), "x;", undefined],
])("%s", (_what, now, word, expected) => {
  expect(at(now, word)).toBe(expected);
});
