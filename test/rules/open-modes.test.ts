// Modes that are symbols because nobody calls the function may be nested; what a trait's primary calls void has no size.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const slice = (make: string): string => `
import cutlass
import cutlass.cute as cute

@cute.jit
def f(t: cute.Tensor, tile: cute.Tile):
    ${make}
    a = t[((None, None), 0, 0, None)]
    b = cute.flat_divide(a, tile)
`;

test("a nested coordinate into a mode of a tensor that nobody passes", async () => {
  const { problems } = await analysed(slice("gC = t"), "python");
  expect(problems).toEqual([]);
});

test("the same into a number", async () => {
  const { problems } = await analysed(
    slice("t = cute.make_tensor(t.iterator, cute.make_layout((8, 4, 2, 3)))"),
    "python",
  );
  expect(problems.map(({ code }) => code)).toEqual(["coordinate-rank"]);
});

const collective = (coordinate: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class TileShape>
struct Collective {
  using Tma = decltype(make_tma_copy(SM90_TMA_LOAD{},
    make_tensor(make_gmem_ptr((half_t const*)nullptr), make_shape(0, 0, 0), make_stride(int64_t(0), _1{}, int64_t(0))),
    make_layout(select<0, 2>(TileShape{}), LayoutRight{})));
  template <class ProblemShape>
  __device__ auto load_init(ProblemShape const& problem_shape, Tma const& tma) {
    auto [M, N, K, L] = problem_shape;
    auto mA = tma.get_tma_tensor(make_shape(M, K, L));
    return make_tuple(local_tile(mA, TileShape{}, make_coord(_, _, _), Step<_1, Underscore, _1>{}));
  }
  template <class Tensor_, class Iterator>
  __device__ void load(Tma const& tma, cute::tuple<Tensor_> const& load_inputs, Iterator k_tile_iter, int m) {
    auto gA = get<0>(load_inputs);
    auto tile = gA(${coordinate});
  }
};
using One = Collective<Shape<_64, _128, _64>>;
using Tma = typename One::Tma;`;

test("what a collective's load is taken to be given has modes of its own, and how many is known", async () => {
  const problems = async (coordinate: string): Promise<readonly string[]> =>
    (await analysed(collective(coordinate), "cpp")).problems.map(({ code }) => code);
  expect(await problems("_, _, m, *k_tile_iter, 0")).toEqual([]);
  expect(await problems("_, _, m, *k_tile_iter")).toEqual(["coordinate-rank"]);
  // The problem's own modes may be nested.
  expect(await problems("_, _, make_coord(m, 0), *k_tile_iter, 0")).toEqual([]);
});

const stored = (room: string): string =>
  collective("_, _, m, *k_tile_iter, 0")
    .replace(
      "template <class ProblemShape>",
      `using Atom = decltype(make_layout(select<0, 2>(TileShape{}), LayoutRight{}));
  using SmemLayout = decltype(tile_to_shape(Atom{}, append(select<0, 2>(TileShape{}), _4{})));
  struct TensorStorage { alignas(128) ArrayEngine<half_t, cosize_v<${room}>> smem_A; };
  template <class ProblemShape>`,
    )
    .replace("Iterator k_tile_iter, int m", "Iterator k_tile_iter, int m, TensorStorage& shared_tensors")
    .replace(
      "auto tile =",
      "auto sA = make_tensor(make_smem_ptr(shared_tensors.smem_A.begin()), SmemLayout{});\n    auto tile =",
    );

test("the storage of such a collective has room for its layouts", async () => {
  const problems = async (room: string): Promise<readonly string[]> =>
    (await analysed(stored(room), "cpp")).problems.map(({ code, message }) => `${code}: ${message}`);
  expect(await problems("SmemLayout")).toEqual([]);
  expect(await problems("Atom")).toEqual([
    "smem-array-size: the tensor reaches 32768 B into shared_tensors.smem_A, which has 8192 B: make the array as long as the layout's cosize",
  ]);
});

test("sizeof of a class whose trait has no specialisation for an unbound type", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
template <class T> struct Converter { using Packed = void; };
template <> struct Converter<half> { using Packed = half2; };
template <class T, int N> struct Pack { typename Converter<T>::Packed items[N / 2]; };
template <int N> struct Pack<float, N> { float items[N / 2]; };
template <class V> __device__ void load(V& value) { static_assert(sizeof(V) == 16 || sizeof(V) == 32, "a vector"); }
template <class T> __global__ void kernel(T const* in) {
  Pack<T, 16> v;
  load(v);
  auto l = cute::make_layout(cute::Int<4>{});
}
`,
    "cpp",
  );
  expect(problems).toEqual([]);
});

test("modes of a tensor that nobody passes, grouped one group after the other", async () => {
  const { problems } = await analysed(
    `
import cutlass.cute as cute

@cute.jit
def f(t: cute.Tensor):
    t = cute.group_modes(t, 0, 3)
    t = cute.group_modes(t, 1, 3)
`,
    "python",
  );
  expect(problems).toEqual([]);
});

const resource = (coordinate: string, count = "4"): string => `
import cutlass
import cutlass.cute as cute
from framework import Resource, run

class Tiles(Resource):
    def __init__(self, stages):
        self.stages = stages
        self.tiles = cute.make_rmem_tensor(cute.make_layout((8, 4, stages)), cutlass.Float32)

    @cute.jit
    def load(self, info):
        for k in cutlass.range_constexpr(${count}):
            tile = self.tiles[${coordinate}]

@cute.jit
def host():
    run(Tiles(3))
`;

test("a method that a framework calls works on the object that is made", async () => {
  const problems = async (text: string): Promise<readonly string[]> =>
    (await analysed(text, "python")).problems.map(({ code }) => code);
  expect(await problems(resource("(None, k, info.stage)"))).toEqual([]);
  expect(await problems(resource("(None, info.stage)"))).toEqual(["not-traced"]);
  expect(await problems(resource("(None, k, 0)", "5"))).toEqual(["coordinate-range"]);
});
