// Copies of tensors with other extents: by an operation that chooses its width itself, element by element.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (operation: string, from: string): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* a, half_t const* b) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto thr = mma.get_slice(threadIdx.x);
  auto gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_16, _16>, Stride<_16, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(b), Layout<Shape<_8, _16>, Stride<_16, _1>>{});
  auto rA = thr.partition_fragment_A(gA);
  copy(${operation}, ${from}, rA);
}`,
    "cpp",
  );
  return problems.map(({ code, message }) => `${code}: ${message}`);
};

test("C++: into the fragment of the operand, and into that of the other one", async () => {
  const few = "copy-extents: the source has 4 elements, the destination 8: the source is read past its end";
  for (const operation of ["AutoVectorizingCopy{}", "Copy_Atom<AutoVectorizingCopy, half_t>{}"]) {
    expect(await told(operation, "thr.partition_A(gA)")).toEqual([]);
    expect(await told(operation, "thr.partition_B(gB)")).toEqual([few]);
  }
});

const guarded = async (shape: string, predicate: string, bits: string): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(g: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32${bits})
    to = cute.make_tensor(g.iterator, cute.make_layout(${shape}))
    r = cute.make_rmem_tensor(${shape}, cutlass.Float32)
    p = cute.make_rmem_tensor(${predicate}, cutlass.Boolean)
    cute.copy(atom, r, to, pred=p)

@cute.jit
def launch():
    a = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    kernel(cute.make_tensor(a, cute.make_layout(4096))).launch(grid=(1, 1, 1), block=(32, 1, 1))
`,
    "python",
  );
  return problems.filter(({ severity }) => severity === "error").map(({ message }) => message.replace(/:.*/, ""));
};

// As nvidia-cutlass-dsl 4.8 traces and refuses them.
test.each([
  ["((32, 1), 1, 1)", "(1, 1, 1)", "", []],
  ["((32, 1), 1, 1)", "(1, 1, 1)", ", num_bits_per_copy=128", []],
  [
    "((32, 1), 1, 1)",
    "(8, 1, 1)",
    ", num_bits_per_copy=128",
    ["mode 0 of the source has 1 vector of 32, the predicate 8 values for them"],
  ],
  ["((32, 1), 1, 1)", "(32, 1, 1)", "", ["mode 0 of the source has 1 vector of 32, the predicate 32 values for them"]],
  ["((8, 4), 1, 1)", "(4, 1, 1)", ", num_bits_per_copy=128", []],
  [
    "((8, 4), 1, 1)",
    "(8, 1, 1)",
    ", num_bits_per_copy=128",
    ["mode 0 of the source has 4 vectors of 8, the predicate 8 values for them"],
  ],
  [
    "((4, 8), 1, 1)",
    "(1, 1, 1)",
    ", num_bits_per_copy=128",
    ["mode 0 of the source has 8 vectors of 4, the predicate 1 value for them"],
  ],
  ["((4, 2), 2, 1)", "(2, 2, 1)", "", []],
  ["(((2, 2), (2, 2)), 1, 1)", "(4, 1, 1)", ", num_bits_per_copy=128", []],
  ["(32, 1, 1)", "(32, 1, 1)", "", []],
  ["(32, 1, 1)", "(1, 1, 1)", "", ["mode 0 of the source has 32 vectors of 1, the predicate 1 value for them"]],
])("CuTe DSL: %s with a predicate of %s%s", async (shape, predicate, bits, expected) => {
  expect(await guarded(shape, predicate, bits)).toEqual(expected);
});
