// What the Costs view shows: instances that say the same once, and blocks an SM of kernels alone.
import { expect, test } from "vitest";
import { costTables } from "../../server/src/features/costs/table.ts";
import { analysed } from "../features/analysed.ts";

const source = `#include <cute/tensor.hpp>
using namespace cute;
template <bool Last, int N>
__device__ void load(half_t const* p, half_t* shared) {
  Tensor sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, Int<N>>>{});
  Tensor gA = make_tensor(make_gmem_ptr(p), Layout<Shape<_64, Int<N>>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_8, _16>>{}, Layout<Shape<_8, _1>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(gA), thr.partition_D(sA));
}
`;

async function tables(rest: string): Promise<readonly string[]> {
  const { index } = await analysed(`${source}${rest}`, "cpp");
  return costTables(index, undefined).map(({ name, instance, facts, rows }) =>
    [`${name} (${instance})`, ...facts.map(([label, text]) => `${label}: ${text}`), `${rows.length} rows`].join("; "),
  );
}

test("kernels that differ in nothing that costs are one table", async () =>
  expect(
    await tables(`
template <bool Last, int N> __global__ void kernel(half_t const* p) {
  __shared__ half_t shared[64 * N];
  load<Last, N>(p, shared);
}
void launch(half_t const* p) { kernel<true, 64><<<1, 128>>>(p); kernel<false, 64><<<1, 128>>>(p); kernel<false, 128><<<1, 128>>>(p); }`),
  ).toEqual([
    "kernel (launch:16 Last=1, N=64, and 1 more); shared memory: 8 KiB of 227 KiB: shared 8 KiB; threads: 128 a block; occupancy: at most 16 CTAs per SM of H100, by threads; 1 rows",
    "kernel (launch:16 Last=0, N=128); shared memory: 16 KiB of 227 KiB: shared 16 KiB; threads: 128 a block; occupancy: at most 13 CTAs per SM of H100, by shared memory; 1 rows",
  ]));

test("a function that kernels elsewhere call takes no SM", async () =>
  expect(await tables("")).toEqual(["load (); threads: 128 in its copies and MMAs; 1 rows"]));

test("a copy in a lambda says which", async () => {
  const { index } = await analysed(
    `${source}
__global__ void kernel(half_t const* p, int n) {
  __shared__ half_t shared[64 * 64];
  Tensor sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _64>>{});
  Tensor gA = make_tensor(make_gmem_ptr(p), Layout<Shape<_64, _64>>{});
  auto load_A = [&](int k) { copy(local_partition(gA, Layout<_128>{}, threadIdx.x), local_partition(sA, Layout<_128>{}, threadIdx.x)); };
  for (int k = 0; k < n; ++k) load_A(k);
}`,
    "cpp",
  );
  const [table] = costTables(index, undefined).filter(({ name }) => name === "kernel");
  expect(table?.rows.map(({ op }) => op)).toEqual(["copy in load_A"]);
});
