// Single elements, as C++ and Python write them: what an element loop costs is what the copy of the same tensors costs.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

async function costs(text: string, language: Language = "cpp"): Promise<readonly string[]> {
  const { index } = await analysed(text, language);
  return costList(index).map((one) => {
    const { title, lines } = costWords(one, language);
    const first = lines.filter(({ rank }) => rank === "first").map(({ label, text: said }) => `${label}: ${said}`);
    return [title, ...first].join("; ");
  });
}

const kernel = (stride: string, body: string): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* A, float* B, int lda, int k) {
  __shared__ float shared[32 * 36];
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_32, _32>, Stride<${stride}, _1>>{});
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(B), make_layout(make_shape(Int<32>{}, Int<32>{}), make_stride(lda, Int<1>{})));
  auto tA = local_partition(gA, Layout<Shape<_4, _32>, Stride<_32, _1>>{}, threadIdx.x);
  auto tS = local_partition(sA, Layout<Shape<_4, _32>, Stride<_32, _1>>{}, threadIdx.x);
  auto down = local_partition(sA, Layout<Shape<_32, _4>>{}, threadIdx.x);
  auto r = make_fragment_like(down);
${body}
}
`;

test("a loop over all elements is the copy of them, one after the other", async () => {
  for (const stride of ["_32", "Int<33>", "Int<36>"]) {
    const loop = await costs(
      kernel(
        stride,
        "  for (int i = 0; i < size(tA); ++i) tS(i) = tA(i);\n  for (int i = 0; i < size(r); ++i) r(i) = down(i);",
      ),
    );
    expect(loop).toEqual(
      await costs(kernel(stride, "  copy(DefaultCopy{}, tA, tS);\n  copy(DefaultCopy{}, down, r);")),
    );
  }
  const nested =
    "  for (int m = 0; m < size<0>(tA); ++m)\n    for (int n = 0; n < size<1>(tA); ++n) tS(m, n) = tA(m, n);";
  expect(await costs(kernel("_32", nested))).toEqual(await costs(kernel("_32", "  copy(DefaultCopy{}, tA, tS);")));
});

test("a transpose by two coordinates: its column of plain rows wants one bank, of padded rows every bank", async () => {
  const body = `  for (int m = 0; m < 32; m += 4)
    gB(m + threadIdx.x / 32, threadIdx.x % 32) = sA(threadIdx.x % 32, m + (threadIdx.x >> 5));`;
  const text = (shared: string): string =>
    `ld.shared + st.global 4 B × 1 per thread · 4 B per thread; shared: ${shared}; global: 4 to 5 sectors of 4, 80 to 100% used; loop: 8 rounds of m: 4 B per thread a round, 32 B per thread in all`;
  const alone = (stride: string): string => kernel(stride, body).replaceAll(/ {2}auto (?:tA|tS|down|r) = .*\n/g, "");
  expect(await costs(alone("_32"))).toEqual([text("32 wavefronts of 1, 32-way conflict")]);
  expect(await costs(alone("Int<33>"))).toEqual([text("1 wavefront of 1, no conflict")]);
});

test("reads and writes beside other work, pointers, and what no tensor is", async () => {
  expect(
    await costs(
      kernel(
        "_32",
        `  sA(3, threadIdx.x % 32) += 2.0f * gA(threadIdx.x % 32, 0);
  shared[threadIdx.x] = A[threadIdx.x * 2];
  for (int i = 0; i < k; ++i) B[i * 128 + threadIdx.x] = r(0);
  r(0) = r(1);
  float* p = &A[threadIdx.x];
  tS(_, 0);`,
      ),
    ),
  ).toEqual([
    "ld.shared 4 B × 1 per thread · 512 B per CTA; shared: 1 wavefront of 1, no conflict",
    "st.shared 4 B × 1 per thread · 512 B per CTA; shared: 1 wavefront of 1, no conflict",
    "ld.global 4 B × 1 per thread · 512 B per CTA; global: 32 sectors of 4, 13% used",
    "ld.global + st.shared 4 B × 1 per thread · 512 B per CTA; global: 8 sectors of 4, 50% used; shared: 1 wavefront of 1, no conflict",
    "st.global 4 B × 1 per thread · 512 B per CTA; global: 4 sectors of 4, 100% used; loop: k rounds of i: 512 B a round, 512 B × k in all",
  ]);
});

test("below a condition: counted as if it held in every thread, and it says so", async () => {
  const { index } = await analysed(
    kernel("_32", "  if (threadIdx.x < 32) sA(0, threadIdx.x) = A[threadIdx.x];"),
    "cpp",
  );
  const [one] = costList(index).map((cost) => costWords(cost, "cpp").notes);
  expect(one).toContain("counted as if the predicate held everywhere: what it leaves out costs less");
});

test("CuTe DSL: an element loop, and an index", async () => {
  const source = `import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(32, 1)), 16)
    tA = cute.local_partition(sA, cute.make_layout((32, 1)), tidx)
    r = cute.make_rmem_tensor((1, 32), cutlass.Float32)
    for i in cutlass.range_constexpr(cute.size(r)):
        r[i] = tA[i]
    sA[3, tidx] = r[0]
