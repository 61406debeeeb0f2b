// A descriptor's numbers inside `decltype(…)` are stand-ins: nothing is made there, and nothing is said of them.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const tma = (extent: string): string =>
  `make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr((float const*)nullptr), make_shape(${extent}, 1), make_stride(_1{}, 6)), Layout<Shape<_64, _8>>{})`;

const around = (statement: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  ${statement}
}
`;

test("extents and strides in the type of a TMA copy", async () => {
  for (const extent of ["1", "0"]) {
    const { problems } = await analysed(around(`using Tma = decltype(${tma(extent)});`), "cpp");
    expect(problems).toEqual([]);
  }
});

test("the same where the copy is made", async () => {
  const { problems } = await analysed(around(`auto tma = ${tma("32")};`), "cpp");
  expect(problems.map(({ code }) => code)).toEqual(["tma-stride"]);
});

test("a stride of the run that the type alone does not know is no other one than 1", async () => {
  const copy = (tensor: string): string => `make_tma_copy(SM90_TMA_LOAD{}, ${tensor}, Layout<Shape<_64, _64>>{})`;
  const typed = `
  using Global = Layout<Shape<int, int>, Stride<int, _1>>;
  using Tma = decltype(${copy("make_tensor((float const*)nullptr, Global{})")});`;
  expect((await analysed(around(typed), "cpp")).problems).toEqual([]);
  const made = `auto tma = ${copy("make_tensor((float const*)nullptr, make_shape(64, 128), make_stride(128, _1{}))")};`;
  expect((await analysed(around(made), "cpp")).problems.map(({ code }) => code)).toEqual(["tma-majorness"]);
});

test("below a function whose type is asked for", async () => {
  const maker = `
#include <cute/tensor.hpp>
using namespace cute;
struct Load {
  template <class T>
  static auto make(T const& tensor) { return make_tma_copy(SM90_TMA_LOAD{}, tensor, Layout<Shape<_64, _8>>{}); }
  using Tma = decltype(make(make_tensor(make_gmem_ptr((float const*)nullptr), make_layout(make_shape(64, 8), make_stride(_1{}, 0)))));
};
`;
  const { problems } = await analysed(maker, "cpp");
  expect(problems).toEqual([]);
  const used = `${maker}void f(float const* p) { auto tma = Load::make(make_tensor(make_gmem_ptr(p), make_shape(64, 8), make_stride(_1{}, _0{}))); }`;
  expect((await analysed(used, "cpp")).problems.map(({ code }) => code)).toContain("tma-broadcast");
});
