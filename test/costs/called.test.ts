// Functions of the same file that a kernel calls, `self.mma(...)`, `load(...)`: what they do is part of the kernel's costs and in the
// round of its main loop, as often as they are called, and once.
import { expect, test } from "vitest";
import { costList, elsewhereText } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import { kernelCosts } from "../../server/src/features/costs/kernel.ts";
import { kernelWords, loopText } from "../../server/src/features/costs/kernel-words.ts";
import { costTables } from "../../server/src/features/costs/table.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

async function said(source: string, language: Language): Promise<readonly string[]> {
  const { index } = await analysed(source, language);
  return kernelCosts(index, costList(index), undefined)
    .filter((one) => !one.isPart && kernelWords(one).length > 0)
    .flatMap((one) => [
      `${index.instances.get(one.instance)?.function}`,
      ...kernelWords(one).map(({ label, text }) => `  ${label}: ${text}`),
    ]);
}

/** One m64n64k16 of a step is 131 kFLOP; A is 4 wavefronts of a warp and B 4: 4 warps, 32 in all. 8 KiB are a tile of A. */
const cpp = (functions: string, body: string, host = ""): string => `#include <cute/tensor.hpp>
using namespace cute;
template <class Copy, class S, class D>
__device__ void load(Copy const& c, S const& s, D&& d) { copy(c, s, d); }
template <class Mma, class A, class B, class C>
__device__ void step(Mma& mma, A const& a, B const& b, C& c) {
  for (int k = 0; k < size<2>(a); ++k) gemm(mma, a(_, _, k), b(_, _, k), c);
}
${functions}
__global__ void kernel(half_t const* A, int tiles) {
  __shared__ alignas(1024) half_t a[64 * 64];
  __shared__ alignas(1024) half_t b[64 * 64];
  auto atom = GMMA::Layout_K_SW128_Atom<half_t>{};
  Tensor sA = make_tensor(make_smem_ptr(a), tile_to_shape(atom, Shape<_64, _64>{}));
  Tensor sB = make_tensor(make_smem_ptr(b), tile_to_shape(atom, Shape<_64, _64>{}));
  Tensor gA = make_tensor(make_gmem_ptr(A), make_shape(_64{}, _64{}, tiles), make_stride(_64{}, _1{}, Int<4096>{}));
  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                             Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = g2s.get_slice(threadIdx.x);
  Tensor tAgA = thr.partition_S(gA);
  Tensor tAsA = thr.partition_D(sA);
  auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto tm = mma.get_slice(threadIdx.x);
  Tensor rA = tm.partition_fragment_A(sA);
  Tensor rB = tm.partition_fragment_B(sB);
  Tensor rC = partition_fragment_C(mma, Shape<_64, _64>{});
${body}
}
${host}`;

const loopLine = (lines: readonly string[]): string | undefined =>
  lines.find((line) => line.startsWith("  main loop"))?.slice(13);

test("C++: in the loop of the kernel, as often as it calls", async () => {
  const once = await said(
    cpp("", "  for (int t = 0; t < tiles; ++t) { load(g2s, tAgA(_, _, _, t), tAsA); step(mma, rA, rB, rC); }"),
    "cpp",
  );
  expect(once).toMatchInlineSnapshot(`
    [
      "kernel",
      "  shared memory: 16 KiB of 227 KiB: sA 8 KiB + sB 8 KiB",
      "  threads: 128 in its copies and MMAs",
      "  registers: at least 32 a thread, for the accumulators of its largest MMA",
      "  occupancy: at most 13 CTAs per SM of H100, by shared memory",
      "  main loop: 8 KiB from global memory, 192 wavefronts of shared memory, 524 kFLOP a round, tiles rounds; 64 FLOP/B where H100 turns at 295: memory bounds it, but for what L2 keeps",
    ]
  `);
  const thrice = cpp(
    "",
    `  for (int t = 0; t < tiles; ++t) {
    load(g2s, tAgA(_, _, _, t), tAsA);
    step(mma, rA, rB, rC);
    for (int i = 0; i < 2; ++i) step(mma, rA, rB, rC);
  }`,
  );
  expect(loopLine(await said(thrice, "cpp"))).toMatchInlineSnapshot(
    `"8 KiB from global memory, 448 wavefronts of shared memory, 1.6 MFLOP a round, tiles rounds; 192 FLOP/B where H100 turns at 295: memory bounds it, but for what L2 keeps"`,
  );
});

