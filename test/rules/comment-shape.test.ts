// Which comments say another shape than the value has, how loud that is told, and which are about something else.
import { expect, test } from "vitest";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

const commented = async (text: string, language: Language): Promise<readonly string[]> =>
  (await analysed(text, language)).problems.flatMap(({ code, severity }) => (code === "comment-shape" ? severity : []));

test("a comment behind the last of several lines with comments of their own is about that line", async () => {
  const text = (comment: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(Shape<_8, Shape<_4, _2>, _3>{});
  auto b = group<0, 2>(make_layout(${comment}
      get<0>(a),
      get<2>(a)));  // (M, N, PIPE)
}`;
  expect(await commented(text("  // (M, PIPE)"), "cpp")).toEqual([]);
  expect(await commented(text(""), "cpp")).toEqual(["information"]);
});

test("one word in parentheses that ends a sentence of two lines is no shape", async () => {
  const text = (comment: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void f(int m, int n, int k) {
  ${comment}
  auto shape = append<4>(make_shape(m, n, k), 1);
}`;
  expect(await commented(text("// A fourth mode of 1 where the problem is only of rank 3\n  // (MNK)"), "cpp")).toEqual(
    [],
  );
  expect(await commented(text("// All five modes.\n  // (M, N, K, L, 1)"), "cpp")).toEqual(["information"]);
  expect(await commented(text("// (MNK)"), "cpp")).toEqual(["hint"]);
});

test("last modes that are 1 in the type may be left out, others make a hint, wrong ones an information", async () => {
  const text = (last: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void f(int n) {
  auto a = make_layout(make_shape(Shape<_8, _4>{}, ${last}));  // (MMA, MMA_M)
}`;
  expect(await commented(text("_3{}, _1{}"), "cpp")).toEqual([]);
  expect(await commented(text("_3{}, Shape<_1, _1>{}, _1{}"), "cpp")).toEqual([]);
  expect(await commented(text("_3{}, _1{}, _2{}"), "cpp")).toEqual(["hint"]);
  expect(await commented(text("_3{}, 1"), "cpp")).toEqual(["hint"]);
  expect(await commented(text("_3{}, n"), "cpp")).toEqual(["hint"]);
  expect(await commented(text("_3{}, n").replace("MMA_M)", "MMA_M, MMA_N, k)"), "cpp")).toEqual(["information"]);
  expect(await commented(text("_3{}, n").replace("MMA_M)", "(M, N))"), "cpp")).toEqual(["information"]);
});

test("a comment over two lines that fits what the second declares is about that one", async () => {
  const text = (between: string): string => `
import cutlass.cute as cute
@cute.jit
def f(params):
    tensor = cute.make_layout((512, 256, 4))
    # (bM, bK, rM, rK, rL)
    tiler = cute.select((128, 256, 64), mode=[0, 2])${between}
    g = cute.flat_divide(tensor, tiler)
`;
  expect(await commented(text(""), "python")).toEqual([]);
  expect(await commented(text("").replace("tensor, tiler)", "params.tensor, tiler)"), "python")).toEqual([]);
  expect(await commented(text("").replace("cute.flat_divide(tensor, tiler)", "4"), "python")).toEqual(["information"]);
  expect(await commented(text("\n"), "python")).toEqual(["information"]);
  expect(await commented(text("").replace("tensor, tiler)", "tensor, (128,))"), "python")).toEqual(["information"]);
});
