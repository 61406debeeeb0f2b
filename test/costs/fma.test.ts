// A gemm without an MMA: each thread's multiplications, and its reads of shared memory slice by slice.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import { kernelCosts } from "../../server/src/features/costs/kernel.ts";
import { kernelWords } from "../../server/src/features/costs/kernel-words.ts";
import { analysed } from "../features/analysed.ts";

/** A block of 16 × 16 threads with tiles of 128 × 8 floats, A's with these strides. */
const source = (strides: string): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* A, int k) {
  __shared__ float a[8 * 132], b[8 * 128];
  auto sA = make_tensor(make_smem_ptr(a), Layout<Shape<_128, _8>, ${strides}>{});
  auto sB = make_tensor(make_smem_ptr(b), Layout<Shape<_128, _8>>{});
  auto threads = Layout<Shape<_16, _16>>{};
  auto tA = local_partition(sA, threads, threadIdx.x, Step<_1, X>{});
  auto tB = local_partition(sB, threads, threadIdx.x, Step<X, _1>{});
  auto tC = make_tensor<float>(Shape<_8, _8>{});
  while (k > 0) {
    gemm(tA, tB, tC);
    --k;
  }
}
`;

async function shown(strides: string): Promise<readonly string[]> {
  const { index } = await analysed(source(strides), "cpp");
  const costs = costList(index);
  const words = costs.flatMap((one) => {
    const { title, lines } = costWords(one, "cpp");
    return [title, ...lines.map(({ label, text }) => `${label}: ${text}`)];
  });
  const loop = kernelCosts(index, costs, undefined).flatMap(kernelWords);
  return [...words, ...loop.flatMap(({ label, text }) => (label === "main loop" ? [`${label}: ${text}`] : []))];
}

// An H100 counted 1 wavefront for each LDS of the first of NVIDIA's tutorials, which reads so.
test("tiles whose columns are contiguous: 16 threads read one word each, the others the same", async () => {
  expect(await shown("Stride<_1, _128>")).toMatchInlineSnapshot(`
    [
      "UniversalFMA<float,float,float,float> × 512 per thread · 262 kFLOP per CTA",
      "operands: A 4 B from shared memory, B 4 B from shared memory, C 4 B from registers (one instruction)",
      "A read: ld.shared.b32 × 64 per thread: 1 wavefront of 1, no conflict",
      "B read: ld.shared.b32 × 64 per thread: 1 wavefront of 1, no conflict",
      "accumulator: 64 registers a thread",
      "instruction: fma",
      "loop: k rounds of k: 262 kFLOP a round, 262 kFLOP × k in all",
      "main loop: 1024 wavefronts of shared memory, 262 kFLOP a round, k rounds; no load from global memory in it: shared memory bounds it at best",
    ]
  `);
});

test("tiles whose rows are contiguous: 16 threads want four banks", async () => {
  expect(await shown("Stride<_8, _1>")).toMatchInlineSnapshot(`
    [
      "UniversalFMA<float,float,float,float> × 512 per thread · 262 kFLOP per CTA",
      "operands: A 4 B from shared memory, B 4 B from shared memory, C 4 B from registers (one instruction)",
      "A read: ld.shared.b32 × 64 per thread: 4 wavefronts of 1, 4-way conflict",
      "B read: ld.shared.b32 × 64 per thread: 1 wavefront of 1, no conflict",
      "accumulator: 64 registers a thread",
      "instruction: fma",
      "loop: k rounds of k: 262 kFLOP a round, 262 kFLOP × k in all",
      "main loop: 2560 wavefronts of shared memory, 262 kFLOP a round, k rounds; no load from global memory in it: shared memory bounds it at best",
    ]
  `);
});
