// What comes to a barrier in each round of the loops that everybody is in.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string, language: "cpp" | "python"): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return problems.flatMap(({ code, message }) => (code === "barrier-arrivals" ? [message] : []));
};

const cpp = (count: number, arrive: string, wait: string): Promise<readonly string[]> =>
  told(
    `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using Bar = cutlass::arch::ClusterBarrier;
struct Plan { Bar ready[2]; Bar other[2]; };
struct Args { int begin, end; };
__global__ void __launch_bounds__(384, 1) kernel(int const* begins, int m) {
  extern __shared__ char buf[];
  Plan& plan = *reinterpret_cast<Plan*>(buf);
  int group = cutlass::canonical_warp_group_idx();
  int warp = cutlass::canonical_warp_idx_sync();
  if (threadIdx.x == 0) { for (int i = 0; i < 2; ++i) plan.ready[i].init(${count}); }
  __syncthreads();
  auto each = [&](auto f) {
    int first; asm volatile("ld.global.nc.b32 %0, [%1];" : "=r"(first) : "l"(begins + blockIdx.x));
    for (int batch = first; batch < m; ++batch) {
      Args args = {batch, batch + 8};
      f(args);
    }
  };
  if (group == 0) {
    each([&](Args const& args) {
      for (int k = args.begin; k < args.end; ++k) { int stage = k % 2; ${arrive} }
    });
  } else if (warp == 4) {
    each([&](Args const& args) {
      for (int k = args.begin; k < args.end; ++k) { int stage = k % 2; ${wait} }
    });
  }
}
void launch(int const* begins, int m) { kernel<<<1, 384>>>(begins, m); }`,
    "cpp",
  );

const arrive = "plan.ready[stage].arrive();";
const wait = "plan.ready[stage].wait(k / 2 % 2);";

test("C++: fewer or more than are counted, in two closures that one loop runs", async () => {
  expect(await cpp(128, arrive, wait)).toEqual([]);
  expect(await cpp(256, arrive, wait)).toEqual([
    "ready counts 256 arrivals, 128 come in a round: its wait never ends; count those that arrive",
  ]);
  expect(await cpp(96, arrive, wait)).toEqual([
    "ready counts 96 arrivals, 128 come in a round: a phase ends before all have come; count them all",
  ]);
  expect(await cpp(128, `${arrive} ${arrive}`, wait)).toEqual([
    "ready counts 128 arrivals, 256 come in a round: a phase ends before all have come; count them all",
  ]);
  expect(await cpp(256, `${arrive} ${arrive}`, wait)).toEqual([]);
});

test("C++: what may come even is nobody's mistake", async () => {
  // Waited for as often as it is arrived at.
  expect(await cpp(128, `${arrive} ${arrive}`, `${wait} ${wait}`)).toEqual([]);
  // Not in every round.
  expect(await cpp(256, `if (k > 2) { ${arrive} }`, wait)).toEqual([]);
  expect(await cpp(128, `${arrive} ${arrive}`, `if (k > 2) { ${wait} }`)).toEqual([]);
  // A barrier of each thread's own.
  expect(await cpp(64, "plan.ready[warp % 2].arrive();", "plan.ready[stage].wait(0);")).toEqual([]);
  // Loops of other rounds.
  expect(await cpp(256, `for (int i = 0; i < 2; ++i) { ${arrive} }`, wait)).toEqual([]);
});

const dsl = (count: number, total: number): Promise<readonly string[]> =>
  told(
    `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

class Gemm:
    @cute.jit
    def load(self, full, n):
        for k in cutlass.range(n):
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(full + k % 2, 128)

    @cute.jit
    def mma(self, full, done, n):
        cute.arch.mbarrier_arrive(done)
        for k in cutlass.range(n):
            cute.arch.mbarrier_wait(full + k % 2, 0)
        cute.arch.mbarrier_arrive(done)

    @cute.jit
    def epilogue(self, done):
        cute.arch.mbarrier_arrive(done)
        cute.arch.mbarrier_wait(done, 0)
        cute.arch.mbarrier_arrive(done)

    @cute.kernel
    def kernel(self, n: cutlass.Int32):
        smem = utils.SmemAllocator()
        full = smem.allocate_array(cutlass.Int64, 2)
        done = smem.allocate_array(cutlass.Int64, 1)
        warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
        if warp_idx == 0:
            with cute.arch.elect_one():
                for i in range(2):
                    cute.arch.mbarrier_init(full + i, ${count})
                cute.arch.mbarrier_init(done, ${total})
        cute.arch.sync_threads()
        if warp_idx == 0:
            self.load(full, n)
        elif warp_idx == 1:
            self.load(full, n)
        elif warp_idx == 2:
            self.mma(full, done, n)
        elif warp_idx >= 4:
            self.epilogue(done)

    @cute.jit
    def __call__(self, n: cutlass.Int32):
        self.kernel(n).launch(grid=(1, 1, 1), block=(256, 1, 1))

Gemm()(7)
`,
    "python",
  );

test("CuTe DSL: barriers that methods are handed, which arrive in several places", async () => {
  expect(await dsl(2, 160)).toEqual([]);
  expect(await dsl(1, 160)).toEqual([
    "full counts 1 arrival, 2 come in a round: a phase ends before all have come; count them all",
  ]);
  expect(await dsl(4, 160)).toEqual([
    "full counts 4 arrivals, 2 come in a round: its wait never ends; count those that arrive",
  ]);
  expect(await dsl(2, 128)).toEqual([
    "done counts 128 arrivals, 320 come: a phase ends before all have come; count them all",
  ]);
});
