# The loader asks the pipeline for its full barrier; the warps that free a stage arrive once each.
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

THREADS = 256


class Kernel:
    def consume(self, pipe, tiles: cutlass.Int32):
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1)
        for _ in cutlass.range(tiles, unroll=1):
            pipe.consumer_wait(state)
            pipe.consumer_release(state)
            state.advance()

    def load(self, tma, src, dst, bar):
        cute.copy(tma, src, dst, tma_bar_ptr=bar)

    @cute.kernel
    def kernel(self, tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout, tiles: cutlass.Int32):
        smem = utils.SmemAllocator()
        warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
        sA = smem.allocate_tensor(cutlass.Float16, layout, 128)
        gA = cute.local_tile(mA, (128, 64), (0, 0))
        tAsA, tAgA = cpasync.tma_partition(
            tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2)
        )
        pipe = pipeline.PipelineTmaAsync.create(
            num_stages=1,
            producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
            consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, THREADS // 32),  #! consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, THREADS),
            tx_count=128 * 64 * 2,
            barrier_storage=smem.allocate_array(cutlass.Int64, 2),
        )
        if warp_idx == 0:
            state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1)
            pipe.producer_acquire(state)
            self.load(tma, tAgA, tAsA, pipe.sync_object_full.get_barrier(0))
        self.consume(pipe, tiles)

    @cute.jit
    def __call__(self, a: cute.Tensor, tiles: cutlass.Int32):
        layout = cute.make_layout((128, 64), stride=(64, 1))
        tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), a, layout, (128, 64))
        self.kernel(tma, tensor, layout, tiles).launch(grid=(1, 1, 1), block=(THREADS, 1, 1))


def main():
    p = cute.runtime.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    cute.compile(Kernel(), cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1))), 4)
