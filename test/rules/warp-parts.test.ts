// A kernel of CuTe DSL whose warps each have a part, and whose tensors nobody knows: a TMA load is one warp's all the same.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (test: string, consumer = "if warp_idx == 4:"): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils

class Kernel:
    def __init__(self):
        self.load_warp = 5

    @cute.kernel
    def kernel(self, tma: cute.CopyAtom, tAgA, tAsA, params):
        bars = utils.SmemAllocator().allocate_array(cutlass.Int64, 4)
        warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
        producer, consumer = pipeline.PipelineTmaUmma.create(
            num_stages=2,
            producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
            consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
            tx_count=16384,
            barrier_storage=bars,
        ).make_participants()
        ${test}
            tiles = utils.StaticPersistentTileScheduler.create(params, cute.arch.block_idx(), cute.arch.grid_dim())
            work = tiles.initial_work_tile_info()
            while work.is_valid_tile:
                handle = producer.acquire_and_advance()
                cute.copy(tma, tAgA[None, handle.count], tAsA[None, handle.index], tma_bar_ptr=handle.barrier)
                tiles.advance_to_next_work()
                work = tiles.get_current_work()
        ${consumer}
            full = consumer.wait_and_advance()
            full.release()

    @cute.jit
    def __call__(self, tma: cute.CopyAtom, tAgA, tAsA, params):
        self.kernel(tma, tAgA, tAsA, params).launch(grid=(1, 1, 1), block=(192, 1, 1))
`;

const store = `if warp_idx < 4:
            cute.copy(tma, tAgA, tAsA, mbar_ptr=bars)
        if warp_idx == 4:`;

const told = async (...parts: Parameters<typeof kernel>): Promise<readonly string[]> =>
  (await analysed(kernel(...parts), "python")).problems.flatMap(({ code, severity, message }) =>
    severity === "error" ? `${code}: ${message}` : [],
  );

test("one warp loads", async () => {
  expect(await told("if warp_idx == self.load_warp:")).toEqual([]);
});

test("all of them do, where another part is one warp's", async () => {
  expect(await told("if True:")).toContain(
    "tma-elected: 6 warps issue this TMA copy, one is to: put it under `if warp_idx == 0:`",
  );
});

test("a choice that nobody here can follow", async () => {
  expect(await told("if params.loads[warp_idx]:")).toEqual([]);
});

test("stores to another CTA are each thread's own", async () => {
  expect(await told("if warp_idx == self.load_warp:", store)).toEqual([]);
});

test("a kernel that is launched in one of two ways, of which nobody says which, is wrong where it is in both", async () => {
  const text = (test: string): string => `${kernel(test)
    .replace("def __init__(self):", "def __init__(self, two: bool):\n        self.two = two")
    .replace("tAgA, tAsA, params):\n        bars", "tAgA, tAsA, params, cluster: cute.Layout):\n        bars")
    .replace(
      "tma: cute.CopyAtom, tAgA, tAsA, params):\n        self",
      "tma: cute.CopyAtom, tAgA: cute.Tensor, tAsA, params):\n        self",
    )
    .replace(
      "self.kernel(tma, tAgA, tAsA, params)",
      `rows = cute.group_modes(tAgA, 0, 2)
        cluster = cute.tiled_divide(cute.make_layout((2, 1, 1) if self.two else (1, 1, 1)), (2 if self.two else 1,))
        self.kernel(tma, rows, tAsA, params, cluster)`,
    )}

def make(two: bool):
    return Kernel(two)
`;
  const ofCopies = async (test: string): Promise<readonly string[]> =>
    (await analysed(text(test), "python")).problems.flatMap(({ code, message }) =>
      code === "tma-elected" ? message : [],
    );
  expect(await ofCopies("if warp_idx == self.load_warp:")).toEqual([]);
  expect(await ofCopies("if True:")).toEqual([
    "6 warps issue this TMA copy, one is to: put it under `if warp_idx == 0:`",
  ]);
});
