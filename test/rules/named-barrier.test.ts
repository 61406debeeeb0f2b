// Named barriers: who comes to them, and with which count.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

async function told(source: string, language: "cpp" | "python"): Promise<readonly string[]> {
  const { problems } = await analysed(source, language);
  return problems.filter(({ code }) => code === "named-barrier").map(({ message }) => message);
}

const cpp = (body: string, before = ""): Promise<readonly string[]> =>
  told(
    `#include <cutlass/arch/barrier.h>
using cutlass::arch::NamedBarrier;
using cutlass::arch::ReservedNamedBarriers;
enum Barriers : uint32_t { full = 0, free = 1, many = 8 };
${before}
__global__ void kernel(int n) {
${body}
}
void launch() { kernel<<<1, 256>>>(4); }`,
    "cpp",
  );

const differs = "64 threads are counted here, 256 where named barrier 8 is waited for: count the same on both sides";
const few = "named barrier 8 counts 256 threads, at most 128 come: they never go on; count those that come";

test("C++: numbers and whole warps", async () => {
  expect(await cpp("NamedBarrier::sync(256, Barriers::many);")).toEqual([
    "a block has 16 named barriers, 8 of them CUTLASS's own: take a number from 0 to 7, not 8",
  ]);
  expect(await cpp("NamedBarrier::sync(100, Barriers::full);")).toEqual([
    "a named barrier counts whole warps: 100 threads are no multiple of 32",
  ]);
  expect(await cpp("NamedBarrier bar(256, 7); bar.sync();")).toEqual([]);
});

test("C++: two sides with two counts, one of them in a function of its own", async () => {
  const arrives = "if (threadIdx.x < 32) NamedBarrier::arrive(64, Barriers::full);";
  expect(await cpp(`${arrives} else NamedBarrier::sync(256, Barriers::full);`)).toEqual([differs]);
  // Somebody else waits with that count.
  const other = "__device__ void other() { NamedBarrier::sync(64, Barriers::full); }";
  const both = `${arrives} else NamedBarrier::sync(256, Barriers::full);`;
  expect(await cpp(`${both} if (threadIdx.x / 32 == 1) other();`, other)).toEqual([]);
  expect(await cpp(`${both} other();`, other)).toEqual([
    "named barrier 8 counts 64 threads, 256 come to one place: some go on before all have come; count all of them",
  ]);
  // So does an object that stands there.
  const object = "NamedBarrier(64, Barriers::full).arrive_and_wait_unaligned();";
  expect(await cpp(`${arrives} else NamedBarrier::sync(256, Barriers::full); if (n > 3) ${object}`)).toEqual([]);
  expect(await cpp("if (threadIdx.x < 128) NamedBarrier(256, Barriers::full).sync();")).toEqual([few]);
  // A function that is given the number may do anything with it.
  const handed = "void sync(int n, uint32_t id);";
  expect(await cpp(`${arrives} sync(64, Barriers::full); NamedBarrier::sync(256, Barriers::full);`, handed)).toEqual(
    [],
  );
});

test("C++: threads that leave the kernel later have come before", async () => {
  const leaves = "if (threadIdx.x >= 128) return;";
  expect(await cpp(`NamedBarrier::sync(256, Barriers::full); ${leaves}`)).toEqual([]);
  expect(await cpp(`${leaves} NamedBarrier::sync(256, Barriers::full);`)).toEqual([few]);
});

test("C++: fewer come than are counted", async () => {
  expect(await cpp("if (threadIdx.x < 128) NamedBarrier::sync(256, Barriers::full);")).toEqual([few]);
  expect(await cpp("if (threadIdx.x < 128 || n > 3) NamedBarrier::sync(256, Barriers::full);")).toEqual([]);
  // A barrier that is used again with another count.
  const sync = (threads: number): string => `NamedBarrier::sync(${threads}, ReservedNamedBarriers::EpilogueBarrier);`;
  expect(await cpp(`if (threadIdx.x < 128) ${sync(128)} ${sync(256)}`)).toEqual([]);
  // Who arrives in a loop may come as often as it likes.
  const loop = "for (int k = 0; k < n; ++k) NamedBarrier::arrive(256, Barriers::full);";
  expect(
    await cpp(`if (threadIdx.x < 32) { ${loop} } else if (threadIdx.x < 64) NamedBarrier::sync(256, Barriers::full);`),
  ).toEqual([]);
});

