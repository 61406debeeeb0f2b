// What a caller chose is told at the caller, where facts prove that the value comes from there; what a function chose itself, at
// the argument.
import { expect, test } from "vitest";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

const kernel = (smem: string, suppressed = "") => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Layout, class Mma>
__global__ void kernel(Layout layout, Mma mma) {
  __shared__ half_t shared[64 * 64];
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto tCsA = mma.get_slice(threadIdx.x).partition_A(sA);${suppressed}
  auto tCrA = mma.get_slice(threadIdx.x).make_fragment_A(tCsA);
}
void host() {
  auto k_major = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{});
  auto sA = ${smem};
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  kernel<<<1, 128>>>(sA, mma);
  kernel<<<1, 128>>>(k_major, mma);
}
`;

const wrong = "tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>{}, Shape<_64, _64>{})";

/** Of each error the text under it and the first place that it leads to. */
async function told(text: string, language: Language) {
  const { problems } = await analysed(text, language);
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ code, place, related }) => ({
      code,
      at: text.slice(place.start, place.end),
      shows: related.map((one) => text.slice(one.place.start, one.place.end))[0],
    }));
}

test("the layout of the wrong major mode, in the caller that chose it", async () => {
  expect(await told(kernel(wrong), "cpp")).toEqual([{ code: "mma-descriptor", at: wrong, shows: "make_fragment_A" }]);
});

test("in one function: at the operand, with the layout that was chosen some lines above", async () => {
  const text = `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  extern __shared__ half_t shared[];
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto layout = ${wrong};
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto tCsA = mma.get_slice(0).partition_A(sA);
  auto tCrA = mma.get_slice(0).make_fragment_A(tCsA);
}
`;
  expect(await told(text, "cpp")).toEqual([{ code: "mma-descriptor", at: "tCsA", shows: wrong }]);
  const { problems } = await analysed(text, "cpp");
  const [problem] = problems.filter(({ code }) => code === "mma-descriptor");
  expect(problem?.related.map(({ message }) => message)[0]).toBe("chosen here");
  expect(problem?.message).toMatch(/contiguous along K \(K-major\), and this tile is contiguous along M/);
});

test("an ignore comment at the call that shows it still holds", async () => {
  const text = kernel(wrong, "\n  // cute-lens: ignore[mma-descriptor]");
  expect(await told(text, "cpp")).toEqual([]);
});

test("a template argument, decltype of the layout", async () => {
  const text = `
#include <cute/tensor.hpp>
using namespace cute;
template <class Tiler>
__global__ void kernel(half_t* p) {
  auto t = make_tensor(make_gmem_ptr(p), make_layout(Shape<_128, _64>{}));
  auto tiles = zipped_divide(t, Tiler{});
}
void host(half_t* p) {
  auto tiler = make_shape(_32{}, _32{}, _1{});
  kernel<decltype(tiler)><<<1, 128>>>(p);
}
`;
  const at = "make_shape(_32{}, _32{}, _1{})";
  expect(await told(text, "cpp")).toEqual([{ code: "tiler-rank", at, shows: "zipped_divide" }]);
});

test("what the function chose itself stands at its argument", async () => {
  const text = `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t* p) {
  auto t = make_tensor(make_gmem_ptr(p), make_layout(Shape<_128, _64>{}));
  auto tiles = zipped_divide(t, make_shape(_32{}, _32{}, _1{}));
}
void host(half_t* p) { kernel<<<1, 128>>>(p); }
`;
  expect(await told(text, "cpp")).toEqual([{ code: "tiler-rank", at: "make_shape(_32{}, _32{}, _1{})", shows: "t" }]);
});

test("a parameter that is written to may be another value: told where it shows", async () => {
  const text = `
import cutlass.cute as cute

@cute.jit
def tiles(a, tiler):
    tiler = (32, 32, 1)
    return cute.zipped_divide(a, tiler)

@cute.jit
def host():
    wide = (16, 16, 1)
    tiles(cute.make_layout((128, 64)), wide)
`;
  const found = await told(text, "python");
  expect(found.map(({ code, at }) => [code, at])).toEqual([["tiler-rank", "tiler"]]);
});

test("CuTe DSL: by keyword, over two calls", async () => {
  const text = `
import cutlass.cute as cute

