// predicate-unused: where predicates are asked elsewhere than in the function that fills them.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string): Promise<readonly string[]> => {
  const { problems } = await analysed(source, "cpp");
  return problems.filter(({ code }) => code === "predicate-unused").map(({ message }) => message);
};

const filled = (body: string): string => `#include <cute/tensor.hpp>
using namespace cute;
template <class Pred> __device__ void load(Pred const& pred);
struct Loader {
  using Pred = decltype(make_tensor<bool>(Shape<_4>{}));
  Pred tApA;
  __device__ Loader(int rows) { tApA = make_tensor<bool>(Shape<_4>{}); for (int m = 0; m < 4; ++m) tApA(m) = m < rows; }
  __device__ void run(float* p) { if (tApA(0)) *p = 0; }
};
__global__ void kernel(float* p, int rows) {
  Loader(rows).run(p);
  auto inside = make_tensor<bool>(Shape<_4>{});
  for (int m = 0; m < size(inside); ++m) inside(m) = m < rows;
  ${body}
}
void launch(float* p, int rows) { kernel<<<1, 32>>>(p, rows); }`;

test("a member, a function's argument, an element that is read", async () => {
  expect(await told(filled("load(inside);"))).toEqual([]);
  expect(await told(filled("if (inside(1)) *p = 0;"))).toEqual([]);
  expect(await told(filled("auto view = inside(_); load(view);"))).toEqual([]);
  expect(await told(filled("auto row = inside(_); row(2) = false; if (inside(2)) *p = 0;"))).toEqual([]);
  expect(await told(filled(""))).toEqual([
    "inside is filled, and no copy asks it: give it to the copy that it was made for",
  ]);
});