const dsl = (body: string, threads = 160): Promise<readonly string[]> =>
  told(
    `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils

class Kernel:
    def __init__(self):
        self.bar = pipeline.NamedBarrier(barrier_id=1, num_threads=${threads})

    def shared(self, one):
        one.arrive_and_wait()

    @cute.kernel
    def kernel(self):
        tidx, _, _ = cute.arch.thread_idx()
        warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
${body.replace(/^/gm, "        ")}

    @cute.jit
    def __call__(self):
        self.kernel().launch(grid=(1, 1, 1), block=(256, 1, 1))
`,
    "python",
  );

test("CuTe DSL: all places of a barrier object together", async () => {
  const twice = "if warp < 4:\n    self.bar.arrive_and_wait()\n    self.bar.arrive_and_wait()";
  const [most] = await dsl(twice);
  expect(most).toBe("named barrier 1 counts 160 threads, at most 128 come: they never go on; count those that come");
  expect(await dsl(`${twice}\nif warp == 4:\n    self.bar.arrive()\n    self.bar.arrive_and_wait()`)).toEqual([]);
  expect(await dsl(`${twice}\nif warp == 4:\n    self.bar.arrive()`)).toEqual([
    "named barrier 1 counts 160 threads, 288 come: the last of them never go on; count all that come",
  ]);
  expect(await dsl(`${twice}\nif warp == 4:\n    self.shared(self.bar)`)).toEqual([]);
});

test("CuTe DSL: a slice of the threads behind the first does not move the threads", async () => {
  const body = (count: number): string => `copy = cute.make_tiled_copy_tv(
    cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32), cute.make_layout(128), cute.make_layout(1))
thr = copy.get_slice(tidx - 128)
bar = pipeline.NamedBarrier(barrier_id=2, num_threads=${count})
if warp == 0:
    bar.arrive_and_wait()
if tidx // 128 >= 1:
    bar.arrive_and_wait()`;
  expect(await dsl(body(160))).toEqual([]);
  expect(await dsl(body(128))).toEqual([
    "named barrier 2 counts 128 threads, 160 come: the last of them never go on; count all that come",
  ]);
});

test("CuTe DSL: who waits for tensor memory comes to the allocator's barrier", async () => {
  const body = (count: number): string => `bar = pipeline.NamedBarrier(barrier_id=2, num_threads=${count})
word = utils.SmemAllocator().allocate_array(cutlass.Int32, 1)
tmem = utils.TmemAllocator(word, barrier_for_retrieve=bar, allocator_warp_id=0)
if warp < 5:
    tmem.wait_for_alloc()`;
  expect(await dsl(body(160))).toEqual([]);
  expect(await dsl(body(128))).toHaveLength(1);
});

test("C++: a barrier that each warp chooses, of those that come", async () => {
  const warp = "int warp = threadIdx.x / 32;";
  const sync = (threads: number, id: string): string =>
    `${warp} if (warp < 4) { for (int k = 0; k < n; ++k) NamedBarrier::sync(${threads}, ${id}); }`;
  expect(await cpp(sync(64, "Barriers::free + (warp & 1)"))).toEqual([]);
  expect(await cpp(sync(128, "Barriers::free + (warp & 1)"))).toEqual([
    "named barrier 9 counts 128 threads, at most 64 come: they never go on; count those that come",
    "named barrier 10 counts 128 threads, at most 64 come: they never go on; count those that come",
  ]);
  // In other warps it would be a number that there is not.
  expect(await cpp(sync(32, "Barriers::free + warp"))).toEqual([]);
});

test("C++: a loop that all of the warps go round", async () => {
  const loop = (first: string): string =>
    `if (threadIdx.x < 128) { for (int k = ${first}; k < n; ++k) NamedBarrier::sync(96, Barriers::full); }`;
  const some =
    "named barrier 8 counts 96 threads, 128 come to one place: some go on before all have come; count all of them";
  expect(await cpp(loop("0"))).toEqual([some]);
  expect(await cpp(loop("threadIdx.x / 32"))).toEqual([]);
});

test("CuTe DSL: of an object that nobody makes the defaults do not say how many threads there are", async () => {
  const source = (use: string): string => `
import cutlass
import cutlass.cute as cute

class Reduce:
    def __init__(self, num_threads: int = 256):
        self.num_threads = num_threads

    @cute.kernel
    def kernel(self):
        cute.arch.barrier(barrier_id=6, number_of_threads=128)

    @cute.jit
    def __call__(self):
        self.kernel().launch(grid=(1, 1, 1), block=[self.num_threads, 1, 1])
${use}
`;
  expect(await told(source(""), "python")).toEqual([]);
  expect(await told(source("\nReduce()()"), "python")).toEqual([
    "named barrier 6 counts 128 threads, 256 come to one place: some go on before all have come; count all of them",
  ]);
});