`;
  expect(await costs(source, "python")).toEqual([
    "ld.shared 4 B × 32 per thread · 4 KiB per CTA; shared: 32 wavefronts of 1, 32-way conflict",
    "st.shared 4 B × 1 per thread · 128 B per CTA; shared: 1 wavefront of 1, no conflict",
  ]);
});

test("C++: loops that begin at the thread's own number and step by the block", async () => {
  const text = (launch: string): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void fill(float const* in, float* out, int n) {
  __shared__ float buf[64 * 33];
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<_64, _32>, Stride<Int<33>, _1>>{});
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  for (int i = threadIdx.x; i < 64 * 32; i += blockDim.x) s(i / 32, i % 32) = g(i / 32, i % 32);
  for (int i = threadIdx.x; i < size(s); i += blockDim.x) s(i) = g(i);
  for (int i = threadIdx.x; i < 64 * 33; i += blockDim.x) buf[i] = in[i];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = 2 * in[2 * i];
  for (int row = threadIdx.x / 32; row < 64; row += 4) s(row, threadIdx.x % 32) = 0.0f;
}
${launch}`;
  // What the caller calls its pointer is no variable of the kernel, whose loops count an i too.
  const launched = await costs(text("void host(float* i, float* b, int n) { fill<<<4, 128>>>(i, b, n); }"));
  expect(launched).toMatchInlineSnapshot(`
    [
      "ld.global + st.shared 4 B × 1 per thread · 512 B per CTA; global: 4 sectors of 4, 100% used; shared: 1 wavefront of 1, no conflict; loop: 16 rounds of i: 512 B a round, 8 KiB in all",
      "ld.global + st.shared 4 B × 1 per thread · 512 B per CTA; global: 32 sectors of 4, 13% used; shared: 1 wavefront of 1, no conflict; loop: 16 rounds of i: 512 B a round, 8 KiB in all",
      "ld.global + st.shared 4 B × 1 per thread · 512 B per CTA; global: 4 sectors of 4, 100% used; shared: 1 wavefront of 1, no conflict; loop: at most 17 rounds of i: 512 B a round, 8.5 KiB in all",
      "st.global 4 B × 1 per thread · 512 B per CTA; global: 4 sectors of 4, 100% used; loop: 512 B a round of i",
      "ld.global 4 B × 1 per thread · 512 B per CTA; global: 8 sectors of 4, 50% used; loop: 512 B a round of i",
      "st.shared 4 B × 1 per thread · 512 B per CTA; shared: 1 wavefront of 1, no conflict; loop: 16 rounds of row: 512 B a round, 8 KiB in all",
    ]
  `);
  expect(await costs(text(""))).toMatchInlineSnapshot(`
    [
      "ld/st 4 B × 1 per thread · 4 B per thread; source: not counted: the address mixes the thread's index with blockDim.x; destination: not counted: the address mixes the thread's index with blockDim.x; loop: 4 B per thread a round of i",
      "ld/st 4 B × 1 per thread · 4 B per thread; source: not counted: the address mixes the thread's index with blockDim.x; destination: not counted: the address mixes the thread's index with blockDim.x; loop: 4 B per thread a round of i",
      "ld.global + st.shared 4 B × 1 per thread · 4 B per thread; global: 4 to 5 sectors of 4, 80 to 100% used; shared: 1 wavefront of 1, no conflict; loop: 4 B per thread a round of i",
      "st.global 4 B × 1 per thread · 4 B per thread; global: 4 to 5 sectors of 4, 80 to 100% used; loop: 4 B per thread a round of i",
      "ld.global 4 B × 1 per thread · 4 B per thread; global: 8 to 9 sectors of 4, 44 to 50% used; loop: 4 B per thread a round of i",
      "st.shared 4 B × 1 per thread · 4 B per thread; shared: 1 wavefront of 1, no conflict; loop: 16 rounds of row: 4 B per thread a round, 64 B per thread in all",
    ]
  `);
});

test("CuTe DSL: a loop that begins at the thread's own number", async () => {
  const text = `import cutlass
import cutlass.cute as cute

@cute.kernel
def fill(gA: cute.Tensor):
    tid, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((64, 32), stride=(33, 1)), 16)
    for i in cutlass.range(tid, 2048, 128):
        sA[i // 32, i % 32] = gA[i % 64, i // 64]

@cute.jit
def host(A: cute.Tensor):
    B = cute.make_tensor(cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16), cute.make_layout((64, 32)))
    fill(B).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
  expect(await costs(text, "python")).toMatchInlineSnapshot(`
    [
      "ld.global + st.shared 4 B × 1 per thread · 512 B per CTA; global: 4 sectors of 4, 100% used; shared: 1 wavefront of 1, no conflict; loop: 16 rounds of i: 512 B a round, 8 KiB in all",
    ]
  `);
});
