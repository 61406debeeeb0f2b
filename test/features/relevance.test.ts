// Which files are evaluated at all: those whose code speaks of CuTe, not those whose comments and strings do.
import { expect, test } from "vitest";
import { mentionsCute, speaksOfCute } from "../../server/src/features/relevance.ts";

test.each([
  ["#include <cute/tensor.hpp>\n", true],
  ['#include "cutlass/cutlass.h"\n', true],
  ["auto x = cute::make_layout(4);\n", true],
  ["int n; // as cute::size has it\n", false],
  ["/* see cutlass/gemm\n   cute::copy */\nint n;\n", false],
  ['char const* name = "cute \\" kernels";\n', false],
  ["// cute\nusing namespace cute;\n", true],
  ["int n; /* cute", false],
])("C++: %j %j", (text, speaks) => {
  expect(speaksOfCute([text], "cpp")).toBe(speaks);
});

test.each([
  ["import cutlass.cute as cute\n", true],
  ["n = 1  # unlike cute\n", false],
  ['"""A cute puppy."""\nn = 1\n', false],
  ["print('cute', \"cutlass\")\n", false],
  ['"""cute"""\nfrom cutlass import cute\n', true],
  ['cutlass = root / "cutlass.py"\nif cutlass.exists(): pass\n', false],
  ["import cutlass\ncutlass = wrapped(cutlass)\n", true],
])("Python: %j %j", (text, speaks) => {
  expect(speaksOfCute([text], "python")).toBe(speaks);
});

test("a notebook's file has its cells in strings", () => {
  expect(mentionsCute('{"source": ["import cutlass"]}')).toBe(true);
});