test("C++: the loop in the function that the kernel calls, from two places, through another, and from a lambda", async () => {
  const loop = `template <class Mma, class A, class B, class C>
__device__ void steps(Mma& mma, A const& a, B const& b, C& c, int count) {
  for (int i = 0; i < count; ++i) step(mma, a, b, c);
}
template <class Mma, class A, class B, class C>
__device__ void outer(Mma& mma, A const& a, B const& b, C& c, int count) { steps(mma, a, b, c, count); }`;
  const of = async (body: string) => loopLine(await said(cpp(loop, body), "cpp"));
  expect(await of("  steps(mma, rA, rB, rC, tiles);")).toMatchInlineSnapshot(
    `"128 wavefronts of shared memory, 524 kFLOP a round of the loop in steps, tiles rounds; no load from global memory in it: MMA bounds it at best"`,
  );
  expect(await of("  outer(mma, rA, rB, rC, tiles); outer(mma, rA, rB, rC, tiles);")).toMatchInlineSnapshot(
    `"128 wavefronts of shared memory, 524 kFLOP a round of the loop in steps, tiles rounds; no load from global memory in it: MMA bounds it at best"`,
  );
  expect(
    await of("  auto go = [&](int n) { steps(mma, rA, rB, rC, n); };\n  for (int t = 0; t < tiles; ++t) go(tiles);"),
  ).toMatchInlineSnapshot(
    `"128 wavefronts of shared memory, 524 kFLOP a round of the loop in steps, tiles rounds; no load from global memory in it: MMA bounds it at best"`,
  );
  // Of what stands around a loop of the run in what is called, a round of the loop around it says nothing.
  expect(
    await of("  for (int t = 0; t < tiles; ++t) { step(mma, rA, rB, rC); steps(mma, rA, rB, rC, t); }"),
  ).toMatchInlineSnapshot(
    `"128 wavefronts of shared memory, 524 kFLOP a round of the loop in steps, t rounds; no load from global memory in it: MMA bounds it at best"`,
  );
});

test("C++: two kernels that call one function have it each; who launches them has nothing of it", async () => {
  const body = "  for (int t = 0; t < tiles; ++t) step(mma, rA, rB, rC);";
  const source = cpp("", body);
  const second = source.slice(source.indexOf("__global__")).replace("void kernel(", "void other(");
  const host = `
void run(half_t const* A, int tiles) {
  kernel<<<1, 128>>>(A, tiles);
  other<<<1, 128>>>(A, tiles);
}
`;
  const lines = await said(source + second + host, "cpp");
  expect(lines.filter((line) => /^\S|main loop/.test(line))).toMatchInlineSnapshot(`
    [
      "kernel",
      "  main loop: 128 wavefronts of shared memory, 524 kFLOP a round, tiles rounds; no load from global memory in it: MMA bounds it at best",
      "other",
      "  main loop: 128 wavefronts of shared memory, 524 kFLOP a round, tiles rounds; no load from global memory in it: MMA bounds it at best",
    ]
  `);
});

