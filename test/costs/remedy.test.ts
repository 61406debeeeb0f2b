// The view of a conflicting copy: before and after a swizzle; written back and evaluated anew, the source is as the view said.
import { expect, test } from "vitest";
import { type Shown, viewAt } from "../../server/src/features/view.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

const titles = ({ result }: Shown): readonly string[] => result.picture?.panels.map(({ view }) => view.title) ?? [];

/** The view of the copy at `$0`. */
async function viewed(marked: string, language: Language): Promise<Shown> {
  const offset = marked.indexOf("$0");
  const { index } = await analysed(marked.replace("$0", ""), language);
  const shown = viewAt(index, { fragment: 0, offset }, { uri: "" });
  if (shown === undefined) throw new Error("nothing is shown");
  return shown;
}

/** The text with what the view offers in it, the mark still before the copy. */
function written(marked: string, { remedies }: Shown, which = 0): string {
  const mark = marked.indexOf("$0");
  const writes = [...(remedies[which]?.writes ?? [])].sort((a, b) => b.place.start - a.place.start);
  return writes.reduce((text, { place, text: by }) => {
    const shift = (at: number): number => (at > mark ? at + 2 : at);
    return text.slice(0, shift(place.start)) + by + text.slice(shift(place.end));
  }, marked);
}

const cpp = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* A) {
  __shared__ half_t shared[64 * 64];
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
                              Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = load.get_slice(threadIdx.x);
  copy(load, thr.partition_S(gA), thr.partition_D(sA));
  auto mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto s2r_thr = s2r.get_slice(threadIdx.x);
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  $0copy(s2r, s2r_thr.partition_S(sA), s2r_thr.retile_D(rA));
}
`;

test("ldmatrix of a plain tile", async () => {
  const before = await viewed(cpp, "cpp");
  expect(titles(before)).toMatchInlineSnapshot(`
    [
      "before: 32 wavefronts",
      "after: 4 wavefronts",
    ]
  `);
  expect(before.remedies.map(({ label }) => label)).toMatchInlineSnapshot(`
    [
      "Write Swizzle<3,3,3> into the source",
      "Write rows padded by 8 into the source",
    ]
  `);
  const text = written(cpp, before);
  expect(text.split("\n").find((line) => line.includes("sA ="))).toMatchInlineSnapshot(
    `"  auto sA = make_tensor(make_smem_ptr(shared), composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _64>, Stride<_64, _1>>{}));"`,
  );
  const after = await viewed(text, "cpp");
  expect(titles(after)).toMatchInlineSnapshot(`
    [
      "ldmatrix.x4: 4 wavefronts",
    ]
  `);
  expect(after.remedies).toEqual([]);
});

const template = `#include <cute/tensor.hpp>
template <class Tile>
__device__ void through(float const* in, Tile tile) {
  using namespace cute;
  __shared__ float shared[33 * 32];
  Tensor gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor sT = make_tensor(make_smem_ptr(shared), tile);
  Tensor sTt = make_tensor(make_smem_ptr(shared), composition(tile, Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
  auto threads = Layout<Shape<_8, _32>, Stride<_32, _1>>{};
  copy(local_partition(gIn, threads, threadIdx.x), local_partition(sT, threads, threadIdx.x));
  Tensor back = local_partition(sTt, threads, threadIdx.x);
  Tensor r = make_fragment_like(back);
  $0copy(back, r);
}
using Row = cute::Layout<cute::Shape<cute::_32, cute::_32>, cute::Stride<cute::_32, cute::_1>>;
__global__ void plain(float const* in) { through(in, Row{}); }
__global__ void padded(float const* in) { through(in, cute::Layout<cute::Shape<cute::_32, cute::_32>, cute::Stride<cute::Int<33>, cute::_1>>{}); }
`;

test("a tile that the caller gives: the swizzle goes to the caller whose tile conflicts, and no other", async () => {
  const before = await viewed(template, "cpp");
  expect(titles(before)).toMatchInlineSnapshot(`
    [
      "before: 32 wavefronts",
      "after: 1 wavefront",
    ]
  `);
  const text = written(template, before);
  expect(text.split("\n").filter((line) => line.includes("through(in"))).toMatchInlineSnapshot(`
    [
      "__global__ void plain(float const* in) { through(in, cute::composition(cute::Swizzle<5, 0, 5>{}, Row{})); }",
      "__global__ void padded(float const* in) { through(in, cute::Layout<cute::Shape<cute::_32, cute::_32>, cute::Stride<cute::Int<33>, cute::_1>>{}); }",
    ]
  `);
  const after = await viewed(text, "cpp");
  expect(titles(after)).toMatchInlineSnapshot(`
    [
      "ld.shared: 1 wavefront",
    ]
  `);
});

const dsl = `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel(gIn: cute.Tensor):
    smem = utils.SmemAllocator()
    tid, _, _ = cute.arch.thread_idx()
    rows = cute.make_layout((4, 32), stride=(32, 1))
    columns = cute.make_layout((32, 4))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(32, 1)), 128)
    cute.copy(atom, cute.local_partition(gIn, rows, tid), cute.local_partition(sA, rows, tid))
    down = cute.local_partition(sA, columns, tid)
    cute.$0autovec_copy(down, cute.make_fragment_like(down))

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    kernel(cute.make_tensor(p, cute.make_layout((32, 32), stride=(32, 1)))).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

