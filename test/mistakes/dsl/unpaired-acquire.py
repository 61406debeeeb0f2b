# The first stages are filled in one loop, the others in another.
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
from cutlass.cute.nvgpu import cpasync


@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, tiles: cutlass.Int32):
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = cutlass.utils.SmemAllocator()
    bars = smem.allocate_array(cutlass.Int64, 4)
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64, 2), stride=(64, 1, 4096)), 128)
    gA = cute.local_tile(mA, (64, 64), (0, None))
    tAsA, tAgA = cpasync.tma_partition(
        tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2)
    )
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=2,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 4),
        tx_count=64 * 64 * 2,
        barrier_storage=bars,
    )
    if warp == 4:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for k in range(2):
            pipe.producer_acquire(state)
            cute.copy(tma, tAgA[None, k], tAsA[None, state.index], tma_bar_ptr=pipe.producer_get_barrier(state))
            pipe.producer_commit(state)
            state.advance()
        for k in range(2, tiles):
            pipe.producer_acquire(state)  #! (nothing)
            cute.copy(tma, tAgA[None, k], tAsA[None, state.index], tma_bar_ptr=pipe.producer_get_barrier(state))  # told
            pipe.producer_commit(state)
            state.advance()
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for k in range(tiles):
            pipe.consumer_wait(state)
            pipe.consumer_release(state)
            state.advance()


@cute.jit
def launch(tiles: cutlass.Int32):
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=128)
    mA = cute.make_tensor(p, cute.make_layout((64, 512), stride=(512, 1)))
    layout = cute.make_layout((64, 64), stride=(64, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, (64, 64))
    kernel(tma, tensor, tiles).launch(grid=(1, 1, 1), block=(160, 1, 1))
