// Which GPU the blocks that a kernel asks for are held against, where no architecture is set.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

async function told(mma: string, kib: number): Promise<readonly string[]> {
  const text = `
#include <cute/tensor.hpp>
using namespace cute;
struct Storage {
  alignas(128) half_t A[${kib * 256}];
  alignas(128) half_t B[${kib * 256}];
};
__global__ __launch_bounds__(128, 2) void kernel() {
  extern __shared__ char memory[];
  Storage& storage = *reinterpret_cast<Storage*>(memory);
  auto mma = make_tiled_mma(${mma});
  auto sA = make_tensor(make_smem_ptr(storage.A), make_layout(Shape<_64, Int<${kib * 4}>>{}));
  auto sB = make_tensor(make_smem_ptr(storage.B), make_layout(Shape<_64, Int<${kib * 4}>>{}));
}`;
  const { problems } = await analysed(text, "cpp");
  return problems.filter(({ code }) => code === "occupancy-limit").map(({ message }) => message);
}

const ampere = "SM80_16x8x16_F32F16F16F32_TN{}";

test("MMAs that later GPUs have too are held against the largest SM, and no GPU is named", async () => {
  const [message = ""] = await told(ampere, 128);
  expect(message).toContain("leaves room for 1 on any GPU, the largest SM having 228 KiB");
  expect(await told(ampere, 96)).toEqual([]);
});

test("MMAs of one generation are held against its GPU", async () => {
  const geforce = "SM120_16x8x32_TN<float_e4m3_t, float_e4m3_t, float>{}";
  const [message = ""] = await told(geforce, 64);
  expect(message).toContain("leaves room for 1 on RTX 5090");
  expect(await told(geforce, 48)).toEqual([]);
});