test("CuTe DSL", async () => {
  const before = await viewed(dsl, "python");
  expect(titles(before)).toMatchInlineSnapshot(`
    [
      "before: 32 wavefronts",
      "after: 1 wavefront",
    ]
  `);
  const text = written(dsl, before);
  expect(text.split("\n").find((line) => line.includes("sA ="))).toMatchInlineSnapshot(
    `"    sA = smem.allocate_tensor(cutlass.Float32, cute.make_composed_layout(cute.make_swizzle(5, 0, 5), 0, cute.make_layout((32, 32), stride=(32, 1))), 128)"`,
  );
  const after = await viewed(text, "python");
  expect(titles(after)).toMatchInlineSnapshot(`
    [
      "ld.shared: 1 wavefront",
    ]
  `);
});

const lines = (text: string, ...words: readonly string[]): readonly string[] =>
  text.split("\n").filter((line) => words.some((word) => line.includes(word)));

test("padding: the layout's rows grow, and the array that it lies in", async () => {
  const before = await viewed(cpp, "cpp");
  const text = written(cpp, before, 1);
  expect(lines(text, "__shared__", "sA =")).toMatchInlineSnapshot(`
    [
      "  __shared__ half_t shared[4600];",
      "  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _64>, Stride<Int<72>, _1>>{});",
    ]
  `);
  expect(titles(await viewed(text, "cpp"))).toMatchInlineSnapshot(`
    [
      "ldmatrix.x4: 4 wavefronts",
    ]
  `);
});

test("padding in CuTe DSL: what is allocated grows with its layout", async () => {
  const before = await viewed(dsl, "python");
  const text = written(dsl, before, 1);
  expect(lines(text, "sA =")).toMatchInlineSnapshot(`
    [
      "    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(33, 1)), 128)",
    ]
  `);
  expect(titles(await viewed(text, "python"))).toMatchInlineSnapshot(`
    [
      "ld.shared: 1 wavefront",
    ]
  `);
});

test("padding of a tile that the caller gives: the array is longer for all", async () => {
  const before = await viewed(template, "cpp");
  const text = written(template, before, 1);
  expect(lines(text, "__shared__", "plain(")).toMatchInlineSnapshot(`
    [
      "  __shared__ float shared[33 * 32];",
      "__global__ void plain(float const* in) { through(in, cute::Layout<cute::Shape<cute::_32, cute::_32>, cute::Stride<cute::Int<33>, cute::_1>>{}); }",
    ]
  `);
  expect(titles(await viewed(text, "cpp"))).toMatchInlineSnapshot(`
    [
      "ld.shared: 1 wavefront",
    ]
  `);
});

/** The same tile as `cpp`'s, brought by TMA, whose descriptor is made on the host. */
const byTma = `#include <cute/tensor.hpp>
using namespace cute;
using Rows = Layout<Shape<_64, _64>, Stride<_64, _1>>;
template <class Copy>
__global__ void kernel(Copy tma, int m, int k) {
  __shared__ alignas(1024) half_t shared[64 * 64];
  __shared__ uint64_t barrier;
  auto mA = tma.get_tma_tensor(make_shape(m, k));
  auto gA = local_tile(mA, Shape<_64, _64>{}, make_coord(0, 0));
  auto sA = make_tensor(make_smem_ptr(shared), Rows{});
  auto [from, to] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  copy(tma.with(barrier), from, to);
  auto mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto s2r_thr = s2r.get_slice(threadIdx.x);
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  $0copy(s2r, s2r_thr.partition_S(sA), s2r_thr.retile_D(rA));
}
void launch(half_t const* A, int m, int k) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(m, k), make_stride(k, _1{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Rows{});
  kernel<<<1, 128>>>(tma, m, k);
}
`;

test("a tile that TMA brings: only the swizzle that its descriptor knows, and nothing is written", async () => {
  const shown = await viewed(byTma, "cpp");
  expect(titles(shown)).toMatchInlineSnapshot(`
    [
      "before: 32 wavefronts",
      "after: 4 wavefronts",
    ]
  `);
  expect(shown.remedies).toEqual([]);
  expect(shown.result.facts.find(([name]) => name === "remedy")?.[1]).toMatchInlineSnapshot(
    `"without conflict, also in the buffer's other copies here: Swizzle<3,3,3> over the plain layout, also in what TMA or the MMA's descriptor is made of"`,
  );
});
