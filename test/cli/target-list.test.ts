// Names of an assignment over several lines are listed at its first line too.
import { expect, test } from "vitest";
import { targetListStart } from "../../server/src/cli/target-list.ts";

const startOf = (text: string): number | undefined => targetListStart(text.replace("$0", ""), text.indexOf("$0"));

test("a name on a further line of the targets", () => {
  expect(startOf("(\n    a,  # (M, K)\n    $0b,\n    # c\n) = f(1)\n")).toBe(0);
  expect(startOf("(\n    a,\n    (b, $0c),\n) = f(\n    1)\n")).toBe(0);
  expect(startOf("(a, $0b) = f(1)\n")).toBe(0);
});

test("arguments and tuples are no targets", () => {
  expect(startOf("x = f(\n    $0a)\n")).toBeUndefined();
  expect(startOf("(\n    $0a,\n    b) == c\n")).toBeUndefined();
  expect(startOf("def f(\n    $0a,\n):\n    b = 1\n")).toBeUndefined();
  expect(startOf("$0a = 1\n")).toBeUndefined();
});
