// What is compiled is certain: a run-time `if` compiles both sides, one that the compiler or the trace decides only one.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const linesOf = async (text: string, language: "cpp" | "python"): Promise<readonly number[]> => {
  const { problems } = await analysed(text, language);
  return problems.map(({ place }) => text.slice(0, place.start).split("\n").length - 1);
};

test("C++: told below an if and a loop of the run, not below what the compiler decides", async () => {
  const text = `
#include <cute/tensor.hpp>
using namespace cute;
template <bool kCausal, class T> __global__ void f(T* p, int n) {
  if (threadIdx.x == 0 && n > 3) auto a = make_layout(Shape<_2, _4>{}, make_stride(_1{}, _2{}, _3{}));
  while (n < 8) { auto b = make_layout(Shape<_2, _4>{}, make_stride(_1{}, _2{}, _3{})); }
  switch (n) { case 2: auto c = make_layout(Shape<_2, _4>{}, make_stride(_1{}, _2{}, _3{})); }
  if constexpr (kCausal) { auto d = make_layout(Shape<_2, _4>{}, make_stride(_1{}, _2{}, _3{})); }
  if constexpr (kCausal && sizeof(T) == 2) {} else { auto e = make_layout(Shape<_2, _4>{}, make_stride(_1{}, _2{}, _3{})); }
}`;
  expect(await linesOf(text, "cpp")).toEqual([4, 5, 6]);
});

test("CuTe DSL: told below an if of a traced number, not below one that Python decides", async () => {
  const text = `
import cutlass
import cutlass.cute as cute

class Kernel:
    def __init__(self, stages, tile):
        self.stages = stages
        self.small = tile == 4

    @cute.jit
    def __call__(self, n: cutlass.Int32):
        self.kernel(n).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, n: cutlass.Int32):
        tidx, _, _ = cute.arch.thread_idx()
        first = tidx == 0
        if self.stages == 3:
            a = cute.make_layout((2, 4), stride=(1,))
        if self.small:
            b = cute.make_layout((2, 4), stride=(1,))
        if n > 3 and tidx < 32:
            c = cute.make_layout((2, 4), stride=(1,))
        if first:
            d = cute.make_layout((2, 4), stride=(1,))
        if self.small and first:
            e = cute.make_layout((2, 4), stride=(1,))
        for i in range(n):
            f = cute.make_layout((2, 4), stride=(1,))
`;
  expect(await linesOf(text, "python")).toEqual([22, 24, 28]);
});

test("CuTe DSL: a check that raises decides nothing of what is compiled behind it", async () => {
  const kernel = (leave: string): string => `
import cutlass
import cutlass.cute as cute

class Kernel:
    @cute.jit
    def __call__(self, a: cute.Tensor, b: cute.Tensor):
        if cutlass.const_expr(a.element_type != b.element_type):
            ${leave}
        self.kernel(a).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, a: cute.Tensor):
        b = cute.make_layout((2, 4), stride=(1,))
`;
  expect(await linesOf(kernel('raise TypeError("types differ")'), "python")).toEqual([13]);
  expect(await linesOf(kernel("return"), "python")).toEqual([]);
});

test("CuTe DSL: a branch that one configuration takes and the other leaves to the run is traced in both", async () => {
  const text = `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(pairs: cutlass.Constexpr):
    bidx, _, _ = cute.arch.block_idx()
    is_leader = bidx % 2 == 0 if cutlass.const_expr(pairs) else True
    if is_leader:
        a = cute.make_layout((2, 4), stride=(1,))
    else:
        b = cute.make_layout((2, 4), stride=(1,))

@cute.jit
def launch(pairs: cutlass.Constexpr):
    kernel(pairs).launch(grid=(2, 1, 1), block=(128, 1, 1))
`;
  expect(await linesOf(text, "python")).toEqual([9]);
});

test("CuTe DSL: a method that the class itself calls for other objects says nothing of the one that is made", async () => {
  const text = (own: string): string => `
import cutlass
import cutlass.cute as cute

class Reduce:
    def __init__(self, packed: bool):
        self.packed = packed
        self.width = 16 if packed else 8

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        if cutlass.const_expr(self.packed):
            ${own}

    @cute.jit
    def reduce_packed(self, mA: cute.Tensor):
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float4E2M1FN, num_bits_per_copy=64)
        term = cute.make_rmem_tensor((self.width,), cutlass.Float4E2M1FN)
        code = cute.make_rmem_tensor((self.width,), cutlass.Float4E2M1FN)
        cute.copy(atom, code, term)

def plan():
    return Reduce(False)
`;
  expect(await linesOf(text("self.reduce_packed(mA)"), "python")).toEqual([]);
  // A framework calls it, for the object that there is.
  expect(await linesOf(text("pass"), "python")).toEqual([19]);
});

test("CuTe DSL: below what a scheduler says of its work", async () => {
  const text = `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel(params: utils.PersistentTileSchedulerParams, groups: cutlass.Constexpr, sizes: cute.Tensor):
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    tiles = utils.StaticPersistentGroupTileScheduler.create(params, cute.arch.block_idx(), cute.arch.grid_dim(), (1, 1, 1), utils.create_initial_search_state(), groups, sizes)
    work = tiles.initial_work_tile_info()
    a = cute.make_rmem_tensor((4, 2), cutlass.Float32)
    if warp == 0 and work.is_valid_tile:
        b = a[0, 0, 0]
        while work.is_valid_tile:
            if not work.group_search_result.cta_tile_count_k == 0:
                c = a[0, 1, 0]

@cute.jit
def main(sizes: cute.Tensor, params: utils.PersistentTileSchedulerParams):
    kernel(params, 2, sizes).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
  expect(await linesOf(text, "python")).toEqual([12, 15]);
});

test("C++: functions of a class that a static assertion alone asks for are not compiled", async () => {
  const text = (use: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Tile>
struct Kernel {
  static constexpr int bytes = 4 * size(Tile{});
  void run() { auto depth = get<2>(Tile{}); }
};
static_assert(Kernel<Shape<_4, _8>>::bytes <= 128);
${use}`;
  expect(await linesOf(text(""), "cpp")).toEqual([]);
  expect(await linesOf(text("void f() { Kernel<Shape<_4, _8>> kernel; kernel.run(); }"), "cpp")).toEqual([6]);
});
