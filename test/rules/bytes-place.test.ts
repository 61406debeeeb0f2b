// Where the bytes of a pipeline are told: where they are reckoned, or at the pipeline where others are made with them too.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (second: string, [from, to] = ["tAgA[None, 0]", "tAsA"]): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

class Load:
    def __init__(self):
        self.bytes = 4096

    @cute.jit
    def __call__(self):
        p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
        mA = cute.make_tensor(p, cute.make_layout((512, 64), stride=(64, 1)))
        layout = cute.make_layout((64, 64), stride=(64, 1))
        tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, (64, 64))
        self.kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout):
        smem = utils.SmemAllocator()
        bars = smem.allocate_array(cutlass.Int64, 2)
        sA = smem.allocate_tensor(cutlass.Float16, layout, 128)
        group = pipeline.CooperativeGroup(pipeline.Agent.Thread)
        pipe = pipeline.PipelineTmaAsync.create(
            num_stages=1, producer_group=group, consumer_group=group, tx_count=self.bytes, barrier_storage=bars)
        ${second}
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1)
        gA = cute.local_tile(mA, (64, 64), (None, 0))
        tAsA, tAgA = cpasync.tma_partition(
            tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
        if cute.arch.warp_idx() == 0:
            pipe.producer_acquire(state)
            cute.copy(tma, ${from}, ${to}, tma_bar_ptr=pipe.producer_get_barrier(state))

Load()()
`;

async function told(text: string): Promise<readonly string[]> {
  const { problems } = await analysed(text, "python");
  return problems
    .filter(({ code }) => code === "tma-transaction-bytes")
    .map(({ message, place }) => `${text.slice(place.start, place.end)}: ${message}`);
}

const wrong =
  "the barrier expects 4096 B, the copies on it bring 8192 B: its wait ends before all has come; expect 8192 B";

test("bytes that one pipeline is made with", async () => {
  expect(await told(kernel(""))).toEqual([`4096: ${wrong}`]);
});

test("bytes that something else asks for", async () => {
  expect(await told(kernel("other = self.bytes + 1"))).toEqual([`self.bytes: ${wrong}`]);
});

test("of a part of a tile nobody sees here how many boxes come", async () => {
  expect(await told(kernel("", ["tAgA[((0, None), 0)]", "tAsA[((0, None),)]"]))).toEqual([]);
});

const fetching = (bytes: string, kind = "PipelineClcFetchAsync"): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils

response_bytes = 16

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    bars = smem.allocate_array(cutlass.Int64, 2)
    producers = pipeline.CooperativeGroup(pipeline.Agent.Thread)
    consumers = pipeline.CooperativeGroup(pipeline.Agent.Thread, 224)
    pipe = pipeline.${kind}.create(
        barrier_storage=bars, num_stages=1, producer_group=producers, consumer_group=consumers,
        tx_count=${bytes}, cta_layout_vmnk=cute.make_layout((1, 1, 1, 1)), defer_sync=True)
`;

test("what cluster launch control answers is 16 bytes", async () => {
  const told = async (text: string) => (await analysed(text, "python")).problems.map(({ message }) => message);
  expect(await told(fetching("response_bytes"))).toEqual([]);
  expect(await told(fetching("response_bytes * 2"))).toEqual([
    "the barrier expects 32 B, the response of cluster launch control is 16 B: its wait never ends; expect 16 B",
  ]);
  expect(await told(fetching("4"))).toEqual([
    "the barrier expects 4 B, the response of cluster launch control is 16 B: its wait ends before all has come; expect 16 B",
  ]);
  expect(await told(fetching("response_bytes * 2", "PipelineTmaUmma"))).toEqual([]);
});
