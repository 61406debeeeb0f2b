# The mainloop refills a stage: the first warp does it, as in the prologue, whatever the pipeline's state is.
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

STAGES = 2


@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout):
    smem = utils.SmemAllocator()
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    bars = smem.allocate_array(cutlass.Int64, 2 * STAGES)
    sA = smem.allocate_tensor(cutlass.Float16, layout, 128)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=STAGES,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 4),
        tx_count=128 * 64 * 2,
        barrier_storage=bars,
    )
    gA = cute.local_tile(mA, (128, 64), (0, None))
    tAsA, tAgA = cpasync.tma_partition(
        tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2)
    )
    tiles = cute.size(gA, mode=[2])
    produced = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
    consumed = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
    if warp_idx == 0:
        pipe.producer_acquire(produced)
        cute.copy(tma, tAgA[None, 0], tAsA[None, 0], tma_bar_ptr=pipe.producer_get_barrier(produced))
        produced.advance()
    for k in cutlass.range(tiles, unroll=1):
        if warp_idx == 0 and produced.count < tiles:  #! if produced.count < tiles:
            pipe.producer_acquire(produced)
            cute.copy(tma, tAgA[None, k], tAsA[None, produced.index], tma_bar_ptr=pipe.producer_get_barrier(produced))  # told
            produced.advance()
        pipe.consumer_wait(consumed)
        pipe.consumer_release(consumed)
        consumed.advance()


@cute.jit
def launch(a: cute.Tensor):
    layout = cute.make_layout((128, 64, STAGES), stride=(64, 1, 128 * 64))
    tile = cute.make_layout((128, 64), stride=(64, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), a, tile, (128, 64))
    kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))


def main():
    p = cute.runtime.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    a = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    cute.compile(launch, a)
