// What an MMA made as A and as B stays that on its way through functions, structs and slices, whatever nobody knows of the MMA.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const swapped = "A is what was partitioned as B, and B what was partitioned as A: the two have changed places";

test("C++: fragments of an MMA that no use binds, in a struct's fields and taken apart again", async () => {
  const told = async (operands: string, made = "B"): Promise<readonly string[]> => {
    const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class A, class B> struct Params { A tCrA; B tCrB; };
template <class Mma>
struct Collective {
  template <class SA, class SB>
  static __device__ auto prepare(SA const& sA, SB const& sB) {
    auto tCrA = Mma::make_fragment_A(sA);
    auto tCrB = Mma::make_fragment_${made}(sB);
    return Params<decltype(tCrA), decltype(tCrB)>{tCrA, tCrB};
  }
  template <class P, class C>
  static __device__ void multiply(P const& params, C& acc, Mma mma) {
    auto [tCrA, tCrB] = params;
    for (int k = 0; k < size<2>(tCrA); ++k) gemm(mma, ${operands}, acc);
  }
  template <class SA, class SB, class C>
  static __device__ void run(SA const& sA, SB const& sB, C& acc, Mma mma) { multiply(prepare(sA, sB), acc, mma); }
};`;
    const { problems } = await analysed(source, "cpp");
    return problems.filter(({ severity }) => severity !== "hint").map(({ message }) => message);
  };
  expect(await told("tCrA(_, _, k), tCrB(_, _, k)")).toEqual([]);
  expect(await told("tCrB(_, _, k), tCrA(_, _, k)")).toEqual([swapped]);
  expect(await told("tCrA(_, _, k), tCrB(_, _, k)", "A")).toEqual([
    "B is what was partitioned as A: each thread holds other elements than the instruction takes; partition it as B",
  ]);
  // What is made of them is neither.
  expect(await told("convert(tCrB), convert(tCrA)")).toEqual([]);
});

test("CuTe DSL: fragments that a function is handed, of accumulators that nobody knows", async () => {
  const told = async (operands: string): Promise<readonly string[]> => {
    const source = `
import cutlass
import cutlass.cute as cute

@cute.jit
def multiply(mma: cute.TiledMma, acc, rA, rB):
    for k in cutlass.range_constexpr(2):
        cute.gemm(mma, acc, ${operands}, acc)

@cute.kernel
def kernel(mma: cute.TiledMma, sA: cute.Tensor, sB: cute.Tensor, acc):
    thr = mma.get_slice(0)
    multiply(mma, acc, mma.make_fragment_A(thr.partition_A(sA)), mma.make_fragment_B(thr.partition_B(sB)))

@cute.jit
def launch(acc):
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.smem, assumed_align=16)
    mma = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)))
    sA = cute.make_tensor(p, cute.make_layout((64, 32), stride=(32, 1)))
    kernel(mma, sA, sA, acc).launch(grid=(1, 1, 1), block=(32, 1, 1))
`;
    const { problems } = await analysed(source, "python");
    return problems.filter(({ severity }) => severity !== "hint").map(({ message }) => message);
  };
  expect(await told("rA[None, None, k], rB[None, None, k]")).toEqual([]);
  expect(await told("rB[None, None, k], rA[None, None, k]")).toEqual([swapped]);
});

test("CuTe DSL: operands with their scale factors", async () => {
  const told = async (a: string, b: string): Promise<readonly string[]> => {
    const source = `
import cutlass.cute as cute

@cute.jit
def multiply(mma: cute.TiledMma, sA, sB, scalesA, scalesB, acc):
    thr = mma.get_slice(0)
    rA = mma.make_fragment_A(thr.partition_A(sA))
    rB = mma.make_fragment_B(thr.partition_B(sB))
    cute.gemm(mma, acc, [${a}[None, None, 0], scalesA], [${b}[None, None, 0], scalesB], acc)
`;
    const { problems } = await analysed(source, "python");
    return problems.map(({ message }) => message);
  };
  expect(await told("rA", "rB")).toEqual([]);
  expect(await told("rB", "rA")).toEqual([
    "A was made by make_fragment_B, B by make_fragment_A: the two have changed places",
  ]);
});
