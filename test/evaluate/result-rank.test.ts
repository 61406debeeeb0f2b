// How many modes the tensors of a collective have that nobody binds, and what that says of the slices of them.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const collective = (load: string, mma = "copy(tiled, tCsA(_,_,0), view(_,_,0));"): string => `#include <cute/tensor.hpp>
using namespace cute;
template <int Stages, class TileShape, class AtomA, class TiledMma, class CopyAtom, class TMA>
struct Collective {
  using SmemLayoutA = decltype(tile_to_shape(AtomA{}, make_shape(shape<0>(TileShape{}), shape<2>(TileShape{}), Int<Stages>{})));
  struct Params { TMA tma_load_a; };
  template <class Problem>
  auto load_init(Problem const& problem, Params const& params) const {
    auto [M, N, K, L] = problem;
    Tensor mA = params.tma_load_a.get_tma_tensor(make_shape(M, K, L));
    return make_tuple(local_tile(mA, TileShape{}, make_coord(_,_,_), Step<_1, Underscore, _1>{}));
  }
  template <class T>
  void load(Params const& params, cute::tuple<T> const& load_inputs, int m, int l, int stage, half_t* p) {
    Tensor gA_mkl = get<0>(load_inputs);
    Tensor sA = make_tensor(make_smem_ptr(p), SmemLayoutA{});
    auto thr = params.tma_load_a.get_slice(0);
    Tensor tAgA = thr.partition_S(gA_mkl(_,_,m,_,l));
    Tensor tAsA = thr.partition_D(sA);
    ${load}
  }
  void mma(half_t* p, int stage, int thread) {
    TiledMma mma;
    Tensor sA = make_tensor(make_smem_ptr(p), SmemLayoutA{});
    Tensor rA = mma.get_slice(thread).partition_fragment_A(sA(_,_,Int<0>{}));
    auto tiled = make_tiled_copy_A(CopyAtom{}, mma);
    auto tCsA = tiled.get_slice(thread).partition_S(as_position_independent_swizzle_tensor(sA))(_,_,_,stage);
    Tensor view = tiled.get_slice(thread).retile_D(rA);
    ${mma}
  }
};`;

const told = async (source: string): Promise<readonly string[]> =>
  (await analysed(source, "cpp")).problems.map(
    ({ code, place }) => `${code} at ${source.slice(place.start, place.end)}`,
  );

test("slices with an item for each mode", async () =>
  expect(await told(collective("copy(params.tma_load_a, tAgA(_,_,_,0), tAsA(_,_,_,stage));"))).toEqual([]));

test("the slice that has an item too few is told, alone or beside right ones", async () => {
  expect(await told(collective("copy(params.tma_load_a, tAgA(_,_,0), tAsA(_,_,_,stage));"))).toEqual([
    "coordinate-rank at _,_,0",
  ]);
  expect(await told(collective("Tensor bad = gA_mkl(_,_,m,l);"))).toEqual(["coordinate-rank at _,_,m,l"]);
  expect(await told(collective("", "copy(tiled, tCsA(_,0), view(_,_,0));"))).toEqual(["coordinate-rank at _,0"]);
});

test("an element that is asked for with an item too many", async () =>
  expect(await told(collective("", "auto x = view(0, 0, 0, 0);"))).toEqual(["coordinate-rank at 0, 0, 0, 0"]));

test("copies and multiplications of tensors of which no more is known than how many modes they have", async () => {
  const b = "Tensor rB = mma.get_slice(thread).partition_fragment_B(sA(_,_,0));";
  expect(await told(collective("", "copy(tiled, tCsA, view);"))).toEqual([]);
  expect(await told(collective("", "copy(tiled, tCsA(_,_,0), view);"))).toEqual(["copy-extents at tCsA(_,_,0), view"]);
  expect(await told(collective("", `${b} gemm(mma, rA(_,_,0), rB(_,_,0), rA);`))).toEqual([]);
  expect(await told(collective("", `${b} gemm(mma, rA(_,_,0), rB, rA);`))).toEqual(["gemm-extents at rA(_,_,0), rB"]);
});

test("threads and values of a tiled copy whose atom is not known make a tile all the same", async () => {
  const copy = (stride: string): string => `#include <cute/tensor.hpp>
using namespace cute;
template <class Element>
struct Transposes {
  using Threads = Layout<Shape<_16, _8>, Stride<${stride}, _1>>;
  using Copy = decltype(make_tiled_copy(Copy_Atom<SM90_U32x4_STSM_N, Element>{}, Threads{}, Layout<Shape<_1, _16>>{}));
};`;
  expect(await told(copy("_8"))).toEqual([]);
  expect((await told(copy("_1"))).map((one) => one.split(" ")[0])).toEqual(["complement-undefined"]);
});

test("a tile of unknown layout that a known MMA partitions has a mode more", async () => {
  const source = (slice: string): string => `#include <cute/tensor.hpp>
using namespace cute;
template <class Problem>
void load(Problem const& problem, half_t const* q, int b) {
  using Mma = decltype(make_tiled_mma(SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 64, UMMA::Major::K, UMMA::Major::K>{}));
  Tensor mQ = make_tensor(make_gmem_ptr(q), append<3>(Shape<_128, _64>{}, get<3>(problem)), problem.stride);
  Tensor tSgQ = Mma{}.get_slice(0).partition_A(mQ(_,_,b));
  auto tiled = make_cotiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _8>>{}, tSgQ.layout());
  Tensor tQgQ = tiled.get_slice(b).partition_S(tSgQ);
  Tensor part = tQgQ(${slice});
}`;
  expect(await told(source("_,_,_,_"))).toEqual([]);
  expect(await told(source("_,_,_"))).toEqual(["coordinate-rank at _,_,_"]);
});

test("a tile whose coordinate has fewer items than the projection, of whatever tensor", async () => {
  const tile = (coord: string): string => `#include <cute/tensor.hpp>
using namespace cute;
template <class TileShape, class TMA>
void load(TMA const& tma, int m, int k) {
  Tensor gA = local_tile(tma.get_tma_tensor(make_shape(m, k, 1)), replace<2>(TileShape{}, _384{}), make_coord(${coord}), Step<_1, Underscore, _1>{});
}`;
  expect(await told(tile("_,_,_"))).toEqual([]);
  expect(await told(tile("_,_"))).toEqual(["projection-rank at make_coord(_,_), Step<_1, Underscore, _1>{}"]);
});
