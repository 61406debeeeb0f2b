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
