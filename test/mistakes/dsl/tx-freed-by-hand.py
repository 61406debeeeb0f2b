# Two tensors fill a stage, one of them is counted; the consumers free the stage at the barrier itself.
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

THREADS = 128


@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout):
    smem = utils.SmemAllocator()
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    bars = smem.allocate_array(cutlass.Int64, 2)
    sX = smem.allocate_tensor(cutlass.Float16, layout, 128)
    sY = smem.allocate_tensor(cutlass.Float16, layout, 128)
    gA = cute.local_tile(mA, (128, 64), (0, None))
    tXsX, tXgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sX, 0, 2), cute.group_modes(gA, 0, 2))
    tYsY, tYgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sY, 0, 2), cute.group_modes(gA, 0, 2))
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=1,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, THREADS),
        tx_count=2 * 128 * 64 * 2,  #! tx_count=128 * 64 * 2,
        barrier_storage=bars,
    )
    produced = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1)
    consumed = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1)
    if warp_idx == 0:
        pipe.producer_acquire(produced)
        bar = pipe.producer_get_barrier(produced)
        cute.copy(tma, tXgA[None, 0], tXsX, tma_bar_ptr=bar)
        cute.copy(tma, tYgA[None, 1], tYsY, tma_bar_ptr=bar)
    pipe.consumer_wait(consumed)
    pipe.sync_object_empty.arrive(consumed.index, pipe.consumer_mask)


@cute.jit
def launch(a: cute.Tensor):
    layout = cute.make_layout((128, 64), stride=(64, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), a, layout, (128, 64))
    kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(THREADS, 1, 1))


def main():
    p = cute.runtime.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    cute.compile(launch, cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1))))
