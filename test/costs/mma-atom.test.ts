// MMAs that a helper issues as an atom of its tiled MMA: the threads of the tiled MMA issue them, and nobody knows whose where there is none.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import { kernelCosts } from "../../server/src/features/costs/kernel.ts";
import { kernelWords } from "../../server/src/features/costs/kernel-words.ts";
import { analysed } from "../features/analysed.ts";

const source = (helper: string) => `import cutlass
import cutlass.cute as cute
import cutlass.utils.hopper_helpers as sm90
from cutlass.cute.nvgpu import warpgroup, OperandMajorMode

@cute.jit
def multiply(${helper}, acc: cute.Tensor, a: cute.Tensor, b: cute.Tensor):
    atom = cute.make_mma_atom(op)
    for k in cutlass.range_constexpr(cute.size(a, mode=[2])):
        cute.gemm(atom, acc, a[None, None, k], b[None, None, k], acc)

@cute.kernel
def kernel(mma: cute.TiledMma, a_layout: cute.ComposedLayout):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, a_layout.outer, 1024, a_layout.inner)
    thr = mma.get_slice(tidx)
    a = mma.make_fragment_A(thr.partition_A(sA[None, None, 0]))
    b = mma.make_fragment_B(thr.partition_B(sA[None, None, 0]))
    acc = cute.make_rmem_tensor(thr.partition_shape_C((128, 128)), cutlass.Float32)
    multiply(mma.op, acc, a, b)

@cute.jit
def run():
    major = OperandMajorMode.K
    mma = sm90.make_trivial_tiled_mma(cutlass.Float16, cutlass.Float16, major, major, cutlass.Float32, (2, 1, 1), (64, 128))
    layout = sm90.make_smem_layout_a(cutlass.utils.LayoutEnum.ROW_MAJOR, (128, 128, 64), cutlass.Float16, 2)
    kernel(mma, layout).launch(grid=(1, 1, 1), block=(256, 1, 1))
`;

async function titles(text: string): Promise<readonly string[]> {
  const { index } = await analysed(text, "python");
  return costList(index).map((one) => costWords(one, "python").title);
}

test("of an atom alone FLOPs are those of the warpgroup that issues it", async () => {
  expect(await titles(source("op"))).toMatchInlineSnapshot(`
    [
      "SM90_64x128x16_F32F16F16_SS<K,K> × 1 per warpgroup · 262 kFLOP per warpgroup",
    ]
  `);
});

test("of an atom of the function's tiled MMA they are those of all its warpgroups", async () => {
  const text = source("mma: cute.TiledMma")
    .replace("make_mma_atom(op)", "make_mma_atom(mma.op)")
    .replace("multiply(mma.op, ", "multiply(mma, ");
  expect(await titles(text)).toMatchInlineSnapshot(`
    [
      "SM90_64x128x16_F32F16F16_SS<K,K> × 1 per warpgroup · 524 kFLOP per CTA",
    ]
  `);
});

