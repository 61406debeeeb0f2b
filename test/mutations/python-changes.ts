// One place of the CuTe DSL kernel in kernels.ts, what it becomes, and the rule that must tell: at least two for each rule.
import type { Changes } from "./changes.ts";

/** A kernel before `launch` that reads a layout which its host function has made and kept. */
const keeping = (layout: string): string => `class Keeper:
    @cute.jit
    def __call__(self):
        self.layout = ${layout}
        self.kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self):
        tile = utils.SmemAllocator().allocate_tensor(cutlass.Float16, self.layout, 128)

@cute.jit
def launch():
    Keeper()()`;

const storing = (threads: string, thread: string, by: string): string => {
  const made = `cute.make_tiled_copy_tv(store, cute.make_layout(${threads}), cute.make_layout((1, 8)))`;
  const copy = by === "tiled" ? `tiled = ${made}\n    copy = tiled` : `copy = ${made}`;
  return `${copy}.get_slice(${thread})\n    cute.copy(${by}, `;
};

const initialised = (barriers: number): string =>
  `        for i in cutlass.range_constexpr(${barriers}):\n            cute.arch.mbarrier_init(full + i, 1)\n`;

export const pythonChanges: Changes = {
  "smem-launch": [
    ["tile).launch(grid=(32, 1, 1), block=(128, 1, 1))", "tile).launch(grid=(32, 1, 1), block=(128, 1, 1), smem=512)"],
    ["rows).launch(grid=(1, 1, 1), block=(128, 1, 1))", "rows).launch(grid=(1, 1, 1), block=(128, 1, 1), smem=64)"],
  ],
  "layout-overlap": [
    ["cute.make_layout((32, 32), stride=(33, 1)), 128", "cute.make_layout((32, 32), stride=(23, 1)), 128"],
    ["rows = cute.make_layout((32, 64), stride=(64, 1))", "rows = cute.make_layout((32, 64), stride=(32, 1))"],
  ],
  "tma-elected": [
    ["    if tidx < 32:\n", "    if tidx < 64:\n"],
    ["    if cute.arch.warp_idx() == 0:\n", "    if cute.arch.thread_idx()[0] < 64:\n"],
  ],
  "tma-transaction-bytes": [
    ["full, 32 * 64 * 2", "full, 32 * 64"],
    ["full, 32 * 64 * 2", "full, 32 * 64 * 4"],
  ],
  "pipeline-arrivals": [
    ["(pipeline.Agent.Thread, 4)", "(pipeline.Agent.Thread, 128)"],
    ["(pipeline.Agent.Thread, 4)", "(pipeline.Agent.Thread, 8)"],
  ],
  "pipeline-storage": [
    ["allocate_array(cutlass.Int64, 8)", "allocate_array(cutlass.Int64, 4)"],
    ["num_stages=4", "num_stages=5"],
  ],
  "unpack-count": [
    ["height, width = a.shape", "height, width, depth = a.shape"],
    ["height, width = a.shape", "batch, channels, height, width = a.shape"],
  ],
  "named-barrier": [
    [
      "cute.arch.sync_threads()\n    if cute.arch.warp_idx() == 0:",
      "cute.arch.barrier(barrier_id=1, number_of_threads=256)\n    if cute.arch.warp_idx() == 0:",
    ],
    [
      "cute.arch.sync_threads()\n    if cute.arch.warp_idx() == 0:",
      "cute.arch.barrier(barrier_id=1, number_of_threads=100)\n    if cute.arch.warp_idx() == 0:",
    ],
  ],
  "barrier-arrivals": [
    ["mbarrier_init(full, 1)", "mbarrier_init(full, 128)"],
    ["mbarrier_init(full, 1)", "mbarrier_init(full, 2 * 32)"],
  ],
  "barrier-unsynced": [
    [
      "mbarrier_init(full, 1)\n    cute.arch.mbarrier_init_fence()\n    cute.arch.sync_threads()",
      "mbarrier_init(full, 1)\n    cute.arch.mbarrier_init_fence()",
    ],
    [
      "mbarrier_init(full, 1)\n    cute.arch.mbarrier_init_fence()\n    cute.arch.sync_threads()",
      "mbarrier_init(full, 1)",
    ],
  ],
  "barrier-uninitialised": [
    ["        cute.arch.mbarrier_init(full, 1)\n", "        pass\n"],
    [
      "    if cute.arch.thread_idx()[0] == 0:\n        cute.arch.mbarrier_init(full, 1)\n    cute.arch.mbarrier_init_fence()\n",
      "",
    ],
  ],
  "tma-store-fence": [
    ['    cute.arch.fence_proxy("async.shared", space="cta")\n', ""],
    ['    cute.arch.fence_proxy("async.shared", space="cta")\n', "    cute.arch.sync_warp()\n"],
  ],
  "smem-unsynced": [
    [
      "    cute.arch.cp_async_wait_group(0)\n    cute.arch.sync_threads()\n    thr_warps",
      "    cute.arch.cp_async_wait_group(0)\n    thr_warps",
    ],
    [
      "    cute.arch.cp_async_wait_group(0)\n    cute.arch.sync_threads()\n    thr_warps",
      "    cute.arch.sync_threads()\n    thr_warps",
    ],
  ],
  "accumulator-unset": [
    ["    rY.fill(0.0)\n", ""],
    ["    rY.fill(0.0)\n", "    rX.fill(0.0)\n"],
  ],
  "barrier-phase": [
    ["mbarrier_wait(arrived, n % 2)", "mbarrier_wait(arrived, 0)"],
    ["mbarrier_wait(arrived, n % 2)", "mbarrier_wait(arrived, phase=0)"],
  ],
  "early-exit": [
    ["        if n < 7:\n            out", "        if n == 7:\n            break\n        else:\n            out"],
    ["        if n < 7:\n            out", "        if n == 7:\n            return\n        else:\n            out"],
  ],
  "pipeline-unpaired": [
    ["            pipe.consumer_wait(state)\n", ""],
    ["pipe.consumer_wait(state)", "pipe.consumer_try_wait(state)"],
  ],
  "pipeline-state": [
    ["            state.advance()\n", ""],
    ["            state.advance()\n", "        state.advance()\n"],
  ],
  "barrier-divergent": [
    [
      "    cute.arch.sync_threads()\n    thr_warps",
      "    if tidx < 64:\n        cute.arch.sync_threads()\n    thr_warps",
    ],
    ["    cute.arch.sync_threads()\n    thr_warps", "    if tidx >= 32:\n        cute.arch.barrier()\n    thr_warps"],
  ],
  "grid-range": [
    ["warps).launch(grid=(1, 1, 1), block=(128, 1, 1))", "warps).launch(grid=(2, 1, 1), block=(128, 1, 1))"],
    ["warps).launch(grid=(1, 1, 1), block=(128, 1, 1))", "warps).launch(grid=[5, 1, 1], block=(128, 1, 1))"],
  ],
  "launch-cluster": [
    [
      "launch(grid=(1, 1, 1), block=(128, 1, 1), min_blocks",
      "launch(grid=(3, 1, 1), block=(128, 1, 1), cluster=(2, 1, 1), min_blocks",
    ],
    [
      "warps).launch(grid=(1, 1, 1), block=(128, 1, 1))",
      "warps).launch(grid=(1, 1, 1), block=(128, 1, 1), cluster=(1, 2, 1))",
    ],
  ],
  "staged-name": [
    [
      "            out[n * 32 + tidx] = sT[tidx, 0]\n",
      "            first = sT[tidx, 0]\n        out[n * 32 + tidx] = first\n",
    ],
    [
      "            out[n * 32 + tidx] = sT[tidx, 0]\n        cute.arch.sync_threads()\n",
      "            out[n * 32 + tidx] = sT[tidx, 0]\n        cute.arch.sync_threads()\n    out[tidx] = n\n",
    ],
  ],
  "staged-value": [
    ["        if n < 7:\n", "        if sT.shape[n] < 7:\n"],
    ["out[n * 32 + tidx] = sT[tidx, 0]\n", "out[sT.shape[n] + tidx] = sT[tidx, 0]\n"],
  ],
  "mma-operand-fence": [
    ["    cute.arch.fence_view_async_shared()\n", ""],
    ["    cute.arch.fence_view_async_shared()\n", "    cute.arch.sync_warp()\n"],
  ],
  "mma-threads": [
    ["cute.make_layout((4, 1, 1)))\n    plain_gemm", "cute.make_layout((4, 2, 1)))\n    plain_gemm"],
    ["cute.make_layout((4, 1, 1)))\n    plain_gemm", "cute.make_layout((2, 4, 1)))\n    plain_gemm"],
  ],
  "mma-unwaited": [
    [
      "cute.gemm(mma, power, tSrA, tSrB, power)\n",
      "cute.gemm(mma, power, tSrA, tSrB, power)\n    warpgroup.commit_group()\n    total = power.load()\n",
    ],
    [
      "cute.gemm(mma, power, tSrA, tSrB, power)\n",
      "cute.gemm(mma, power, tSrA, tSrB, power)\n    warpgroup.wait_group(0)\n    total = power.load()\n",
    ],
  ],
  "register-pressure": [
    ["cute.make_layout((2, 2, 1), stride=(1, 2, 4))", "cute.make_layout((1, 1, 1))"],
    ["cute.make_layout((2, 2, 1), stride=(1, 2, 4))", "cute.make_layout((1, 2, 1))"],
  ],
  "launch-threads": [
    [
      "accumulate().launch(grid=(1, 1, 1), block=(128, 1, 1))",
      "accumulate().launch(grid=(1, 1, 1), block=(2048, 1, 1))",
    ],
    [
      "accumulate().launch(grid=(1, 1, 1), block=(128, 1, 1))",
      "accumulate().launch(grid=(1, 1, 1), block=(1, 1, 128))",
    ],
  ],
  "occupancy-limit": [
    ["min_blocks_per_mp=1", "min_blocks_per_mp=2"],
    ["min_blocks_per_mp=1", "min_blocks_per_mp=16"],
  ],
  "smem-one-stage-more-fits": [
    ["load_stages = 5", "load_stages = 4"],
    ["load_stages = 5", "load_stages = 3"],
  ],
  "tma-size-mismatch": [
    ["tile = (128, 64)", "tile = (128, 32)"],
    ["(128, 64, stages), (0, 1, 2))", "(128, 128, stages), (0, 1, 2))"],
    ["sA_layout, tile, num_multicast=1", "cute.slice_(sA_layout, (None, None, None)), (64, 64), num_multicast=1"],
  ],
  "tma-rank": [
    [
      "(64, 8, 8, 8, 64), stride=(1, 64, 512, 4096, 32768)",
      "(64, 8, 8, 8, 8, 6), stride=(1, 64, 512, 4096, 32768, 262160)",
    ],
    [
      "(64, 8, 8, 8, 64), stride=(1, 64, 512, 4096, 32768)",
      "(64, 8, 8, 8, 4, 4, 3), stride=(1, 64, 512, 4096, 32784, 131088, 524320)",
    ],
    [
      "[1024, 512, 8], [128, 65536], [16, 64, 1]",
      "[1024, 512, 8, 2, 2, 2], [128, 65536, 524288, 1048576, 2097152], [16, 64, 1, 1, 1, 1]",
    ],
  ],
  "tma-raw-descriptor": [
    ["[1024, 512, 8], [128", "[1024, 512, 0], [128"],
    ["[16, 64, 1],", "[16, 512, 1],"],
  ],
  "tma-stride": [
    ["stride=(2048, 1)))", "stride=(2047, 1)))"],
    ["stride=(1, 64, 512, 4096, 32768)", "stride=(1, 68, 544, 4352, 34816)"],
  ],
  "tma-majorness": [
    ["stride=(2048, 1)))", "stride=(1, 4096)))"],
    ["stride=(2048, 1)))", "stride=(4096, 2)))"],
    ["cute.make_layout((64, 8, 1, 1, 1))", "cute.make_layout((64, 8, 1, 1, 1), stride=(8, 1, 1, 1, 1))"],
  ],
  "tma-extent": [
    ["(4096, 2048), stride=(2048", "(8589934592, 2048), stride=(2048"],
    ["(4096, 2048), stride=(2048", "(4096, 8589934592), stride=(8589934592"],
  ],
  "tma-box-bytes": [
    [
      "cute.make_layout((64, 8, 1, 1, 1))\n    every, mD_tma = cpasync.make_tiled_tma_atom(op, batched, window, (64, 8, 1, 1, 1))",
      "cute.make_layout((4, 8, 1, 1, 1))\n    every, mD_tma = cpasync.make_tiled_tma_atom(op, batched, window, (4, 8, 1, 1, 1))",
    ],
    [
      "cute.make_layout((64, 8, 1, 1, 1))\n    every, mD_tma = cpasync.make_tiled_tma_atom(op, batched, window, (64, 8, 1, 1, 1))",
      "cute.make_layout((64, 8, 8, 8, 8))\n    every, mD_tma = cpasync.make_tiled_tma_atom(op, batched, window, (64, 8, 8, 8, 8))",
    ],
  ],
  "tma-data-type": [
    [
      "p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)\n    mA",
      "q = cute.make_ptr(cutlass.Float4E2M1FN, 0, cute.AddressSpace.gmem, assumed_align=16)\n    packed, _ = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), cute.make_tensor(q, cute.make_layout((512, 1024), stride=(1024, 1))), cute.make_layout((64, 128), stride=(128, 1)), (64, 128))\n    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)\n    mA",
      "sm_90a",
    ],
    [
      "p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)\n    mA",
      "q = cute.make_ptr(cutlass.Float6E3M2FN, 0, cute.AddressSpace.gmem, assumed_align=16)\n    packed, _ = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), cute.make_tensor(q, cute.make_layout((512, 1024), stride=(1024, 1))), cute.make_layout((64, 128), stride=(128, 1)), (64, 128))\n    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)\n    mA",
      "sm_90a",
    ],
  ],
  "tma-multicast": [
    ["num_multicast=1", "num_multicast=4"],
    ["num_multicast=2", "num_multicast=0"],
  ],
  "tma-partition-size": [
    ["sA_grouped, gA_grouped)", "sA_grouped, gA)"],
    ["cute.group_modes(sA, 0, 2)", "cute.group_modes(sA, 0, 1)"],
  ],
  "tma-partition-multicast": [
    ["cute.make_layout(1), sA_grouped", "cute.make_layout(3), sA_grouped"],
    ["cute.make_layout(1), sA_grouped", "cute.make_layout((3, 1)), sA_grouped"],
  ],
  "tma-gather": [
    ["op = cpasync.CopyBulkTensorTileG2SOp()", "op = cpasync.CopyBulkTensor2DGather4G2SOp()"],
    [
      "op = cpasync.CopyBulkTensorTileG2SOp()\n    tma, mA_tma",
      "op = cpasync.CopyBulkTensor2DGather4G2SOp()\n    tma, mA_tma",
    ],
    ["make_tiled_tma_atom(wide,", "make_tiled_tma_atom(cpasync.CopyBulkTensor2DScatter4S2GOp(),"],
  ],
  "tma-modes-swapped": [
    ["make_layout((64, 8, 1, 1, 1))", "make_layout((8, 64, 1, 1, 1))"],
    ["window, (64, 8, 1, 1, 1)", "window, (8, 64, 1, 1, 1)"],
  ],
  "tma-without-barrier": [
    [", tma_bar_ptr=bar", ""],
    [
      "cute.copy(tma, tAgA[None, 0, 0], tAsA[None, 0], tma_bar_ptr=bar)",
      "for stage in cutlass.range_constexpr(3):\n        cute.copy(tma, tAgA[None, 0, stage], tAsA[None, stage])",
    ],
  ],
  "layout-not-congruent": [
    ["stride=(1, 8))\n    tiles", "stride=(1, 8, 64))\n    tiles"],
    ["stride=(1, 8))\n    tiles", "stride=((1, 2), 8))\n    tiles"],
  ],
  "divide-not-exact": [
    ["zipped_divide(a, (4, 4))", "zipped_divide(a, (3, 4))"],
    ["zipped_divide(a, (4, 4))", "logical_divide(cute.make_layout((6, 8), stride=(8, 1)), 4)"],
  ],
  "composition-divisibility": [
    ["cute.make_layout(6, stride=1)", "cute.make_layout(9, stride=1)"],
    [
      "picked = cute.composition(cute.make_layout((10, 2), stride=(16, 4)), cute.make_layout((5, 2), stride=(1, 5)))",
      "picked = cute.composition(cute.make_layout((10, 2), stride=(16, 4)), cute.make_layout((5, 3), stride=(1, 5)))",
    ],
    ["make_layout((5, 2), stride=(1, 5))", "make_layout((5, 3), stride=(1, 5))"],
  ],
  "composition-not-exact": [
    ["make_layout((5, 2), stride=(1, 5))", "make_layout((5, 4), stride=(1, 3))"],
    ["make_layout(6, stride=1)", "make_layout(6, stride=4)"],
  ],
  "complement-undefined": [
    ["(4, 4), stride=(1, 8)), 64", "(4, 4), stride=(1, 2)), 64"],
    ["(4, 4), stride=(1, 8)), 64", "(4, 4), stride=(2, 2)), 64"],
  ],
  "inverse-undefined": [
    ["left_inverse(cute.make_layout((4, 4), stride=(1, 8)))", "left_inverse(cute.make_layout((4, 4), stride=(2, 3)))"],
    ["left_inverse(cute.make_layout((4, 4), stride=(1, 8)))", "left_inverse(cute.make_layout((4, 4), stride=(3, 8)))"],
  ],
  "tiler-rank": [
    ["zipped_divide(a, (4, 4))", "zipped_divide(a, (4, 4, 2))"],
    ["cute.local_tile(plain, (64, 64), (63, 0))", "cute.local_tile(plain, (64, 64, 1), (63, 0, 0))"],
  ],
  "struct-field": [
    ["epilogue: cute.struct.Align", "epilogue = cute.struct.Align"],
    [
      "epilogue: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, cute.cosize(padded)], 128]",
      "epilogue = cute.struct.MemRange[cutlass.Float16, cute.cosize(padded)]",
    ],
  ],
  "not-traced": [
    ["cute.local_tile(plain, (64, 64), (63, 0))", "cute.local_tile(plain, (64, 64), 63)"],
    ["cute.local_tile(plain, (64, 64), (63, 0))", "cute.local_tile(plain, (64, 64), (63, 0, 0))"],
  ],
  "coordinate-rank": [
    ["slice_(a, (None, 0))", "slice_(a, (None, 0, 0))"],
    ["slice_(a, (None, 0))", "slice_(a, ((None, 0), 0))"],
    ["tAgA[None, 0, 0], tAsA", "tAgA[None, 0], tAsA"],
  ],
  "projection-rank": [
    ["cute.local_tile(plain, (64, 64), (63, 0))", "cute.local_tile(plain, (64, 64), (63, 0), proj=(1,))"],
    ["cute.local_tile(plain, (64, 64), (63, 0))", "cute.local_tile(plain, (64, 64, 32), (63, 0, 0), proj=(1, None))"],
    ["cute.local_tile(plain, (64, 64), (63, 0))", "cute.local_tile(plain, (64, 64, 32), (63, 0, 0), proj=(1, 1))"],
  ],
  "tiled-copy-size": [
    ["cute.make_layout((1, 8))).get", "cute.make_layout((1, 4))).get"],
    [
      "cute.make_tiled_copy_tv(store, cute.make_layout((16, 8)), cute.make_layout((1, 8)))",
      "cute.make_tiled_copy_tv(cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16), cute.make_layout((16, 1)), cute.make_layout((1, 8)))",
    ],
  ],
  "copy-threads": [
    [storing("(16, 8)", "0", "store"), storing("(8, 8)", "cute.arch.thread_idx()[0]", "tiled")],
    [storing("(16, 8)", "0", "store"), storing("(16, 4)", "cute.arch.thread_idx()[0]", "tiled")],
  ],
  "barrier-room": [
    ["        cute.arch.mbarrier_init(full, 1)\n", initialised(2)],
    ["        cute.arch.mbarrier_init(full, 1)\n", initialised(4)],
  ],
  "outer-value": [
    ["@cute.jit\ndef launch():", keeping("cute.make_layout((64, 32))")],
    ["@cute.jit\ndef launch():", keeping("cute.make_ordered_layout((64, 32), order=(1, 0))")],
  ],
  "partition-rank": [
    ["copy.partition_S(sC)", "copy.partition_S(sC[None, 0])"],
    ["copy.partition_D(gC)", "copy.partition_D(gC[None, 0])"],
  ],
  "tiled-mma-shape": [
    ["cute.make_layout((2, 2, 1)))", "cute.make_layout((2, 2)))"],
    ["cute.make_layout((2, 2, 1)))", "cute.make_layout((2, 2, 1)), permutation_mnk=(32, 16))"],
  ],
  "tile-to-shape-block": [
    ["(128, 64, stages), (0, 1, 2))", "(128,), (0,))"],
    ["cute.make_layout((8, 64), stride=(64, 1))", "cute.make_layout((8, 64, 1, 1), stride=(64, 1, 0, 0))"],
  ],
  "smem-capacity": [
    ["cute.make_layout(512), 128)", "cute.make_layout((128, 1024)), 128)"],
    [
      "smem.allocate_tensor(cutlass.Float16, cute.make_layout(512), 128)",
      "smem.allocate_tensor(cutlass.Float16, cute.make_layout(131072), 128)",
    ],
  ],
  "smem-swizzle-twice": [
    ["sA_layout.outer, 1024", "sA_layout, 1024"],
    ["sA_layout.outer, 512, swizzle", "sA_layout, 512, swizzle"],
  ],
  "bank-conflict": [
    ["stride=(33, 1)", "stride=(32, 1)"],
    ["stride=(33, 1)", "stride=(48, 1)"],
  ],
  uncoalesced: [
    ["stride=(1, 64)", "stride=(64, 1)"],
    ["stride=(1, 64)", "stride=(8, 256)"],
  ],
  "narrow-access": [
    ["num_bits_per_copy=128", "num_bits_per_copy=16"],
    ["num_bits_per_copy=128", "num_bits_per_copy=32"],
  ],
  "swizzle-does-nothing": [
    ["cute.make_swizzle(2, 4, 3), 0, a)", "cute.make_swizzle(2, 4, 5), 0, a)"],
    ["cute.make_swizzle(2, 4, 3), 0, a)", "cute.make_swizzle(3, 6, 6), 0, a)"],
  ],
  "assertion-fails": [
    ["stages = 3", "stages = 15"],
    ['232448, "the', '32768, "the'],
  ],
  "comment-shape": [
    ["# (BLK_M, BLK_K, m, k)", "# (BLK_M, BLK_K)"],
    ["# (BLK_M, BLK_K)", "# (BLK_M, (BLK_K, k))"],
  ],
  "comment-size": [
    ["# (rows, 4)", "# (4, rows)"],
    ["# (BLK_M, BLK_K, stages)", "# (stages, BLK_K, BLK_M)"],
  ],
  "comment-name": [
    ["# (BLK_M, BLK_K, m, k)", "# (BLK_K, BLK_M, m, k)"],
    ["# (BLK_M, BLK_K)", "# (m, BLK_K)"],
  ],
  "tma-address": [
    ["cute.make_tensor(p, cute.make_layout((4096", "cute.make_tensor(p + 3, cute.make_layout((4096"],
    ["batched = cute.make_tensor(p, ", "batched = cute.make_tensor(p + 4, "],
  ],
  "tma-strides-overlap": [
    ["stride=(2048, 1)))", "stride=(1024, 1)))"],
    ["stride=(1, 64, 512, 4096, 32768)", "stride=(1, 32, 512, 4096, 32768)"],
  ],
  "tma-interleave": [
    ["TensorMapSwizzle.s32b", "TensorMapSwizzle.s128b"],
    [", swizzle=TensorMapSwizzle.s32b", ""],
  ],
  "tma-stride-units": [
    ["[128, 65536]", "[2048, 1048576]"],
    ["[1024, 512, 8], [128, 65536]", "[1024, 512, 8], [2048, 1048576]"],
    ["[1024, 512, 8]", "[64, 512, 8]"],
  ],
  "tma-box-exceeds": [
    ["(4096, 2048), stride=(2048", "(64, 2048), stride=(2048"],
    ["(4096, 2048), stride=(2048", "(4096, 32), stride=(2048"],
  ],
  "tma-broadcast": [
    ["512, 4096, 32768)", "512, 4096, 0)"],
    ["512, 4096, 32768)", "512, 0, 32768)"],
  ],
  "tma-cluster": [
    ["num_multicast=2", "num_multicast=32"],
    [
      "make_tiled_tma_atom(wide, mA, sA_layout, tile, num_multicast=2)",
      "make_tiled_tma_atom(wide, mA, cute.make_layout((96, 64), stride=(64, 1)), (96, 64), num_multicast=3)",
    ],
  ],
  "multicast-mask": [
    ["cute.make_layout((1, 4, 4, 1)), (0, 0, 0, 0)", "cute.make_layout((4, 4)), (0, 0)"],
    ["cute.make_layout((1, 4, 4, 1))", "cute.make_layout((1, 8, 4, 1))"],
  ],
  "tma-copy-space": [
    ["tAgA[None, 0, 0], tAsA", "plain, tAsA"],
    ["tAsA[None, 0], tma_bar_ptr", "plain, tma_bar_ptr"],
  ],
  "tma-swizzle-units": [
    ["sA_layout.outer, 1024, swizzle=sA_layout.inner", "sA_layout, 1024"],
    [
      "sA_layout.outer, 1024, swizzle=sA_layout.inner",
      "cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, sA_layout.outer), 1024",
    ],
  ],
  "smem-alignment": [
    ["sA_layout.outer, 1024", "sA_layout.outer, 16"],
    [
      "sA = smem.allocate_tensor(cutlass.Float16, sA_layout.outer, 1024, swizzle=sA_layout.inner)",
      "sA = cute.make_tensor(cute.recast_ptr(storage.epilogue.data_ptr() + 8, sA_layout.inner, dtype=cutlass.Float16), sA_layout.outer)",
    ],
  ],
  "smem-stage-stride": [
    ["sA_layout.outer, 1024", "cute.make_layout((128, 64, 3), stride=(64, 1, 8200)), 1024"],
    ["sA_layout.outer, 1024", "cute.make_layout((128, 64, 3), stride=(64, 1, 8193)), 1024"],
  ],
  "smem-swizzle-alignment": [
    [
      "sA_layout.outer, 1024, swizzle=sA_layout.inner",
      "cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, sA_layout.outer), 512",
    ],
    [
      "sA_layout.outer, 1024, swizzle=sA_layout.inner",
      "cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, sA_layout.outer), 128",
    ],
  ],
  "smem-swizzle-mismatch": [
    ["swizzle=sA_layout.inner)", "swizzle=cute.make_swizzle(2, 4, 3))"],
    [", swizzle=sA_layout.inner)", ")"],
  ],
  "smem-array-size": [
    ["cute.cosize(padded)", "cute.size(padded)"],
    ["get_tensor(padded)", "get_tensor(cute.make_layout((64, 64), stride=(80, 1)))"],
  ],
  "smem-allocator": [
    ["sA_layout.outer, 1024", "sA_layout.outer, 4096"],
    ["cute.make_layout(512), 128)", "cute.make_layout(512), 100)"],
  ],
  "smem-struct-align": [
    ["cute.cosize(padded)], 128]", "cute.cosize(padded)], 100]"],
    ["cute.cosize(padded)], 128]", "cute.cosize(padded)], 48]"],
  ],
  "smem-fragment-swizzle": [
    ["sA_layout.outer, 512, swizzle=cute.make_swizzle(3, 4, 3)", "sA_layout, 512"],
    [
      "sB = smem.allocate_tensor(cutlass.Float16, sA_layout.outer, 512, swizzle=cute.make_swizzle(3, 4, 3))",
      "sB = smem.allocate_tensor(cutlass.Float16, cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, sA_layout.outer), 512)",
    ],
  ],
  "bulk-copy": [
    ["cute.make_layout(512), 128)", "cute.make_layout(500), 128)"],
    ["plain.iterator, cute.make_layout(512)", "plain.iterator + 4, cute.make_layout(512)"],
  ],
  "layout-extent": [
    ["a = cute.make_layout((8, 8)", "a = cute.make_layout((8, 0)"],
    ["cute.make_layout(6, stride=1)", "cute.make_layout(2 - 4, stride=1)"],
  ],
  "copy-race": [
    [
      "cute.copy(bulk, line, buffer",
      "cute.copy(cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16), line, cute.make_tensor(buffer.iterator, cute.make_layout(512, stride=0))) if True else cute.copy(bulk, line, buffer",
    ],
    [
      "copy.partition_D(gC)",
      "copy.partition_D(cute.make_tensor(gC.iterator, cute.make_layout((64, 64), stride=(0, 1))))",
    ],
    ["cute.make_ordered_layout((4096, 2048), order=(1, 0))", "cute.make_layout((4096, 2048), stride=(0, 1))"],
  ],
  "tile-coordinate": [
    ["(63, 0)", "(64, 0)"],
    ["(63, 0)", "(0, 32)"],
  ],
  "tiler-is-layout": [
    ["zipped_divide(a, (4, 4))", "zipped_divide(a, cute.make_layout((4, 4)))"],
    ["zipped_divide(a, (4, 4))", "tiled_divide(a, cute.make_layout((2, 8)))"],
  ],
  "tma-arch": [
    ["(63, 0)", "(62, 0)", "sm_80"],
    [
      "op = cpasync.CopyBulkTensorTileG2SOp()",
      "op = cpasync.CopyBulkTensorTileG2SOp(cute.nvgpu.tcgen05.CtaGroup.TWO)",
      "sm_90a",
    ],
  ],
  "mode-range": [
    ["group_modes(a, 0, 2)", "group_modes(a, 2, 1)"],
    ["group_modes(a, 0, 2)", "select(a, mode=[0, 2])"],
  ],
  "shape-divisibility": [
    ["shape_div((8, 8)", "shape_div((8, 6)"],
    ["shape_div((8, 8), (2, 4))", "shape_div((8, 8), (3, 4))"],
  ],
  "mma-descriptor": [
    ["OperandSource.SMEM, warpgroup.OperandMajorMode.K", "OperandSource.SMEM, warpgroup.OperandMajorMode.MN"],
    ["tCrA = mma.make_fragment_A(tCsA)", "tCrA = mma.make_fragment_A(mma.get_slice(0).partition_A(sC))"],
  ],
  "copy-atom-type": [
    ["num_bits_per_copy=128", "num_bits_per_copy=48"],
    ["num_bits_per_copy=128", "num_bits_per_copy=4"],
  ],
  "cp-async-width": [
    ["num_bits_per_copy=32", "num_bits_per_copy=16"],
    ["cpasync.CopyG2SOp(),", "cpasync.CopyG2SOp(cache_mode=cpasync.LoadCacheMode.GLOBAL),"],
  ],
  "tma-im2col": [
    ["(128, 64), (-1, -1), (-1, -1), (-1, -1), (1, 1)", "(128, 64), (-1, -129), (-1, -1), (-1, -129), (1, 1)"],
    ["(-1, -1), (1, 1), (1, 1), (0, 0), (1, 1)", "(-1, -1), (-2, 1), (1, 1), (0, 0), (1, 1)"],
    ["(0, 0), (1, 1)\n    )", "(0, 0)\n    )"],
  ],
  "copy-extents": [
    ["cute.local_tile(plain, (64, 64), (63, 0))", "cute.local_tile(plain, (128, 64), (31, 0))"],
    ["copy.partition_D(gC))", "copy.partition_D(gC)[None, 0, 0])"],
  ],
  "copy-vector": [
    ["cute.make_layout((16, 8)), cute.make_layout((1, 8))", "cute.make_layout((8, 16)), cute.make_layout((8, 1))"],
    ["CopyUniversalOp(), cutlass.Float16, num", "CopyUniversalOp(), cutlass.Float32, num"],
  ],
  "predicate-unused": [
    ["cute.copy(vectors, come, go, pred=inside)", "cute.copy(vectors, come, go)"],
    ["cute.copy(vectors, come, go, pred=inside)", "cute.autovec_copy(come, go)"],
  ],
  "registers-unset": [
    ["cute.autovec_copy(tX, rX)", "cute.autovec_copy(rX, thr_warps.partition_A(gX))"],
    ["cute.autovec_copy(tW, rW)", "cute.autovec_copy(rW, thr_warps.partition_B(gX))"],
  ],
  "copy-element-type": [
    ["cutlass.Float16, cute.cosize(padded)", "cutlass.BFloat16, cute.cosize(padded)"],
    [
      "allocate_tensor(cutlass.Float16, cute.make_layout(512)",
      "allocate_tensor(cutlass.BFloat16, cute.make_layout(512)",
    ],
  ],
  "copy-space": [
    ["cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num", "cpasync.CopyG2SOp(), cutlass.Float16, num"],
    [
      "cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num",
      "cpasync.CopyG2SOp(cache_mode=cpasync.LoadCacheMode.GLOBAL), cutlass.Float16, num",
    ],
  ],
  "fragment-operand": [
    ["mma.get_slice(0).partition_A(sB)", "mma.get_slice(0).partition_B(sB)"],
    ["mma.make_fragment_A(tCsA)", "mma.make_fragment_B(tCsA)"],
  ],
  "gemm-extents": [
    ["sums, left, right, sums)", "sums, right, left, sums)"],
    ["partition_shape_C((64, 64))", "partition_shape_C((64, 128))"],
  ],
  "coordinate-loop": [
    ["range(cute.size(sums, mode=[2]))", "range(cute.size(sums, mode=[2]) + 1)"],
    ["range(cute.size(sums, mode=[2]))", "range(cute.size(sums))"],
  ],
  "coordinate-range": [
    ["sums[None, None, 3]", "sums[None, None, 4]"],
    ["sums[None, None, 3]", "sums[None, 2, None]"],
  ],
  "copy-alignment": [
    ["padded = cute.make_layout((64, 64), stride=(72, 1))", "padded = cute.make_layout((64, 64), stride=(70, 1))"],
    ["padded = cute.make_layout((64, 64), stride=(72, 1))", "padded = cute.make_layout((64, 64), stride=(65, 1))"],
  ],
  "copy-tile": [
    ["cute.make_layout((16, 8)), cute.make_layout((1, 8))", "cute.make_layout((8, 16)), cute.make_layout((1, 8))"],
    ["cute.make_layout((16, 8)), cute.make_layout((1, 8))", "cute.make_layout((128, 1)), cute.make_layout((1, 8))"],
  ],
  "mma-tile": [
    ["make_layout((4, 1, 1)))\n    layout", "make_layout((16, 1, 1)))\n    layout"],
    ["make_layout((128, 64, load_stages)", "make_layout((32, 64, load_stages)"],
  ],
  "swizzle-parameters": [
    ["cute.make_swizzle(2, 4, 3), 0, a)", "cute.make_swizzle(2, 4, 1), 0, a)"],
    ["cute.make_swizzle(2, 4, 3), 0, a)", "cute.make_swizzle(5, 4, 4), 0, a)"],
  ],
  "smem-sum": [
    [
      "buffer = smem.allocate_tensor(cutlass.Float16, cute.make_layout(512), 128)",
      "buffer = smem.allocate_tensor(cutlass.Float16, cute.make_layout(512), 128)\n    more = smem.allocate_tensor(cutlass.Float16, cute.make_layout(100000), 128)",
    ],
    [
      "bar = smem.allocate_array(cutlass.Int64, 1)",
      "bar = smem.allocate_array(cutlass.Int64, 1)\n    rest = smem.allocate(180000, 16)",
    ],
  ],
};
