# A GEMM for Hopper, written for the tests: TMA loads, warpgroup MMAs, a store through shared memory.
# kernels.test.ts compares what is evaluated here with what the real CuTe DSL traced (gemm_sm90.jsonl).
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass.cute.nvgpu import cpasync, warpgroup
from cutlass.cute.runtime import make_fake_compact_tensor


class Gemm:
    def __init__(self, tile, stages):
        self.tile = tile
        self.stages = stages

    @cute.jit
    def __call__(self, mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
        a_layout = utils.LayoutEnum.from_tensor(mA)
        b_layout = utils.LayoutEnum.from_tensor(mB)
        c_layout = utils.LayoutEnum.from_tensor(mC)
        tiled_mma = sm90_utils.make_trivial_tiled_mma(
            mA.element_type,
            mB.element_type,
            a_layout.sm90_mma_major_mode(),
            b_layout.sm90_mma_major_mode(),
            cutlass.Float32,
            (2, 1, 1),
            (64, self.tile[1]),
        )
        sA_layout = sm90_utils.make_smem_layout_a(a_layout, self.tile, mA.element_type, self.stages)
        sB_layout = sm90_utils.make_smem_layout_b(b_layout, self.tile, mB.element_type, self.stages)
        sC_layout = sm90_utils.make_smem_layout_epi(mC.element_type, c_layout, (64, 32), 2)
        op = cpasync.CopyBulkTensorTileG2SOp()
        one_stage = cute.slice_(sA_layout, (None, None, 0))
        tma_a, tma_tensor_a = cpasync.make_tiled_tma_atom(op, mA, one_stage, (self.tile[0], self.tile[2]))
        tma_b, tma_tensor_b = cpasync.make_tiled_tma_atom(
            op, mB, cute.slice_(sB_layout, (None, None, 0)), (self.tile[1], self.tile[2])
        )

        @cute.struct
        class Storage:
            barriers: cute.struct.MemRange[cutlass.Int64, self.stages * 2]
            a: cute.struct.Align[cute.struct.MemRange[mA.element_type, cute.cosize(sA_layout)], 1024]
            b: cute.struct.Align[cute.struct.MemRange[mB.element_type, cute.cosize(sB_layout)], 1024]
            c: cute.struct.Align[cute.struct.MemRange[mC.element_type, cute.cosize(sC_layout)], 1024]

        self.storage = Storage
        tiles_m = cute.ceil_div(mC.shape[0], self.tile[0])
        tiles_n = cute.ceil_div(mC.shape[1], self.tile[1])
        self.kernel(
            tma_a, tma_tensor_a, tma_b, tma_tensor_b, mC, tiled_mma, sA_layout, sB_layout, sC_layout
        ).launch(grid=[tiles_m, tiles_n, mC.shape[2]], block=[256, 1, 1])

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
        sC_layout: cute.ComposedLayout,
    ):
        bidx, bidy, bidz = cute.arch.block_idx()
        tidx, tidy, tidz = cute.arch.thread_idx()
        smem = utils.SmemAllocator()
        storage = smem.allocate(self.storage)
        sA = storage.a.get_tensor(sA_layout.outer, swizzle=sA_layout.inner)
        sB = storage.b.get_tensor(sB_layout.outer, swizzle=sB_layout.inner)
        sC = storage.c.get_tensor(sC_layout.outer, swizzle=sC_layout.inner)
        gA = cute.local_tile(mA, (self.tile[0], self.tile[2]), (bidx, None, bidz))
        gB = cute.local_tile(mB, (self.tile[1], self.tile[2]), (bidy, None, bidz))
        gC = cute.local_tile(mC, (self.tile[0], self.tile[1]), (bidx, bidy, bidz))
        grouped_sA = cute.group_modes(sA, 0, 2)
        grouped_gA = cute.group_modes(gA, 0, 2)
        tAsA, tAgA = cpasync.tma_partition(tma_a, 0, cute.make_layout(1), grouped_sA, grouped_gA)
        tBsB, tBgB = cpasync.tma_partition(
            tma_b, 0, cute.make_layout(1), cute.group_modes(sB, 0, 2), cute.group_modes(gB, 0, 2)
        )
        thr_mma = tiled_mma.get_slice(tidx)
        tCsA = thr_mma.partition_A(sA)
        tCsB = thr_mma.partition_B(sB)
        tCgC = thr_mma.partition_C(gC)
        acc = cute.make_rmem_tensor(tCgC.shape, cutlass.Float32)
        k_tiles = cute.size(gA, mode=[2])
        bytes_a = cute.size_in_bytes(mC.element_type, cute.slice_(sA_layout, (None, None, 0)))
        k_blocks = cute.size(tCsA, mode=[2])
        store = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), mC.element_type)
        tiled_store = cute.make_tiled_copy_C(store, tiled_mma)
        thr_store = tiled_store.get_slice(tidx)
        tSgC = thr_store.partition_D(gC)
        tSrC = thr_store.retile(acc)
        out = cute.make_fragment_like(tSrC, mC.element_type)
        one_piece = tSrC[(None, 0, 0)]
        cC = cute.make_identity_tensor(mC.shape)
        tile_cC = cute.local_tile(cC, (self.tile[0], self.tile[1]), (bidx, bidy, bidz))
        tCcC = thr_mma.partition_C(tile_cC)
        pred_shape = (tCcC.shape[0][1], tCcC.shape[1])
        pred = cute.make_rmem_tensor(pred_shape, cutlass.Int32)
        flat = cute.flat_divide(gC, (64, 32))
        zipped = cute.zipped_divide(gC, (64, 32))
        pieces = zipped.shape[1]
        order = cute.make_layout(pieces, stride=(1, 2))
        for i in cutlass.range_constexpr(cute.size(order)):
            coord = order.get_hier_coord(i)
            piece = zipped[None, coord]
            stage = i % 2
            piece_sC = sC[None, None, stage]


def compile_for(dtype, tile, stages):
    m, n, k, l = (cute.sym_int(divisibility=8) for _ in range(4))
    a = make_fake_compact_tensor(dtype, (m, k, l), stride_order=(1, 0, 2), assumed_align=16)
    b = make_fake_compact_tensor(dtype, (n, k, l), stride_order=(1, 0, 2), assumed_align=16)
    c = make_fake_compact_tensor(dtype, (m, n, l), stride_order=(1, 0, 2), assumed_align=16)
    cute.compile(Gemm(tile, stages), a, b, c)


if __name__ == "__main__":
    compile_for(cutlass.Float16, (128, 128, 64), 4)