test("DSL: a barrier that the object holds, one of whose places never runs", async () => {
  const source = (count: number, steps: number): string => `import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline

class Kernel:
    def __init__(self):
        self.threads = 128
        self.steps = ${steps}
        self.bar = pipeline.NamedBarrier(barrier_id=1, num_threads=${count})

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        self.kernel(mA).launch(grid=(1, 1, 1), block=(self.threads, 1, 1))

    @cute.kernel
    def kernel(self, mA: cute.Tensor):
        if self.steps > 1:
            self.bar.arrive_and_wait()
        mA[0] = 1.0
        self.bar.arrive_and_wait()

def run(mA: cute.Tensor):
    Kernel()(mA)
`;
  const tooFew = "named barrier 1 counts 256 threads, at most 128 come: they never go on; count those that come";
  for (const steps of [1, 2]) {
    expect(await told(source(128, steps), "python")).toEqual([]);
    expect(await told(source(256, steps), "python")).toEqual([tooFew]);
  }
});

test("CuTe DSL: two kernels of a file, each with a barrier of its own under one name", async () => {
  const class_ = (name: string, count: number): string => `
class ${name}:
    def __init__(self):
        self.bar = pipeline.NamedBarrier(barrier_id=1, num_threads=${count})

    @cute.kernel
    def kernel(self):
        self.bar.arrive_and_wait()

    @cute.jit
    def __call__(self):
        self.kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
  const both = (first: number, second: number): Promise<readonly string[]> =>
    told(
      `
import cutlass.cute as cute
import cutlass.pipeline as pipeline
${class_("One", first)}${class_("Other", second)}`,
      "python",
    );
  expect(await both(128, 128)).toEqual([]);
  expect(await both(160, 128)).toEqual([
    "named barrier 1 counts 160 threads, at most 128 come: they never go on; count those that come",
  ]);
});

test("CuTe DSL: a barrier for more threads than a block has, whoever else may come to it", async () => {
  const text = (threads: number, test = "n > 4"): string => `
import cutlass
import cutlass.cute as cute

@cute.jit
def other(number: cutlass.Int32):
    cute.arch.barrier(barrier_id=number, number_of_threads=64)

@cute.kernel
def kernel(n: cutlass.Int32):
    if ${test}:
        cute.arch.barrier(barrier_id=6, number_of_threads=${threads})

@cute.jit
def launch(n: cutlass.Int32):
    kernel(n).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
  const message = "named barrier 6 counts 160 threads, the block has 128: they never go on; count those that come";
  expect(await told(text(128), "python")).toEqual([]);
  expect(await told(text(160), "python")).toEqual([message]);
  expect(await told(text(160, "False"), "python")).toEqual([]);
});

test("CuTe C++: a barrier that counts nobody where a flag lets nobody come to it", async () => {
  const text = (flag: string, test: string): string => `
#include <cutlass/arch/barrier.h>
template <bool Quantizes>
__global__ void kernel() {
  static constexpr int Threads = Quantizes ? 128 : 0;
  cutlass::arch::NamedBarrier allocated(Threads, 1);
  if constexpr (${test}) {
    if (threadIdx.x < 128) allocated.arrive_and_wait();
  }
}
void launch() {
  kernel<${flag}><<<1, 256>>>();
}`;
  const message = "a named barrier counts whole warps: 0 threads are no multiple of 32";
  expect(await told(text("true", "Quantizes"), "cpp")).toEqual([]);
  expect(await told(text("false", "Quantizes"), "cpp")).toEqual([]);
  expect(await told(text("false", "!Quantizes"), "cpp")).toEqual([message]);
});

test("C++: more threads than a block has, of which some have arrived before they wait", async () => {
  const arrive = "NamedBarrier::arrive(288, ReservedNamedBarriers::EpilogueBarrier);";
  const wait = "if (threadIdx.x / 32 == 0) NamedBarrier::sync(288, ReservedNamedBarriers::EpilogueBarrier);";
  const message = "named barrier 1 counts 288 threads, at most 32 come: they never go on; count those that come";
  expect(await cpp(`${arrive} ${wait}`)).toEqual([]);
  expect(await cpp(wait)).toEqual([message]);
});
