// Kernels of templates that nobody instantiates in sight: a TMA's atom is told by its tensor of coordinates, whatever its type.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string, language: "cpp" | "python" = "cpp"): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return problems.flatMap(({ code, message }) => (/^tma-/.test(code) ? [message] : []));
};

interface Parts {
  readonly param?: string;
  readonly fence?: string;
  readonly test?: string;
  readonly through?: string;
}

const kernel = ({
  param = "CUTE_GRID_CONSTANT Tma const tma",
  fence = "tma_store_fence();",
  test = "if (threadIdx.x == 0)",
  through = "make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, typename Traits::Element>{}, mma)",
}: Parts): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Traits, class Tma>
__global__ void __launch_bounds__(128) kernel(${param}, int rows) {
  extern __shared__ typename Traits::Element memory[];
  typename Traits::TiledMma mma;
  auto sO = make_tensor(make_smem_ptr(memory), typename Traits::SmemLayoutO{});
  auto out = ${through};
  auto mine = out.get_slice(threadIdx.x);
  auto acc = partition_fragment_C(mma, Shape<_128, _64>{});
  auto from = mine.retile_S(acc);
  auto to = mine.partition_D(sO);
  copy(out, from, to);
  ${fence}
  __syncthreads();
  auto gO = local_tile(tma.get_tma_tensor(make_shape(rows, 64)), Shape<_128, _64>{}, make_coord(blockIdx.x, 0));
  auto slice = tma.get_slice(_0{});
  auto tOsO = slice.partition_S(sO);
  auto tOgO = slice.partition_D(gO);
  ${test} copy(tma, tOsO, tOgO);
}`;

test("a kernel that does all of it is silent", async () => {
  expect(await told(kernel({}))).toEqual([]);
});

test("without a fence between the threads' writes and the store", async () => {
  const message =
    "no fence between the threads' writes to this tile and its TMA store: tma_store_fence() before the threads synchronise";
  expect(await told(kernel({ fence: "" }))).toEqual([message]);
  // Nobody says whether that copy is one of threads.
  expect(await told(kernel({ fence: "", through: "typename Traits::Out{}" }))).toEqual([]);
});

test("a store that a whole warp issues", async () => {
  expect(await told(kernel({ test: "" }))).toEqual([
    "32 threads of a warp issue this TMA copy, one is to: put it under `if (warp_idx == 0 && elect_one_sync())`",
  ]);
});

test("an atom that is an ordinary parameter", async () => {
  expect(await told(kernel({ param: "Tma const tma" }))).toEqual([
    "tma holds a tensor map: take it as `const __grid_constant__`, else its address is that of a local copy",
  ]);
  expect(await told(kernel({ param: "Tma const& tma" }))).toEqual([]);
});

const dsl = (
  fence: string,
  made = "cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sC, 0, 2), gC)",
) => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tma: cute.CopyAtom, gC: cute.Tensor, warp: cutlass.Int32):
    smem = utils.SmemAllocator()
    sC = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 32)), 128)
    mine = cute.local_partition(sC, cute.make_layout((16, 8)), cute.arch.thread_idx()[0])
    values = cute.make_fragment_like(mine)
    cute.autovec_copy(values, mine)${fence}
    cute.arch.sync_threads()
    tCsC, tCgC = ${made}
    if cute.arch.warp_idx() == 0:
        cute.copy(tma, tCsC, tCgC)
`;

test("CuTe DSL: tma_partition gives the shared side first", async () => {
  const message =
    'no fence between the threads\' writes to this tile and its TMA store: cute.arch.fence_proxy("async.shared", space="cta") before the threads synchronise';
  expect(await told(dsl('\n    cute.arch.fence_proxy("async.shared", space="cta")'), "python")).toEqual([]);
  expect(await told(dsl(""), "python")).toEqual([message]);
  expect(await told(dsl("", "sC, gC"), "python")).toEqual([]);
});

test("the tile and its coordinates in each other's place", async () => {
  const swapped = (source: string, from: string, to: string): string => source.replace(from, to);
  expect(await told(swapped(kernel({}), "copy(tma, tOsO, tOgO)", "copy(tma, tOgO, tOsO)"))).toEqual([
    "a TMA load needs a barrier: tma.with(*mbar); a store takes the tile in shared memory first",
  ]);
  expect(await told(swapped(kernel({}), "copy(tma, tOsO, tOgO)", "copy(tma.with(memory), tOgO, tOsO)"))).toEqual([]);
  const fenced = dsl('\n    cute.arch.fence_proxy("async.shared", space="cta")');
  expect(await told(swapped(fenced, "cute.copy(tma, tCsC, tCgC)", "cute.copy(tma, tCgC, tCsC)"), "python")).toEqual([
    "a TMA load needs a barrier: cute.copy(…, tma_bar_ptr=barrier); a store takes the tile in shared memory first",
  ]);
  const given = "cute.copy(tma, tCgC, tCsC, tma_bar_ptr=bar)";
  expect(await told(swapped(fenced, "cute.copy(tma, tCsC, tCgC)", given), "python")).toEqual([]);
});

