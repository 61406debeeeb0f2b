// Which files are evaluated at all: those whose code speaks of CuTe, not those whose comments and strings do.
import { expect, test } from "vitest";
import { speaksOfCute } from "../../server/src/features/relevance.ts";
import { mentionsCute } from "../../server/src/protocol/cute-words.ts";

test.each([
  ["#include <cute/tensor.hpp>\n", true],
  ['#include "cutlass/cutlass.h"\n', true],
  ["auto x = cute::make_layout(4);\n", true],
  ["int n; // as cute::size has it\n", false],
  ["/* see cutlass/gemm\n   cute::copy */\nint n;\n", false],
  ['char const* name = "cute \\" kernels";\n', false],
  ["// cute\nusing namespace cute;\n", true],
  ["__global__ void f(const __grid_constant__ CUtensorMap map);\n", true],
  ["cde::cp_async_bulk_global_to_shared(tile, from, 4096, bar);\n", true],
  ["// CUtensorMap\nint n;\n", false],
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
