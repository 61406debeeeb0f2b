# A Hopper GEMM as a class: TMA loads, WGMMA, one pipeline; every tile size is set in __init__.
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
import cutlass.utils.hopper_helpers as sm90_utils
import torch
from cutlass.cute.nvgpu import cpasync, warpgroup
from cutlass.cute.runtime import from_dlpack


class DslGemm:
    """C = A x B with A (M,K), B (N,K) and C (M,N), all half precision, K contiguous in A and B."""

    def __init__(self, tile_mn=(128, 128), stages=4):
        self.tile_shape_mnk = (tile_mn[0], tile_mn[1], 64)
        self.atom_layout_mnk = (1, 1, 1)
        self.stages = stages
        self.threads = 128
        self.acc_dtype = cutlass.Float32

    @cute.jit
    def __call__(self, a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
        self.a_dtype = a.element_type
        self.b_dtype = b.element_type
        self.a_layout = utils.LayoutEnum.from_tensor(a)
        self.b_layout = utils.LayoutEnum.from_tensor(b)

        tiled_mma = sm90_utils.make_trivial_tiled_mma(
            self.a_dtype,
            self.b_dtype,
            self.a_layout.sm90_mma_major_mode(),
            self.b_layout.sm90_mma_major_mode(),
            self.acc_dtype,
            self.atom_layout_mnk,
            tiler_mn=(64, self.tile_shape_mnk[1]),
        )

        sA_layout = sm90_utils.make_smem_layout_a(self.a_layout, self.tile_shape_mnk, self.a_dtype, self.stages)
        sB_layout = sm90_utils.make_smem_layout_b(self.b_layout, self.tile_shape_mnk, self.b_dtype, self.stages)

        tile_a = cute.select(self.tile_shape_mnk, mode=[0, 2])
        tile_b = cute.select(self.tile_shape_mnk, mode=[1, 2])
        tma_a, tma_tensor_a = cpasync.make_tiled_tma_atom(
            cpasync.CopyBulkTensorTileG2SOp(), a, cute.slice_(sA_layout, (None, None, 0)), tile_a
        )
        tma_b, tma_tensor_b = cpasync.make_tiled_tma_atom(
            cpasync.CopyBulkTensorTileG2SOp(), b, cute.slice_(sB_layout, (None, None, 0)), tile_b
        )

        @cute.struct
        class SharedStorage:
            barriers: cute.struct.MemRange[cutlass.Int64, self.stages * 2]
            sA: cute.struct.Align[cute.struct.MemRange[self.a_dtype, cute.cosize(sA_layout)], 1024]
            sB: cute.struct.Align[cute.struct.MemRange[self.b_dtype, cute.cosize(sB_layout)], 1024]

        self.shared_storage = SharedStorage

        grid = cute.ceil_div((*c.shape, 1), (self.tile_shape_mnk[0], self.tile_shape_mnk[1]))
        self.kernel(tma_a, tma_tensor_a, tma_b, tma_tensor_b, c, tiled_mma, sA_layout, sB_layout).launch(
            grid=grid, block=(self.threads, 1, 1)
        )

    @cute.kernel
    def kernel(
        self,
        tma_a: cute.CopyAtom,
        mA: cute.Tensor,
        tma_b: cute.CopyAtom,
        mB: cute.Tensor,
        mC: cute.Tensor,
        tiled_mma: cute.TiledMma,
        sA_layout: cute.ComposedLayout,
        sB_layout: cute.ComposedLayout,
    ):
        bidx, bidy, _ = cute.arch.block_idx()
        tidx, _, _ = cute.arch.thread_idx()
        warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())

        smem = utils.SmemAllocator()
        storage = smem.allocate(self.shared_storage)
        sA = storage.sA.get_tensor(sA_layout.outer, swizzle=sA_layout.inner)  # (BLK_M,BLK_K,PIPE)
        sB = storage.sB.get_tensor(sB_layout.outer, swizzle=sB_layout.inner)  # (BLK_N,BLK_K,PIPE)

        coord = (bidx, bidy, None)
        gA = cute.local_tile(mA, self.tile_shape_mnk, coord, proj=(1, None, 1))  # (BLK_M,BLK_K,k)
        gB = cute.local_tile(mB, self.tile_shape_mnk, coord, proj=(None, 1, 1))  # (BLK_N,BLK_K,k)
        gC = cute.local_tile(mC, self.tile_shape_mnk, coord, proj=(1, 1, None))  # (BLK_M,BLK_N)

        one = cute.make_layout(1)
        tAsA, tAgA = cpasync.tma_partition(tma_a, 0, one, cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
        tBsB, tBgB = cpasync.tma_partition(tma_b, 0, one, cute.group_modes(sB, 0, 2), cute.group_modes(gB, 0, 2))

        thr_mma = tiled_mma.get_slice(tidx)
        tCgC = thr_mma.partition_C(gC)  # (MMA,MMA_M,MMA_N)
        tCrA = tiled_mma.make_fragment_A(thr_mma.partition_A(sA))  # (MMA,MMA_M,MMA_K,PIPE)
        tCrB = tiled_mma.make_fragment_B(thr_mma.partition_B(sB))  # (MMA,MMA_N,MMA_K,PIPE)
        acc = cute.make_rmem_tensor(tCgC.shape, self.acc_dtype)
        acc.fill(0.0)

        bytes_per_stage = cute.size_in_bytes(self.a_dtype, cute.slice_(sA_layout, (None, None, 0)))
        bytes_per_stage += cute.size_in_bytes(self.b_dtype, cute.slice_(sB_layout, (None, None, 0)))
        loads = pipeline.PipelineTmaAsync.create(
            barrier_storage=storage.barriers.data_ptr(),
            num_stages=self.stages,
            producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
            consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, self.threads // 32),
            tx_count=bytes_per_stage,
            cta_layout_vmnk=cute.make_layout((1, 1, 1, 1)),
        )
        producer = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, self.stages)
        consumer = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, self.stages)

        k_tiles = cute.size(gA, mode=[2])
        for k_tile in range(k_tiles):
            if warp_idx == 0:
                loads.producer_acquire(producer)
                barrier = loads.producer_get_barrier(producer)
                cute.copy(tma_a, tAgA[None, k_tile], tAsA[None, producer.index], tma_bar_ptr=barrier)
                cute.copy(tma_b, tBgB[None, k_tile], tBsB[None, producer.index], tma_bar_ptr=barrier)
                loads.producer_commit(producer)
            producer.advance()

            loads.consumer_wait(consumer)
            warpgroup.fence()
            for k_block in cutlass.range_constexpr(cute.size(tCrA, mode=[2])):
                stage = (None, None, k_block, consumer.index)
                cute.gemm(tiled_mma, acc, tCrA[stage], tCrB[stage], acc)
                tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
            warpgroup.commit_group()
            warpgroup.wait_group(0)
            loads.consumer_release(consumer)
            consumer.advance()

        out = cute.make_fragment_like(tCgC)
        out.store(acc.load().to(mC.element_type))
        cute.autovec_copy(out, tCgC)


def main(m: int = 4096, n: int = 4096, k: int = 2048):
    a = torch.randn(m, k, device="cuda", dtype=torch.float16)
    b = torch.randn(n, k, device="cuda", dtype=torch.float16)
    c = torch.zeros(m, n, device="cuda", dtype=torch.float16)
    mA = from_dlpack(a, assumed_align=16)
    mB = from_dlpack(b, assumed_align=16)
    mC = from_dlpack(c, assumed_align=16)
    gemm = DslGemm(tile_mn=(128, 128), stages=4)
    compiled = cute.compile(gemm, mA, mB, mC)
    compiled(mA, mB, mC)


if __name__ == "__main__":
    main()
