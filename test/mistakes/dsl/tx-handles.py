# Producer and consumer call their handles by one name; the pipeline expects the bytes of both stages.
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync


@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.ComposedLayout):
    tidx, _, _ = cute.arch.thread_idx()
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, swizzle=layout.inner)
    bar = smem.allocate_array(cutlass.Int64, 2)
    gA = cute.local_tile(mA, (128, 64), (0, None))
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    bytes = cute.size_in_bytes(cutlass.Float16, cute.slice_(layout, (None, None, 0)))  #! bytes = cute.size_in_bytes(cutlass.Float16, layout)
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread)
    producer, consumer = pipeline.PipelineTmaAsync.create(
        barrier_storage=bar,
        num_stages=1,
        producer_group=group,
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 3),
        tx_count=bytes,
    ).make_participants()
    if warp_idx == 0:
        for k in range(4):
            handle = producer.acquire_and_advance()
            cute.copy(tma, tAgA[None, k], tAsA[None, 0], tma_bar_ptr=handle.barrier)
    else:
        for k in range(4):
            handle = consumer.wait_and_advance()
            handle.release()


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    outer = cute.make_layout((128, 64, 2), stride=(64, 1, 8192))
    layout = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, outer)
    op = cpasync.CopyBulkTensorTileG2SOp()
    one = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((128, 64), stride=(64, 1)))
    tma, tensor = cpasync.make_tiled_tma_atom(op, mA, one, (128, 64))
    kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
