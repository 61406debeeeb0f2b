// Right code that looks wrong at first sight: views for their shape alone, predicates of which one value counts.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (body: string): Promise<readonly string[]> =>
  (
    await analysed(
      `#include <cute/tensor.hpp>
using namespace cute;
${body}`,
      "cpp",
    )
  ).problems
    .filter(({ severity }) => severity === "error" || severity === "warning")
    .map(({ code }) => code);

const storage = (array: number): string => `
struct Storage { array_aligned<half_t, ${array}> a; };
__global__ void kernel() {
  extern __shared__ char raw[];
  auto& storage = *reinterpret_cast<Storage*>(raw);
  auto sB = make_tensor(make_smem_ptr(storage.a.data()), Layout<Shape<_512, _64, _5>, Stride<_64, _1, Int<32768>>>{});
}
void launch() { kernel<<<1, 128, sizeof(Storage)>>>(); }`;

test("smem-capacity: of a view that is larger than its array the array counts", async () => {
  expect(await told(storage(8192))).toEqual([]);
  expect(await told(storage(163840))).toEqual(["smem-capacity", "smem-launch"]);
});

const guarded = (columns: number): string => `
__global__ void kernel(half_t* g, half_t* shared, int m) {
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto gA = make_tensor(make_gmem_ptr(g), Layout<Shape<_16, Int<${columns}>>, Stride<Int<${columns}>, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_16, Int<${columns}>>, Stride<Int<${columns}>, _1>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto pred = make_tensor<bool>(make_shape(_8{}, _1{}));
  for (int i = 0; i < size(pred); ++i) pred(i) = threadIdx.x < m;
  copy_if(tiled, pred, thr.partition_S(gA), thr.partition_D(sA));
}`;

test("copy-extents: a predicate of a single vector may have more values than are read", async () => {
  expect(await told(guarded(64))).toEqual([]);
  expect(await told(guarded(128))).toEqual(["copy-extents"]);
});
