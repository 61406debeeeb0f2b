// Copies below tests of the thread: who runs them is counted where it is known, and said where it is not.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import { lossText } from "../../server/src/features/costs/loss-hints.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

async function said(source: string, language: Language): Promise<readonly string[]> {
  const { index } = await analysed(source, language);
  return costList(index).map((one) => {
    const { title, notes } = costWords(one, language);
    return [title, ...notes.filter((note) => !note.startsWith("as written"))].join("; ");
  });
}

const below = (body: string): Promise<readonly string[]> =>
  said(
    `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* A, int n, int const* role) {
  __shared__ float buf[32 * 32];
  Tensor g = make_tensor(make_gmem_ptr(A), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto threads = Layout<Shape<_4, _32>, Stride<_32, _1>>{};
  Tensor a = local_partition(g, threads, threadIdx.x);
  Tensor b = local_partition(s, threads, threadIdx.x);
${body}
}
`,
    "cpp",
  );

const these = "counted for the threads that pass the tests around it";

test("C++: the threads that pass", async () => {
  expect(
    await below(`  if (threadIdx.x < 32) copy(a, b);
  if (threadIdx.x < 64 && threadIdx.x % 2 == 0) copy(a, b);
  if (threadIdx.x >= 96) copy(a, b);
  else copy(a, b);
  if (!(threadIdx.x < 16)) copy(a, b);
  if (threadIdx.x < 128) copy(a, b);
  if (n > 0) copy(a, b);`),
  ).toEqual([
    `ld.global + st.shared 4 B × 8 per thread · 1 KiB per CTA; ${these}`,
    `ld.global + st.shared 4 B × 8 per thread · 1 KiB per CTA; ${these}`,
    `ld.global + st.shared 4 B × 8 per thread · 1 KiB per CTA; ${these}`,
    `ld.global + st.shared 4 B × 8 per thread · 3 KiB per CTA; ${these}`,
    `ld.global + st.shared 4 B × 8 per thread · 3.5 KiB per CTA; ${these}`,
    "ld.global + st.shared 4 B × 8 per thread · 4 KiB per CTA",
    "ld.global + st.shared 4 B × 8 per thread · 4 KiB per CTA",
  ]);
});

test("C++: what the run decides of the threads, and what decides it by warps, is said", async () => {
  expect(
    await below(`  if (threadIdx.x < n) copy(a, b);
  if (cutlass::canonical_warp_idx_sync() == 0) copy(a, b);
  if (cute::elect_one_sync()) copy(a, b);`),
  ).toEqual([
    "ld.global + st.shared 4 B × 8 per thread · 4 KiB per CTA; counted as if all threads ran it: threadIdx.x decides which do",
    "ld.global + st.shared 4 B × 8 per thread · 4 KiB per CTA; canonical_warp_idx_sync() decides which warps run it",
    "ld.global + st.shared 4 B × 8 per thread · 4 KiB per CTA; counted as if all threads ran it: elect_one_sync() decides which do",
  ]);
});

test("CuTe DSL: roles by warp", async () => {
  expect(
    await said(
      `import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    threads = cute.make_layout((32,))
    a = cute.local_partition(mA, threads, tidx)
    r = cute.make_fragment_like(a)
    if warp_idx == 0:
        cute.autovec_copy(a, r)
    if tidx < 8:
        cute.autovec_copy(a, r)

@cute.jit
def main(mA: cute.Tensor):
    t = cute.make_tensor(cute.make_ptr(cutlass.Float32, 16, cute.AddressSpace.gmem), cute.make_layout((64,)))
    kernel(t).launch(grid=(1, 1, 1), block=(32, 1, 1))
`,
      "python",
    ),
  ).toMatchInlineSnapshot(`
    [
      "ld.global 4 B × 2 per thread · 256 B per CTA; warp_idx decides which warps run it",
      "ld.global 4 B × 2 per thread · 64 B per CTA; counted for the threads that pass the tests around it",
    ]
  `);
});

test("axpby: what is read and what is written is said", async () => {
  const { index } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
__global__ void scaled(float const* in, float* out) {
  Tensor x = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  Tensor y = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _16>>{});
  auto threads = Layout<Shape<_64, _2>>{};
  axpby(2.0f, local_partition(x, threads, threadIdx.x), 3.0f, local_partition(y, threads, threadIdx.x));
}
`,
    "cpp",
  );
  const lines = costList(index).flatMap((one) => costWords(one, "cpp").lines);
  expect(lines.filter(({ rank }) => rank === "first").map(({ label, text }) => `${label}: ${text}`)).toEqual([
    "global, read of what is written: 4 sectors of 4, 100% used",
    "global, read: 32 sectors of 4, 13% used",
    "global, written: 4 sectors of 4, 100% used",
  ]);
});

test("what axpby loses in reading and in writing is hinted once", async () => {
  const { index } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
__global__ void scaled(float* out) {
  Tensor y = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  Tensor part = local_partition(y, Layout<Shape<_64, _2>>{}, threadIdx.x);
  axpby(2.0f, make_fragment_like(part), 3.0f, part);
}
`,
    "cpp",
  );
  const hints = costList(index).flatMap(({ cost }) => (cost.kind === "copy" ? [lossText(cost)] : []));
  expect(hints).toEqual(["13% of sectors used"]);
});
