// Functions of a project and of libcu++ around one instruction: what they do to a barrier is what the instruction does.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (before: string, body: string): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `#include <cuda.h>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
${before}
__global__ void kernel(const float* from, int n) {
  __shared__ alignas(128) float tile[1024];
  __shared__ alignas(8) uint64_t bar[2];
${body}
}
void launch(const float* from) { kernel<<<1, 128>>>(from, 4); }`,
    "cpp",
  );
  return problems.flatMap(({ code, message }) => (/^(?:barrier|tma)-/.test(code) ? [message] : []));
};

const address =
  "static __device__ uint32_t at(uint64_t* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }";

const asm = (name: string, params: string, text: string, operands: string): string =>
  `static __device__ void ${name}(uint64_t* bar, ${params}) { asm volatile("${text}" :: "r"(at(bar)), ${operands}); }`;

const helpers = `${address}
${asm("set", "int threads, int copies", "mbarrier.init.shared::cta.b64 [%0], %1;", '"r"(threads + copies)')}
${asm("expect", "int rows, int bytes", "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;", '"r"(rows * bytes)')}
${asm("await", "int phase", "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;", '"r"(phase)')}
static __device__ void load(void* to, const void* from, int bytes, uint64_t* bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
    :: "r"(at((uint64_t*)to)), "l"(from), "r"(bytes), "r"(at(bar)));
}`;

const round = (set: string, expected: string): string => `
  if (threadIdx.x == 0) { ${set} }
  __syncthreads();
  if (threadIdx.x == 0) {
    ${expected}
    load(tile, from, 4096, bar);
  }
  await(bar, 0);`;

test("an amount that is a sum or a product of what the function is given", async () => {
  expect(await told(helpers, round("set(bar, 0, 1);", "expect(bar, 1024, 4);"))).toEqual([]);
  expect(await told(helpers, round("set(bar, 1, 1);", "expect(bar, 1024, 4);"))).toEqual([
    "bar counts 2 arrivals, 1 comes: its wait never ends; initialise it with 1",
  ]);
  expect(await told(helpers, round("set(bar, 0, 1);", "expect(bar, 1024, 2);"))).toEqual([
    "the barrier expects 2048 B, the copies on it bring 4096 B: its wait ends before all has come; expect 4096 B",
  ]);
});

test("static functions of a class", async () => {
  const of = `${helpers.replace(/^(static __device__ void (?:set|expect|await|load))/gm, "$1")}`;
  const [first = "", ...others] = of.split("\n");
  const inClass = `${first}\nstruct Bar {\n${others.join("\n").replace(/^ {2}asm/gm, "    asm")}\n};`;
  const named = (text: string): string => text.replace(/\b(set|expect|await|load)\(/g, "Bar::$1(");
  expect(await told(inClass, named(round("set(bar, 0, 1);", "expect(bar, 1024, 4);")))).toEqual([]);
  expect(await told(inClass, named(round("set(bar, 0, 32);", "expect(bar, 1024, 4);")))).toEqual([
    "bar counts 32 arrivals, 1 comes: its wait never ends; initialise it with 1",
  ]);
});

const named = (count: string, bytes: string): string => `
  if (threadIdx.x == 0) ptx::mbarrier_init(bar, ${count});
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, from, 4096, bar);
    cuda::ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, bar, ${bytes});
  }
  while (!ptx::mbarrier_try_wait_parity(bar, 0)) {}`;

test("libcu++ names the instructions", async () => {
  expect(await told("", named("1", "sizeof(tile)"))).toEqual([]);
  expect(await told("", named("1", "1024"))).toEqual([
    "the barrier expects 1024 B, the copies on it bring 4096 B: its wait ends before all has come; expect 4096 B",
  ]);
  expect(await told("", named("128", "sizeof(tile)"))).toEqual([
    "bar counts 128 arrivals, 1 comes: its wait never ends; initialise it with 1",
  ]);
  // An arrival at another block's barrier is none here.
  expect(await told("", named("1", "1024").replace("space_shared, bar", "space_cluster, bar"))).toEqual([]);
});

const ofTemplate = `template <uint32_t bytes> static __device__ void expect_bytes(uint64_t* bar) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(at(bar)), "n"(bytes));
}`;

test("an amount that is the template's", async () => {
  const before = `${helpers}\n${ofTemplate}`;
  expect(await told(before, round("set(bar, 0, 1);", "expect_bytes<1024 * sizeof(float)>(bar);"))).toEqual([]);
  expect(await told(before, round("set(bar, 0, 1);", "expect_bytes<1024>(bar);"))).toEqual([
    "the barrier expects 1024 B, the copies on it bring 4096 B: its wait ends before all has come; expect 4096 B",
  ]);
  expect(await told(before, round("", "expect_bytes<4096>(bar);"))).toEqual([
    "bar is never initialised in this kernel: let one thread set its arrivals before the others use it",
  ]);
});

const commit = (group: string): string => `static __device__ void commit(uint64_t* bar) {
  asm volatile("tcgen05.commit.cta_group::${group}.mbarrier::arrive::one.shared::cluster.b64 [%0];" :: "r"(at(bar)));
}
static __device__ bool elect() {
  uint32_t chosen = 0;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; @p mov.s32 %0, 1; }" : "+r"(chosen));
  return chosen;
}`;

const inTurn = (count: string, test = "threadIdx.x / 32 == 0 && elect()"): string => `
  if (${test}) set(bar, 0, ${count});
  __syncthreads();
  int phase = 0;
  for (int k = 0; k < n; ++k) {
    if (${test}) {
      load(tile, from, 4096, bar);
      expect(bar, 1024, 4);
    }
    await(bar, phase);
    if (${test}) commit(bar);
    await(bar, phase ^ 1);
  }`;

test("a commit of the tensor core arrives once", async () => {
  const before = (group: string): string => `${helpers}\n${commit(group)}`;
  expect(await told(before("1"), inTurn("1"))).toEqual([]);
  expect(await told(before("1"), inTurn("128", "threadIdx.x == 0"))).toEqual([
    "bar counts 128 arrivals, at most 2 come: its wait never ends; count those that arrive",
  ]);
  expect(await told(before("1"), inTurn("1").replace("1024, 4", "1024, 1"))).toEqual([
    "the barrier expects 1024 B, the copies on it bring 4096 B: its wait ends before all has come; expect 4096 B",
  ]);
  // Two CTAs commit together.
  expect(await told(before("2"), inTurn("128", "threadIdx.x == 0"))).toEqual([]);
});

const pair = `template <int CTAS> static __device__ void load_by(void* to, const void* map, uint64_t* bar) {
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes.cta_group::%0 [%1], [%2, {%3}], [%4];"
    :: "n"(CTAS), "r"(at((uint64_t*)to)), "l"(map), "r"(0), "r"(at(bar)));
}
__global__ void mapped(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) uint8_t tile[2048];
  __shared__ alignas(8) uint64_t bar[1];
  if (threadIdx.x == 0) set(bar, 0, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    load_by<CTAS>(tile, &map, bar);
    expect(bar, 64, BYTES);
  }
  await(bar, 0);
}
void launch_mapped(void* p, uint64_t n) {
  CUtensorMap map;
  uint64_t size[1] = {n};
  uint64_t stride[1] = {0};
  uint32_t box[1] = {256};
  uint32_t steps[1] = {1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, 1, p, size, stride, box, steps,
    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  mapped<<<1, 128>>>(map);
}`;

test("elements of 4 bits, for one CTA and for two", async () => {
  const bytes = (ctas: string, of: string): string =>
    `${helpers}\n${pair.replace("<CTAS>(", `<${ctas}>(`).replace("BYTES", of)}`;
  expect(await told(bytes("1", "2"), "")).toEqual([]);
  expect(await told(bytes("1", "4"), "")).toEqual([
    "the barrier expects 256 B, the copies on it bring 128 B: its wait never ends; expect 128 B",
  ]);
  expect(await told(bytes("2", "4"), "")).toEqual([]);
});

test("a template that nobody calls: what none of its code initialises", async () => {
  const kernel = (set: string): string => `${helpers}\ntemplate <int ROWS> __global__ void open(const float* from) {
  __shared__ alignas(128) float tile[ROWS];
  __shared__ alignas(8) uint64_t bar[1];
  if (threadIdx.x == 0) { ${set} }
  __syncthreads();
  if (threadIdx.x == 0) { expect(bar, ROWS, 4); load(tile, from, ROWS * 4, bar); }
  await(bar, 0);
}
void choose(bool wide, const float* p) { auto* chosen = wide ? open<64> : open<32>; }`;
  expect(await told(kernel("set(bar, 0, 1);"), "")).toEqual([]);
  expect(await told(kernel(""), "")).toEqual([
    "bar is never initialised in this kernel: let one thread set its arrivals before the others use it",
  ]);
});
