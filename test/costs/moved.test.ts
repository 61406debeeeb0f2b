// Tensors that a loop moves: what their accesses cost rests on the size of the steps alone.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import { analysed } from "../features/analysed.ts";

/** What the copy of `p` costs, where the loop's body moves it. */
async function costOfMoved(move: string): Promise<readonly string[]> {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* A, int k, int offset) {
  __shared__ float a[4 * 32 * 32];
  auto sA = make_tensor(make_smem_ptr(a), Layout<Shape<_32, _32, _3>>{});
  auto threads = Layout<Shape<_8, _16>>{};
  auto down = Layout<Shape<_1, _128>>{};
  auto all = local_partition(sA, threads, threadIdx.x);
  auto other = local_partition(sA, down, threadIdx.x);
  auto p = all(_, _, 0);
  auto r = make_fragment_like(p);
  int stage = 0;
  while (k > 0) {
    for (int i = 0; i < 4; ++i) {
      ${move}
      copy(p, r);
      if (i == 0) stage = stage == 2 ? 0 : stage + 1;
    }
    --k;
  }
}
`;
  const { index } = await analysed(source, "cpp");
  return costList(index).map((one) => {
    const { lines, notes } = costWords(one, "cpp");
    return [...lines.map(({ label, text }) => `${label}: ${text}`), ...notes].join("; ");
  });
}

test("a stage of a pipeline: every stage begins on the same bank", async () => {
  expect(await costOfMoved("if (i == 3) p = all(_, _, stage);")).toMatchInlineSnapshot(`
    [
      "shared: 4 wavefronts of 1, 4-way conflict; access: ld.shared.b32; wavefronts: 128 of 32 in 32 warp instructions; worst: bank 0: 4 words, by threads 0, 8, 16, 24; loop: k rounds of k: 16 KiB a round (4 times), 16 KiB × k in all; as written: the compiler may join neighbouring accesses",
    ]
  `);
});

test("so many rows further in each round", async () => {
  expect(await costOfMoved("p = make_tensor(p.data() + 32 * stage, p.layout());")).toMatchInlineSnapshot(`
    [
      "shared: 4 wavefronts of 1, 4-way conflict; access: ld.shared.b32; wavefronts: 128 of 32 in 32 warp instructions; worst: bank 0: 4 words, by threads 0, 8, 16, 24; loop: k rounds of k: 16 KiB a round (4 times), 16 KiB × k in all; as written: the compiler may join neighbouring accesses; counted for p being the same in all threads of a warp",
    ]
  `);
});

test("another thread's part, or an unknown way, moves each thread by its own", async () => {
  expect(await costOfMoved("if (i == 3) p = all(_, _, threadIdx.x % 3);")).toMatchInlineSnapshot(`
    [
      "source: not counted: p changes in the loop; loop: k rounds of k: 16 KiB a round (4 times), 16 KiB × k in all",
    ]
  `);
  expect(await costOfMoved("p = make_tensor(p.data() + offset, p.layout());")).toMatchInlineSnapshot(`
    [
      "source: not counted: p changes in the loop; loop: k rounds of k: 16 KiB a round (4 times), 16 KiB × k in all",
    ]
  `);
});