test("a device function that a named barrier says whole warps come to", async () => {
  const store = (test: string): string => `
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
template <class Tma, class Tile>
__device__ void store(Tma const& tma, Tile sO, int threads) {
  auto gO = local_tile(tma.get_tma_tensor(make_shape(512, 64)), Shape<_128, _64>{}, make_coord(blockIdx.x, 0));
  auto slice = tma.get_slice(_0{});
  auto tOsO = slice.partition_S(sO);
  auto tOgO = slice.partition_D(gO);
  cutlass::arch::fence_view_async_shared();
  cutlass::arch::NamedBarrier(threads).sync();
  ${test} copy(tma, tOsO, tOgO);
}`;
  expect(await told(store("if (threadIdx.x % 128 == 0)"))).toEqual([]);
  // All threads of one warp store the same, as CUTLASS's epilogues do.
  expect(await told(store("if (threadIdx.x / 32 == 0)"))).toEqual([]);
  expect(await told(store(""))).toEqual([
    "32 threads of a warp issue this TMA copy, one is to: put it under `if (warp_idx == 0 && elect_one_sync())`",
  ]);
});

test("an atom of the other direction, in a collective whose layouts nobody binds", async () => {
  const epilogue = (operation: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Element, class StrideO, class SmemLayoutO, class TileShape>
struct Epilogue {
  struct Params {
    using Store = decltype(make_tma_copy(${operation}{}, make_tensor(make_gmem_ptr(static_cast<Element*>(nullptr)), repeat_like(StrideO{}, 0), StrideO{}), SmemLayoutO{}(_, _, _0{})));
    Store store;
  };
  struct Storage { alignas(128) array<Element, cosize_v<SmemLayoutO>> tile; };
  template <class Shape>
  CUTLASS_DEVICE void store(Shape const& shape, Params const& params, Storage& storage) {
    auto mO = domain_offset(make_coord(8, 0), params.store.get_tma_tensor(shape));
    auto gO = local_tile(mO, TileShape{}, make_coord(_, _));
    auto sO = make_tensor(make_smem_ptr(storage.tile.data()), SmemLayoutO{});
    auto slice = params.store.get_slice(0);
    auto tOsO = slice.partition_S(sO);
    auto tOgO = slice.partition_D(gO);
    tma_store_fence();
    if (threadIdx.x == 0) copy(params.store, tOsO(_, _, _, 0), tOgO(_, _, _, 0));
  }
};`;
  expect(await told(epilogue("SM90_TMA_STORE"))).toEqual([]);
  expect(await told(epilogue("SM90_TMA_REDUCE_ADD"))).toEqual([]);
  expect(await told(epilogue("SM90_TMA_LOAD"))).toEqual([
    "this copy goes to global memory, its operation loads: make the atom of SM90_TMA_STORE",
  ]);
});

test("CuTe DSL: an atom that a configuration leaves out, of the other direction in another file's store", async () => {
  const files = {
    "epilogue.py": `
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.jit
def store(tma, sC, gC):
    tCsC, tCgC = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sC, 0, 2), gC)
    cute.copy(tma, tCsC, tCgC)
`,
  };
  const kernel = (operation: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync
from epilogue import store

class Gemm:
    @cute.jit
    def __call__(self, c: cute.Tensor, layout: cute.Layout, tile: cute.Tile):
        tma, tensor = None, None
        if cutlass.const_expr(self.use_tma_store):
            tma, tensor = cpasync.make_tiled_tma_atom(cpasync.${operation}(), c, layout, tile)
        self.kernel(tma, tensor if self.use_tma_store else c, layout, tile).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, tma, mC: cute.Tensor, layout: cute.Layout, tile: cute.Tile):
        sC = utils.SmemAllocator().allocate_tensor(mC.element_type, layout, 128)
        gC = cute.local_tile(mC, tile, (0, 0))
        if cutlass.const_expr(self.use_tma_store):
            assert tma is not None
            if cute.arch.warp_idx() == 0:
                store(tma, sC, gC)
`;
  const messages = async (operation: string) =>
    (await analysed(kernel(operation), "python", {}, files)).problems.map(({ message }) => message);
  expect(await messages("CopyBulkTensorTileS2GOp")).toEqual([]);
  expect(await messages("CopyBulkTensorTileG2SOp")).toEqual([
    "this copy goes from shared to global memory, its operation loads: make the atom of CopyBulkTensorTileS2GOp (in store, epilogue.py:8)",
  ]);
});
