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