test("C++: the Costs view of the kernel has the copies of what it calls, where they stand", async () => {
  const source = cpp(
    "",
    "  for (int i = 0; i < 3; ++i) load(g2s, tAgA(_, _, _, i), tAsA);\n  load(g2s, tAgA(_, _, _, 3), tAsA);\n  step(mma, rA, rB, rC);",
  );
  const { index } = await analysed(source, "cpp");
  const tables = costTables(index, undefined);
  expect(
    tables.map(({ name, rows }) => [
      name,
      ...rows.map(
        ({ op, title, detail, place }) => `${source.slice(place.start, place.end)}: ${op}: ${title}: ${detail}`,
      ),
    ]),
  ).toMatchInlineSnapshot(`
    [
      [
        "kernel",
        "gemm: gemm in step: SM90_64x64x16_F32F16F16_SS<K,K> × 1 per warpgroup · 131 kFLOP per CTA: operands A 2 KiB from shared memory, B 2 KiB from shared memory, C 16 KiB from registers (one instruction) · shared 8 wavefronts a warp for the operands · accumulator 32 registers a thread · 4 times",
        "copy: copy in load: cp.async 16 B × 4 per thread · 8 KiB per CTA: global 16 sectors of 16, 100% used · shared 4 wavefronts of 4, no conflict · 3 times",
        "copy: copy in load: cp.async 16 B × 4 per thread · 8 KiB per CTA: global 16 sectors of 16, 100% used · shared 4 wavefronts of 4, no conflict",
      ],
    ]
  `);
});

const python = `import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp, cpasync

class Gemm:
    @cute.jit
    def load(self, copy, src, dst):
        cute.copy(copy, src, dst)

    @cute.jit
    def step(self, mma, acc, a, b):
        for k in cutlass.range_constexpr(2):
            cute.gemm(mma, acc, a, b, acc)

    @cute.jit
    def steps(self, mma, acc, a, b, copy, src, dst, count: cutlass.Int32):
        for t in cutlass.range(count):
            self.load(copy, src, dst)
            self.step(mma, acc, a, b)

    @cute.kernel
    def kernel(self, mA: cute.Tensor, count: cutlass.Int32):
        tidx, _, _ = cute.arch.thread_idx()
        smem = cutlass.utils.SmemAllocator()
        sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 16)
        atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=128)
        copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
        thr = copy.get_slice(tidx)
        gA = cute.make_tensor(mA.iterator, cute.make_layout((64, 64), stride=(64, 1)))
        mma = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), cute.make_layout((4, 1, 1)))
        acc = cute.make_rmem_tensor(mma.partition_shape_C((64, 8)), cutlass.Float32)
        a = cute.make_rmem_tensor(mma.partition_shape_A((64, 16)), cutlass.Float16)
        b = cute.make_rmem_tensor(mma.partition_shape_B((8, 16)), cutlass.Float16)
        self.steps(mma, acc, a, b, copy, thr.partition_S(gA), thr.partition_D(sA), count)

    @cute.jit
    def __call__(self, mA: cute.Tensor, count: cutlass.Int32):
        self.kernel(mA, count).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

test("CuTe DSL: methods that the kernel calls, and the loop in one of them", async () => {
  expect(await said(python, "python")).toMatchInlineSnapshot(`
    [
      "Gemm.kernel",
      "  shared memory: 8 KiB of 163 KiB: sA 8 KiB",
      "  threads: 128 a block",
      "  registers: at least 4 a thread, for the accumulators of its largest MMA",
      "  occupancy: at most 16 CTAs per SM of A100, by threads",
      "  main loop: 8 KiB from global memory, 64 wavefronts of shared memory, 32.8 kFLOP a round of the loop in steps, count rounds; 4 FLOP/B where A100 turns at 153: memory bounds it, but for what L2 keeps",
    ]
  `);
});

const helper = `import cutlass.cute as cute

def copy_fn(atom, src, dst):
    def copy_one(stage):
        cute.copy(atom, src, dst[None, None, None, stage])
    return copy_one

def produce(copy, count):
    for t in range(count):
        copy(t)
