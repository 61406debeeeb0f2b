// Assertions that are left alone, because what they ask is settled outside the file.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

test("what an environment variable sets may be asserted", async () => {
  const { problems } = await analysed(
    `
import os
import cutlass.cute as cute

TOOL = os.environ.get("TOOL", None)

def run():
    assert TOOL is not None

run()
`,
    "python",
  );
  expect(problems).toEqual([]);
});

test("the branch for architectures that are refused", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
static_assert(false, "not for old machines");
#endif
`,
    "cpp",
  );
  expect(problems).toEqual([]);
});

test("a class may be a tuple to CuTe, for it may specialise what the trait asks", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
using namespace cute;
struct Pair {};
template <class Shape>
void f(Shape const& shape) {
  static_assert(is_tuple<Shape>::value || is_integral<Shape>::value);
}
void g() { f(Pair{}); }
`,
    "cpp",
  );
  expect(problems).toEqual([]);
});

const host = (claim: string, body: string): string => `
import cutlass.cute as cute

def launch(tile):
    ${claim}
    return tile

class Gemm:
    def __init__(self, tile_m):
        ${body}
        self.tile_m = tile_m

launch(32)
Gemm(48)
`;

test("a launcher's own assertions are left alone, those of a kernel's class are not", async () => {
  const { problems } = await analysed(host("assert tile == 64", "assert tile_m % 64 == 0"), "python");
  expect(problems.map(({ message }) => message)).toEqual(["the assertion fails: 48%64 == 0"]);
});
