// registers-unset: what may have filled the registers, and what reads them though nothing has.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (body: string): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class T> __device__ void fillIn(T& tensor);
__global__ void kernel(half_t const* A, half_t* B, half_t* shared, int n) {
  auto rows = Layout<Shape<_64, _64>, Stride<_64, _1>>{};
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tSsS = thr.partition_S(make_tensor(make_smem_ptr(shared), rows));
  auto tAgA = thr.partition_S(make_tensor(make_gmem_ptr(A), rows));
  auto tBgB = thr.partition_D(make_tensor(make_gmem_ptr(B), rows));
  auto tArA = make_tensor<half_t>(shape(tSsS));
  ${body}
}
void launch(half_t const* A, half_t* B, half_t* shared) { kernel<<<1, 128, 8192>>>(A, B, shared, 3); }`;
  const { problems } = await analysed(source, "cpp");
  return problems
    .filter(({ code }) => code === "registers-unset")
    .map(({ place }) =>
      source.slice(source.lastIndexOf("\n", place.start) + 1, source.indexOf("\n", place.end)).trim(),
    );
};

test("source and destination have changed places", async () => {
  const out = "copy(tiled, tArA, tBgB);";
  expect(await told(`copy(tiled, tSsS, tArA);\n  ${out}`)).toEqual([]);
  expect(await told(`copy(tiled, tArA, tSsS);\n  ${out}`)).toEqual(["copy(tiled, tArA, tSsS);"]);
  // What is written here was partitioned to be read: that alone says it.
  expect(await told("copy(tiled, tArA, tSsS);")).toEqual(["copy(tiled, tArA, tSsS);"]);
  // A kernel in the making, which shows what a store costs.
  expect(await told(out)).toEqual([]);
});

test("what may have filled them", async () => {
  const out = "copy(tiled, tArA, tSsS);";
  for (const filling of [
    "clear(tArA);",
    "tArA(0) = half_t(1);",
    "fillIn(tArA);",
    "auto view = tArA(_, 0, 0); copy(tAgA(_, 0, 0), view);",
  ])
    expect(await told(`${filling}\n  ${out}`)).toEqual([]);
  for (const asking of ["auto n4 = size(tArA);", "auto like = make_layout(shape(tArA));"])
    expect(await told(`${asking}\n  ${out}`)).toEqual([out]);
});

test("a round reads what the one before has written", async () => {
  expect(
    await told("for (int i = 0; i < n; ++i) {\n  if (i > 0) copy(tiled, tArA, tSsS);\n  copy(tiled, tAgA, tArA);\n  }"),
  ).toEqual([]);
});