`;

/** The copy is a closure of another file, called in the loop of a method. */
const closure = (call: string): string =>
  python
    .replace("import cutlass\n", "import cutlass\nfrom helper import copy_fn, produce\n")
    .replace("            self.load(copy, src, dst)\n", call)
    .replace("(64, 64), stride=(64, 1)), 16)", "(64, 64, 4), stride=(64, 1, 4096)), 16)")
    .replace(
      "self.steps(mma, acc, a, b, copy,",
      "load = copy_fn(copy, thr.partition_S(gA), thr.partition_D(sA))\n        self.steps(mma, acc, a, b, load,",
    );

test("CuTe DSL: a closure that a helper of another file made does its copy where it is called", async () => {
  const of = async (call: string) => {
    const { index } = await analysed(closure(call), "python", {}, { "helper.py": helper });
    const rows = costList(index).flatMap((one) =>
      one.call.op === "copy" && one.elsewhere !== undefined
        ? [`${one.call.op}${elsewhereText(index, one)}: ${costWords(one, "python").title}`]
        : [],
    );
    const kernel = kernelCosts(index, costList(index), undefined).find(
      ({ instance }) => index.instances.get(instance)?.function === "Gemm.kernel",
    );
    return [...rows, kernel && loopText(kernel)];
  };
  expect(await of("            copy(t % 4)\n")).toMatchInlineSnapshot(`
    [
      "copy in copy_fn (helper.py:5): cp.async 16 B × 4 per thread · 8 KiB per CTA",
      "8 KiB from global memory, 64 wavefronts of shared memory, 32.8 kFLOP a round of the loop in steps, count rounds; 4 FLOP/B where A100 turns at 153: memory bounds it, but for what L2 keeps",
    ]
  `);
  // Two of its calls, one of them in a function of the helper's file that is given it.
  expect(await of("            copy(t % 4)\n            produce(copy, 2)\n")).toMatchInlineSnapshot(`
    [
      "copy in copy_fn (helper.py:5): cp.async 16 B × 4 per thread · 8 KiB per CTA",
      "copy in copy_fn (helper.py:5): cp.async 16 B × 4 per thread · 8 KiB per CTA",
      "24 KiB from global memory, 192 wavefronts of shared memory, 32.8 kFLOP a round of the loop in steps, count rounds; 1 FLOP/B where A100 turns at 153: memory bounds it, but for what L2 keeps",
    ]
  `);
});

test("C++: a lambda that the kernel hands to a function of its file runs there", async () => {
  const functions = `template <class F>
__device__ void times(F&& f, int count) { for (int i = 0; i < count; ++i) { f(i); f(i); } }
template <class F>
__device__ void once(F&& f) { f(0); }`;
  const of = async (body: string) => loopLine(await said(cpp(functions, body), "cpp"));
  expect(
    await of("  times([&](int i) { for (int j = 0; j < 3; ++j) step(mma, rA, rB, rC); }, tiles);"),
  ).toMatchInlineSnapshot(
    `"768 wavefronts of shared memory, 3.1 MFLOP a round of the loop in times, tiles rounds; no load from global memory in it: MMA bounds it at best"`,
  );
  expect(
    await of(`  for (int t = 0; t < tiles; ++t)
    for (int two = 0; two < 2; ++two) once([&](int i) { copy(g2s, tAgA(_, _, _, t), tAsA); gemm(mma, rA(_, _, 0), rB(_, _, 0), rC); });`),
  ).toMatchInlineSnapshot(
    `"16 KiB from global memory, 192 wavefronts of shared memory, 262 kFLOP a round, tiles rounds; 16 FLOP/B where H100 turns at 295: memory bounds it, but for what L2 keeps"`,
  );
});

test("C++: elements whose type nobody gives are not counted, with the reason", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class T>
__global__ void kernel(T const* A) {
  Tensor g = make_tensor(make_gmem_ptr(A), Shape<_64, _64>{});
  Tensor r = make_fragment_like(g(_, 0));
  copy(g(_, threadIdx.x), r);
}
`;
  const { index } = await analysed(source, "cpp");
  expect(costList(index).map((one) => costWords(one, "cpp").notes)).toMatchInlineSnapshot(`
    [
      [
        "its element type is not known",
      ],
    ]
  `);
});
