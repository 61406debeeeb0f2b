// Bulk copies without a tensor map: as many bytes at once as both sides have side by side, by one thread.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import { analysed } from "../features/analysed.ts";

async function costs(body: string): Promise<readonly string[]> {
  const { index } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* A, int M, uint64_t* bar) {
  __shared__ float shared[256];
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_128, _2>>{});
  auto gA = make_tensor(make_gmem_ptr(A), make_layout(make_shape(Int<128>{}, M)));
  auto gB = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _2>, Stride<_1, _256>>{});
${body}
}
`,
    "cpp",
  );
  return costList(index).map((one) => {
    const { title, lines, notes } = costWords(one, "cpp");
    return [title, ...lines.map(({ label, text }) => `${label}: ${text}`), ...notes].join("; ");
  });
}

test("traits by name, an operation, an atom of it, and one that says its bits", async () => {
  const load = "cp.async.bulk load × 1 by one thread · 512 B; global: 512 B each, side by side";
  expect(
    await costs(`  auto traits = Copy_Traits<SM90_BULK_COPY_AUTO>{};
  copy(traits.with(*bar), gA(_, 3), sA(_, 1));
  copy(SM90_BULK_COPY_AUTO{}, gA(_, 3), sA(_, 1));
  copy(Copy_Atom<SM90_BULK_COPY_AUTO, float>{}.with(*bar), gA(_, 3), sA(_, 1));
  copy(Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, Int<4096>>, float>{}.with(*bar), gA(_, 3), sA(_, 1));`),
  ).toEqual([load, load, load, load]);
});

test("a store of two columns that do not follow each other takes two", async () => {
  expect(await costs("  copy(Copy_Traits<SM90_BULK_COPY_AUTO>{}, sA, gB);")).toEqual([
    "cp.async.bulk store × 2 by one thread · 1 KiB; global: 512 B each, side by side",
  ]);
});
