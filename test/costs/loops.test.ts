// The loop around a copy or an MMA: its rounds in the code's own sizes, what one moves, what all of them do.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

async function loops(source: string, language: Language): Promise<readonly (string | undefined)[]> {
  const { index } = await analysed(source, language);
  return costList(index).map((one) => costWords(one, language).lines.find(({ label }) => label === "loop")?.text);
}

const around = (body: string): Promise<readonly (string | undefined)[]> =>
  loops(
    `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* A, int k, int n, int const* stop) {
  auto gA = make_tensor(make_gmem_ptr(A), make_shape(Int<32>{}, Int<8>{}));
  auto mA = local_partition(gA, Layout<Shape<_32>>{}, threadIdx.x);
  auto rA = make_fragment_like(mA);
${body}
}
`,
    "cpp",
  );

test("C++: rounds by the loop's numbers, up and down, nested loops of known rounds", async () => {
  expect(
    await around(`  copy(mA, rA);
  for (int i = 0; i < 4; ++i) copy(mA, rA);
  for (int i = 0; i < k; ++i) copy(mA, rA);
  for (int i = 1; i <= ceil_div(k, 64); i++) copy(mA, rA);
  for (int i = 8; i > 1; i -= 2) copy(mA, rA);
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < 4; ++j) copy(mA, rA);
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < n - 1; ++j) copy(mA, rA);`),
  ).toEqual([
    undefined,
    "4 rounds of i: 1 KiB a round, 4 KiB in all",
    "k rounds of i: 1 KiB a round, 1 KiB × k in all",
    "⌈k/64⌉ rounds of i: 1 KiB a round, 1 KiB × ⌈k/64⌉ in all",
    "4 rounds of i: 1 KiB a round, 4 KiB in all",
    "k rounds of i: 4 KiB a round (4 times), 4 KiB × k in all",
    "n-1 rounds of j: 1 KiB a round, 1 KiB × (n-1) in all",
  ]);
});

test("C++: what the run decides is at most that", async () => {
  expect(
    await around(`  for (int i = 0; i < k; ++i) {
    if (i + 1 < k) copy(mA, rA);
    for (int j = 0; j < 4; ++j) {
      if (j == 0) copy(mA, rA);
      else copy(mA, rA);
    }
  }
  for (int i = 0; i < k; ++i) {
    if (stop[i] != 0) break;
    copy(mA, rA);
  }
  for (int i = 0; i < k; ++i) {
    if (stop[i] != 0) ++i;
    copy(mA, rA);
  }
  while (k > 0) { copy(mA, rA); --k; }`),
  ).toEqual([
    "at most k rounds of i: 1 KiB a round, 1 KiB × k in all",
    "k rounds of i: 1 KiB a round, 1 KiB × k in all",
    "at most k rounds of i: 4 KiB a round (4 times), 4 KiB × k in all",
    "at most k rounds of i: 1 KiB a round, 1 KiB × k in all",
    "1 KiB a round of i",
    "k rounds of k: 1 KiB a round, 1 KiB × k in all",
  ]);
});

test("CuTe DSL: a range of tiles of the run, with an unrolled one inside", async () => {
  const source = `import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(k: cutlass.Int32):
    rA = cute.make_rmem_tensor((8,), cutlass.Float32)
    rB = cute.make_rmem_tensor((8,), cutlass.Float32)
    for tile in cutlass.range(cute.ceil_div(k, 64)):
        for i in cutlass.range_constexpr(2):
            cute.autovec_copy(rA, rB)
`;
  expect(await loops(source, "python")).toEqual([
    "⌈k/64⌉ rounds of tile: 64 B per thread a round (2 times), 64 B per thread × ⌈k/64⌉ in all",
  ]);
});

test("C++: loops that count a variable from elsewhere, by what sets it before", async () => {
  expect(
    await around(`  for (; k > 0; --k) copy(mA, rA);
  int left = ceil_div(n, 64);
  for (int pipe = 0; pipe < 2; ++pipe) --left;
  while (left > -2) {
    for (int i = 0; i < 4; ++i)
      if (i == 0) {
        copy(mA, rA);
        --left;
      }
  }
  int m = 12;
  m -= 4;
  for (; m >= 0; m -= 3) copy(mA, rA);
  int up = 2;
  while (up < n) {
    copy(mA, rA);
    up += 2;
  }`),
  ).toEqual([
    "k rounds of k: 1 KiB a round, 1 KiB × k in all",
    "⌈n/64⌉ rounds of left: 1 KiB a round, 1 KiB × ⌈n/64⌉ in all",
    "3 rounds of m: 1 KiB a round, 3 KiB in all",
    "⌈[n-2]/2⌉ rounds of up: 1 KiB a round, 1 KiB × ⌈[n-2]/2⌉ in all",
  ]);
});

test("C++: what else may have set the counter leaves its rounds open", async () => {
  const open = "1 KiB a round of the loop";
  expect(
    await around(`  int a = n;
  if (stop[0] > 0) a = 3;
  while (a > 0) { copy(mA, rA); --a; }
  int b = n;
  while (b > 0) { copy(mA, rA); if (stop[b] > 0) --b; }
  int c = n;
  for (int i = 0; i < k; ++i)
    while (c > 0) { copy(mA, rA); --c; }
  int d = n;
  auto take = [&]() { --d; };
  take();
  while (d > 0) { copy(mA, rA); --d; }
  int e = n;
  next(e);
  while (e > 0) { copy(mA, rA); --e; }
  int f = n;
  while (f > 0) { copy(mA, rA); --f; if (stop[f] > 0) continue; --f; }`),
  ).toEqual([open, open, open, open, open, open]);
});
