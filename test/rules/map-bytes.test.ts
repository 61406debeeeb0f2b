// The bytes of a raw tensor map that a function of the file encodes for the launch.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (helper: string, given: string, bytes: string, before = ""): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `#include <cuda.h>
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;
${helper}
${before}
template <int ROWS>
__global__ void kernel(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(1024) half tile[ROWS * 64];
  __shared__ barrier bar;
  if (threadIdx.x == 0) { init(&bar, blockDim.x); cde::fence_proxy_async_shared_cta(); }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, 0, 0, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, ${bytes});
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
}
void launch(half* p, int rows, int columns) {
  ${given}
  kernel<128><<<1, 128>>>(map);
}`,
    "cpp",
  );
  return problems.flatMap(({ code, message }) => (code === "tma-transaction-bytes" ? [message] : []));
};

const encode = (map: string): string => `
  uint64_t size[2] = {(uint64_t)columns, (uint64_t)rows};
  uint64_t stride[1] = {columns * sizeof(half)};
  uint32_t box[2] = {64, BOX};
  uint32_t steps[2] = {1, 1};
  cuTensorMapEncodeTiled(${map}, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, size, stride, box, steps,
    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);`;

const returns = `template <int BOX> CUtensorMap encoded(half* p, int rows, int columns) {
  CUtensorMap made;${encode("&made")}
  return made;
}`;

const writes = `template <int BOX> void encode(CUtensorMap* made, half* p, int rows, int columns) {${encode("made")}
}`;

const wrong =
  "the barrier expects 8192 B, the copies on it bring 16384 B: its wait ends before all has come; expect 16384 B";

test("a function that returns the map", async () => {
  const given = "CUtensorMap map = encoded<128>(p, rows, columns);";
  expect(await told(returns, given, "sizeof(tile)")).toEqual([]);
  expect(await told(returns, given, "ROWS * 64")).toEqual([wrong]);
  // Of a map that two calls encode nobody knows which.
  const twice = `${given} if (rows < 64) map = encoded<64>(p, rows, columns);`;
  expect(await told(returns, twice, "ROWS * 64")).toEqual([]);
});

test("a function that is handed the map's address", async () => {
  const given = "CUtensorMap map{}; encode<128>(&map, p, rows, columns);";
  expect(await told(writes, given, "sizeof(tile)")).toEqual([]);
  expect(await told(writes, given, "ROWS * 64")).toEqual([wrong]);
  expect(await told(writes, given.replace("128", "64"), "ROWS * 64")).toEqual([]);
});

test("a function that has another one encode the map that it returns", async () => {
  const both = `${writes}
template <int BOX> CUtensorMap encoded(half* p, int rows, int columns) {
  CUtensorMap own;
  encode<BOX>(&own, p, rows, columns);
  return own;
}`;
  const given = "CUtensorMap map = encoded<128>(p, rows, columns);";
  expect(await told(both, given, "sizeof(tile)")).toEqual([]);
  expect(await told(both, given, "ROWS * 64")).toEqual([wrong]);
});

test("a launch by a pointer to the kernel", async () => {
  const given = "CUtensorMap map{}; encode<128>(&map, p, rows, columns);";
  const launched = `${given} auto* run = kernel<128>; run<<<1, 128>>>(map); return;`;
  expect(await told(writes, launched, "sizeof(tile)")).toEqual([]);
  expect(new Set(await told(writes, launched, "ROWS * 64"))).toEqual(new Set([wrong]));
});

test("a map of the file, which is encoded once for all launches", async () => {
  const given = "if (rows != before) { map = encoded<128>(p, rows, columns); before = rows; }";
  const file = "CUtensorMap map; int before = 0;";
  expect(await told(returns, given, "sizeof(tile)", file)).toEqual([]);
  expect(await told(returns, given, "ROWS * 64", file)).toEqual([wrong]);
  const other = `${file} void other(half* p) { map = encoded<64>(p, 64, 64); }`;
  expect(await told(returns, given, "ROWS * 64", other)).toEqual([]);
});