@cute.jit
def inner(a, tiler):
    return cute.zipped_divide(a, tiler)

@cute.jit
def outer(a, tiler):
    return inner(a, tiler=tiler)

@cute.jit
def host():
    shape = (32, 32, 1)
    outer(cute.make_layout((128, 64)), shape)
`;
  expect(await told(text, "python")).toEqual([{ code: "tiler-rank", at: "(32, 32, 1)", shows: "zipped_divide" }]);
});

const staged = (tile: string) => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Copy, class Layout${tile === "tile" ? ", class Tile" : ""}>
__global__ void kernel(half_t const* a, int m, Copy tiled, Layout layout${tile === "tile" ? ", Tile tile" : ""}) {
  __shared__ half_t shared[128 * 64];
  auto gA = local_tile(make_tensor(make_gmem_ptr(a), make_shape(m, _64{}), LayoutRight{}), ${tile}, make_coord(blockIdx.x, 0));
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto thread = tiled.get_slice(threadIdx.x);
  copy(tiled, thread.partition_S(gA), thread.partition_D(sA));
}
void host(half_t const* a, int m) {
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto small = Layout<Shape<_64, _64>, Stride<_64, _1>>{};
  auto large = make_shape(_128{}, _64{});
  kernel<<<m / 128, 128>>>(a, m, tiled, small${tile === "tile" ? ", large" : ""});
}
`;

test("one of two shapes that do not go together, where the caller chose that one alone", async () => {
  const at = "Layout<Shape<_64, _64>, Stride<_64, _1>>{}";
  expect(await told(staged("Shape<_128, _64>{}"), "cpp")).toEqual([{ code: "copy-extents", at, shows: "copy" }]);
});

test("both shapes are the caller's: told where they meet, with the two places", async () => {
  const { problems } = await analysed(staged("tile"), "cpp");
  const [problem] = problems.filter(({ severity }) => severity === "error");
  const text = staged("tile");
  const chosen = problem?.related.filter(({ message }) => message === "chosen here, in host");
  expect(chosen?.map(({ place }) => text.slice(place.start, place.end))).toEqual([
    "make_shape(_128{}, _64{})",
    "Layout<Shape<_64, _64>, Stride<_64, _1>>{}",
  ]);
});

test("a fragment follows the tensor that it is made of: of two sides from one layout nobody chose a wrong one", async () => {
  const text = `
#include <cute/tensor.hpp>
using namespace cute;
template <class Layout, class Mma>
__device__ void load(half_t* smem, Layout layout, Mma mma) {
  auto sA = make_tensor(make_smem_ptr(smem), layout);
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  copy(s2r, s2r.get_slice(threadIdx.x).partition_S(sA), rA);
}
__global__ void kernel() {
  __shared__ half_t smem[64 * 64];
  auto mma = make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{}, Tile<_64, _16, _16>{});
  load(smem, Layout<Shape<_64, _64>, Stride<_64, _1>>{}, mma);
}
void host() { kernel<<<1, 128>>>(); }
`;
  const [problem] = (await analysed(text, "cpp")).problems.filter(({ severity }) => severity === "error");
  const { start, end } = problem!.place;
  expect(text.slice(start, end)).toBe("s2r.get_slice(threadIdx.x).partition_S(sA), rA");
});

test("a buffer with too little alignment, where the kernel makes it that hands it to its load", async () => {
  const text = `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.jit
def load(atom, sA, gA):
    tAsA, tAgA = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))

@cute.kernel
def kernel(atom: cute.CopyAtom, mA: cute.Tensor, layout: cute.ComposedLayout):
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, layout.outer, 16, swizzle=layout.inner)
    gA = cute.local_tile(mA, (128, 64), (None, None))
    load(atom, sA, gA)

@cute.jit
def launch(mA: cute.Tensor):
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    a = cute.make_tensor(p, cute.make_layout((512, 512), stride=(512, 1)))
    layout = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((128, 64), stride=(64, 1)))
    tma, t = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), a, layout, (128, 64))
    kernel(tma, t, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
  expect(await told(text, "python")).toEqual([
    {
      code: "smem-alignment",
      at: "smem.allocate_tensor(cutlass.Float16, layout.outer, 16, swizzle=layout.inner)",
      shows: "tma_partition",
    },
  ]);
});
