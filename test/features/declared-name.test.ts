// Words that a text declares, against words in comments and words that it only uses.
import { expect, test } from "vitest";
import { declaredNameAt } from "../../server/src/features/declared-name.ts";

const at = (text: string, needle: string, language: "cpp" | "python") =>
  declaredNameAt(text, text.indexOf(needle) + 1, language);

test.each([
  ["auto sA = f();", "sA"],
  ["Tensor const& gA = g(x);", "gA"],
  ["using Tile = Shape<_8>;", "Tile"],
  ["void f(Layout<S, D> const& layout, int n);", "layout"],
])("C++ declares in %s", (text, name) => expect(at(text, name, "cpp")).toBe(name));

test.each([
  ["sA = f()", "sA"],
  ["atom, tensor = make()", "tensor"],
  ["def f(self, mA: cute.Tensor):", "mA"],
])("Python declares in %s", (text, name) => expect(at(text, name, "python")).toBe(name));

test.each([
  ["auto a = 1; // a word", "word", "cpp"],
  ["/* the tile\n * of sA */ auto sA = 1;", "sA", "cpp"],
  ["auto a = b;", "b", "cpp"],
  ["load(1); // before load, the rows", "load", "cpp"],
  ["tile(1)  # a tile: rows", "tile", "python"],
  ['"""the sA of it"""\nsA = 1', "sA", "python"],
  ["a = b(c)", "b", "python"],
  ["return x", "return", "cpp"],
  ["using namespace cute;", "cute", "cpp"],
  ["manager.template load<true>(n); auto load = [&] {};", "load", "cpp"],
  ["manager->load(n); auto load = [&] {};", "load", "cpp"],
  ["auto load = [&](int k) {}; load(1);", "load", "cpp"],
] as const)("nothing declared at %j: %s", (text, needle, language) =>
  expect(at(text, needle, language)).toBeUndefined(),
);