test("what a loop stores is not told as loaded", async () => {
  const { index } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t* out, int tiles) {
  __shared__ half_t shared[64 * 64];
  Tensor sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor g = make_tensor(make_gmem_ptr(out), make_shape(_64{}, _64{}, tiles), make_stride(_64{}, _1{}, Int<4096>{}));
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto tm = mma.get_slice(threadIdx.x);
  auto rA = tm.partition_fragment_A(sA);
  auto rB = tm.partition_fragment_B(sA);
  auto rC = partition_fragment_C(mma, Shape<_64, _64>{});
  auto r2g = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = r2g.get_slice(threadIdx.x);
  for (int tile = 0; tile < tiles; ++tile) {
    gemm(mma, rA, rB, rC);
    Tensor to = thr.partition_D(g(_, _, tile));
    copy(r2g, make_fragment_like(to), to);
  }
}
int main() { kernel<<<1, 128>>>(nullptr, 8); }
`,
    "cpp",
  );
  const lines = kernelCosts(index, costList(index, "quick"), undefined).flatMap((one) => kernelWords(one));
  expect(lines.find(({ label }) => label === "main loop")?.text).toMatchInlineSnapshot(
    `"8 KiB to global memory, 524 kFLOP a round, 8 rounds; 64 FLOP/B where A100 turns at 153: memory bounds it, but for what L2 keeps"`,
  );
});

const selected = (width: number) => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  __shared__ alignas(1024) half_t a[64 * 64];
  __shared__ alignas(1024) half_t b[${width} * 64];
  auto atom = GMMA::Layout_K_SW128_Atom<half_t>{};
  Tensor sA = make_tensor(make_smem_ptr(a), tile_to_shape(atom, Shape<_64, _64>{}));
  Tensor sB = make_tensor(make_smem_ptr(b), tile_to_shape(atom, Shape<Int<${width}>, _64>{}));
  auto mma = make_tiled_mma(GMMA::ss_op_selector<half_t, half_t, float, Shape<_64, Int<${width}>, _64>>());
  auto tm = mma.get_slice(threadIdx.x);
  Tensor rC = partition_fragment_C(mma, Shape<_64, Int<${width}>>{});
  gemm(mma, tm.partition_fragment_A(sA), tm.partition_fragment_B(sB), rC);
}
int main() { kernel<<<1, 128>>>(); }
`;

test("an MMA that is one of several is told as none of them", async () => {
  const told = async (width: number): Promise<readonly string[]> => {
    const { index } = await analysed(selected(width), "cpp");
    const [cost] = costList(index);
    const words = cost && costWords(cost, "cpp");
    return words === undefined ? [] : [words.title, ...words.notes];
  };
  expect(await told(176)).toMatchInlineSnapshot(`
    [
      "cost not counted",
      "what it is given is one of several, which cost differently: SM90_64x176x16_F32F16F16_SS<K,K> × 4 per warpgroup · 1.4 MFLOP per CTA, or SM90_64x16x16_F32F16F16_SS<K,K> × 44 per warpgroup · 1.4 MFLOP per CTA",
    ]
  `);
  expect(await told(128)).toMatchInlineSnapshot(`
    [
      "SM90_64x128x16_F32F16F16_SS<K,K> × 4 per warpgroup · 1 MFLOP per CTA",
    ]
  `);
});

test("CuTe DSL: an operand with its scale factors in tensor memory is counted as the operand", async () => {
  const source = (a: string) => `import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)))
    tm = mma.get_slice(tidx)
    rA = mma.make_fragment_A(tm.partition_shape_A((32, 16)))
    rB = mma.make_fragment_B(tm.partition_shape_B((16, 16)))
    rC = cute.make_fragment(tm.partition_shape_C((32, 16)), cutlass.Float32)
    scales = cute.make_tensor(cute.make_ptr(cutlass.Float32, 16, cute.AddressSpace.tmem), cute.make_layout((4, 1)))
    cute.gemm(mma, rC, ${a}, rB, rC)

@cute.jit
def main():
    t = cute.make_tensor(cute.make_ptr(cutlass.Float32, 16, cute.AddressSpace.gmem), cute.make_layout((256,)))
    kernel(t).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
  const told = async (a: string): Promise<readonly string[]> => {
    const { index } = await analysed(source(a), "python");
    return costList(index).map((one) => {
      const { title, notes } = costWords(one, "python");
      return [title, ...notes].join("; ");
    });
  };
  expect(await told("[rA, scales]")).toMatchInlineSnapshot(`
    [
      "SM80_16x8x16_F32F16F16F32_TN × 1 per warp · 16.4 kFLOP per CTA",
    ]
  `);
  expect(await told("rA")).toEqual(await told("[rA, scales]"));
  expect(await told("[rA, rA]")).toMatchInlineSnapshot(`
    [
      "cost not counted; operand A is several tensors",
    ]
  `);
});
