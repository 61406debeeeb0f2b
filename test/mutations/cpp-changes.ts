// One place of the CuTe C++ kernel in kernels.ts, what it becomes, and the rule that must tell: at least two for each rule.
import type { Changes } from "./changes.ts";

export const cppChanges: Changes = {
  "tma-elected": [
    ["if (threadIdx.x < 1) copy(save", "if (threadIdx.x < 32) copy(save"],
    ["if (threadIdx.x == 0) {\n  copy(tma", "if (threadIdx.x / 32 == 0) {\n  copy(tma"],
  ],
  "tma-transaction-bytes": [
    ["full, 32 * 64 * sizeof(half_t)", "full, 32 * 64"],
    ["full, 32 * 64 * sizeof(half_t)", "full, 2 * 32 * 64 * sizeof(half_t)"],
  ],
  "named-barrier": [
    ["tma_store_fence();\n  __syncthreads();", "tma_store_fence();\n  cutlass::arch::NamedBarrier::sync(256, 0);"],
    ["tma_store_fence();\n  __syncthreads();", "tma_store_fence();\n  cutlass::arch::NamedBarrier::sync(128, 8);"],
  ],
  "barrier-arrivals": [
    ["initialize_barrier(full, 1);", "initialize_barrier(full, 2);"],
    ["initialize_barrier(full, 1);", "initialize_barrier(full, 0x80);"],
  ],
  "pipeline-arrivals": [
    ["params.consumer_arv_count = 128;", "params.consumer_arv_count = 4;"],
    ["params.producer_arv_count = 128;", "params.producer_arv_count = 256;"],
  ],
  "barrier-uninitialised": [
    ["  if (threadIdx.x == 0) initialize_barrier(full, 1);\n", ""],
    ["initialize_barrier(full, 1);", "cluster_sync();"],
  ],
  "barrier-unsynced": [
    ["initialize_barrier(full, 1);\n  __syncthreads();", "initialize_barrier(full, 1);"],
    [
      "initialize_barrier(full, 1);\n  __syncthreads();",
      "initialize_barrier(full, 1);\n  cutlass::arch::fence_barrier_init();",
    ],
  ],
  "tma-store-fence": [
    ["  tma_store_fence();\n", ""],
    ["  tma_store_fence();\n", "  tma_store_arrive();\n"],
  ],
  "smem-unsynced": [
    ["  cp_async_wait<0>();\n  __syncthreads();\n  auto warps", "  cp_async_wait<0>();\n  auto warps"],
    ["  cp_async_wait<0>();\n  __syncthreads();\n  auto warps", "  __syncthreads();\n  auto warps"],
  ],
  "accumulator-unset": [
    ["  clear(rY);\n", ""],
    ["  clear(rY);\n", "  clear(rX);\n"],
  ],
  "barrier-phase": [
    ["wait_barrier(arrived, round & 1);", "wait_barrier(arrived, 0);"],
    ["wait_barrier(arrived, round & 1);", "int phase = 0;\n    wait_barrier(arrived, phase);"],
  ],
  "pipeline-unpaired": [
    ["      hand.consumer_wait(state);\n", ""],
    ["hand.consumer_wait(state);", "hand.consumer_try_wait(state);"],
  ],
  "pipeline-state": [
    ["++k, ++state)", "++k)"],
    ["k < 8; ++k, ++state)", "k < 16; ++k)"],
  ],
  "barrier-divergent": [
    ["  __syncthreads();\n  auto warps", "  if (threadIdx.x < 64) __syncthreads();\n  auto warps"],
    ["  __syncthreads();\n  auto warps", "  if (threadIdx.x % 32 == 0) {\n    __syncthreads();\n  }\n  auto warps"],
  ],
  "grid-range": [
    ["plain_gemm<<<1, 128>>>(A, C);", "plain_gemm<<<dim3(1, 1, 2), 128>>>(A, C);"],
    ["plain_gemm<<<1, 128>>>(A, C);", "plain_gemm<<<dim3(1, 2, 4), 128>>>(A, C);"],
  ],
  "launch-cluster": [
    [
      "plain_gemm<<<1, 128>>>(A, C);",
      "cutlass::launch_kernel_on_cluster(cutlass::ClusterLaunchParams{dim3(3), dim3(128), dim3(2)}, (void const*)plain_gemm, A, C);",
    ],
    [
      "plain_gemm<<<1, 128>>>(A, C);",
      "cutlass::launch_kernel_on_cluster(cutlass::ClusterLaunchParams{dim3(4, 3), dim3(128), dim3(2, 2)}, (void const*)plain_gemm, A, C);",
    ],
  ],
  "mma-operand-fence": [
    ["  cutlass::arch::fence_view_async_shared();\n", ""],
    ["  cutlass::arch::fence_view_async_shared();\n", "  __threadfence_block();\n"],
  ],
  "mma-threads": [
    ["Layout<Shape<_4, _1, _1>>{});\n  auto thr_warps", "Layout<Shape<_4, _2, _1>>{});\n  auto thr_warps"],
    ["Layout<Shape<_4, _1, _1>>{});\n  auto thr_warps", "Layout<Shape<_2, _4, _1>>{});\n  auto thr_warps"],
  ],
  "mma-unwaited": [
    [
      "partition_fragment_B(sS), power);\n",
      "partition_fragment_B(sS), power);\n  warpgroup_commit_batch();\n  copy(power, make_fragment_like(power));\n",
    ],
    [
      "partition_fragment_B(sS), power);\n",
      "partition_fragment_B(sS), power);\n  warpgroup_wait<0>();\n  copy(power, make_fragment_like(power));\n",
    ],
  ],
  "register-pressure": [
    ["Layout<Shape<_2, _1, _1>>{});\n  auto total", "Layout<Shape<_1, _1, _1>>{});\n  auto total"],
    ["void accumulate()", "void __launch_bounds__(1024) accumulate()"],
  ],
  "launch-threads": [
    ["kernel<<<dim3(32), dim3(128), 49152>>>", "kernel<<<dim3(32), dim3(128, 16), 49152>>>"],
    ["handed<<<1, 256>>>()", "handed<<<1, 1056>>>()"],
  ],
  "occupancy-limit": [
    ["__launch_bounds__(128, 1)", "__launch_bounds__(128, 2)"],
    ["__launch_bounds__(128, 1)", "__launch_bounds__(128, 16)"],
  ],
  "smem-one-stage-more-fits": [
    ["LoadStages = 7", "LoadStages = 6"],
    ["LoadStages = 7", "LoadStages = 4"],
  ],
  "tma-size-mismatch": [
    ["auto tile = make_shape(bM, bK);", "auto tile = make_shape(bM, Int<32>{});"],
    ["sA_layout(_, _, 0)", "sA_layout"],
  ],
  "tma-rank": [
    [
      "(64, 8, 8, 8, 64), make_stride(Int<1>{}, 64, 512, 4096, 32768)",
      "(64, 8, 8, 8, 8, 6), make_stride(Int<1>{}, 64, 512, 4096, 32768, 262160)",
    ],
    ["CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 3", "CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 6"],
  ],
  "tma-raw-descriptor": [
    ["inner[3] = {16, 64, 1}", "inner[3] = {16, 257, 1}"],
    ["size[3] = {1024, 512, 8}", "size[3] = {1024, 0, 8}"],
  ],
  "tma-stride": [
    ["make_stride(2048, Int<1>{}));\n  auto atom", "make_stride(2047, Int<1>{}));\n  auto atom"],
    ["make_stride(2048, Int<1>{}));\n  auto atom", "make_stride(1099511627776, Int<1>{}));\n  auto atom"],
  ],
  "tma-majorness": [
    ["make_stride(2048, Int<1>{}));\n  auto atom", "make_stride(Int<1>{}, 4096));\n  auto atom"],
    [
      "make_layout(make_shape(Int<128>{}, Int<56>{}), LayoutRight{});",
      "make_layout(make_shape(Int<128>{}, Int<56>{}), LayoutLeft{});",
    ],
  ],
  "tma-extent": [
    [
      "make_shape(4096, 2048), make_stride(2048, Int<1>{}))",
      "make_shape(8589934592, 2048), make_stride(2048, Int<1>{}))",
    ],
    [
      "make_shape(4096, 2048), make_stride(2048, Int<1>{}))",
      "make_shape(4096, 8589934592), make_stride(8589934592, Int<1>{}))",
    ],
  ],
  "tma-box-extent": [
    [
      "batched, make_layout(window), window",
      "batched, make_layout(Shape<_64, _1, _1, _1, _512>{}), Shape<_64, _1, _1, _1, _512>{}",
    ],
    ["auto bM = Int<128>{};", "auto bM = Int<512>{};"],
    [
      "LayoutRight{});  // (bM,56)\n  auto box = make_tma_copy(SM90_TMA_STORE{}, mA, padded, make_shape(Int<128>{}, Int<56>{})",
      "LayoutRight{});\n  auto box = make_tma_copy(SM90_TMA_STORE{}, mA, make_layout(make_shape(Int<8>{}, Int<512>{}), LayoutRight{}), make_shape(Int<8>{}, Int<512>{})",
    ],
  ],
  "tma-box-bytes": [
    ["Shape<_64, _8, _1, _1, _1>{};", "Shape<_4, _8, _1, _1, _1>{};"],
    ["Shape<_64, _8, _1, _1, _1>{};", "Shape<_64, _8, _8, _8, _8>{};"],
  ],
  "tma-swizzle": [
    [
      "GMMA::Layout_K_SW128_Atom<half_t>{};",
      "composition(Swizzle<3, 3, 3>{}, make_layout(Shape<_8, _64>{}, LayoutRight{}));",
    ],
    [
      "GMMA::Layout_K_SW128_Atom<half_t>{};",
      "composition(Swizzle<3, 4, 4>{}, make_layout(Shape<_8, _64>{}, LayoutRight{}));",
    ],
  ],
  "tma-data-type": [
    [
      "make_tma_atom(SM90_TMA_LOAD{}, mA, sA_layout(_, _, 0), tile)",
      "make_tma_atom<int16_t>(SM90_TMA_LOAD{}, mA, sA_layout(_, _, 0), tile)",
    ],
    ["void launch(half_t const* A", "void launch(int16_t const* A"],
  ],
  "tma-multicast": [
    ["SM90_TMA_LOAD_MULTICAST{}", "SM90_TMA_LOAD{}"],
    ["Int<56>{}), Int<2>{}", "Int<56>{}), Int<3>{}"],
  ],
  "tma-partition-size": [
    ["group_modes<0, 2>(gA));", "gA);"],
    ["group_modes<0, 2>(sA)", "group_modes<0, 1>(sA)"],
  ],
  "tma-partition-multicast": [
    ["Layout<_1>{}, group", "Layout<_3>{}, group"],
    ["Layout<_1>{}, group", "Layout<Shape<_3, _1>>{}, group"],
  ],
  "tma-gather": [
    ["SM90_TMA_LOAD{}, batched", "SM100_TMA_LOAD_2D_GATHER4{}, batched"],
    [
      "auto window = Shape<_64, _8, _1, _1, _1>{};\n  auto batch = make_tma_copy(SM90_TMA_LOAD{}",
      "auto window = Shape<_64, _8, _1, _1, _1>{};\n  auto batch = make_tma_copy(SM100_TMA_STORE_2D_SCATTER4{}",
    ],
  ],
  "tma-modes-swapped": [
    ["batched, make_layout(window)", "batched, make_layout(Shape<_8, _64, _1, _1, _1>{})"],
    ["make_layout(window), window", "make_layout(window), Shape<_8, _64, _1, _1, _1>{}"],
  ],
  "tma-without-barrier": [
    ["tma.with(*mbar)", "tma"],
    ["copy(tma.with(*mbar), tAgA(_, 0)", "auto const& load = tma;\n  copy(load, tAgA(_, 0)"],
  ],
  "layout-not-congruent": [
    ["make_shape(_8{}, _8{}), make_stride(_1{}, _8{})", "make_shape(_8{}, _8{}), make_stride(_1{}, _8{}, _64{})"],
    [
      "make_shape(_8{}, _8{}), make_stride(_1{}, _8{})",
      "make_shape(make_shape(_2{}, _4{}), _8{}), make_stride(_1{}, _8{})",
    ],
  ],
  "divide-not-exact": [
    [
      "zipped_divide(a, make_shape(_4{}, _4{}))",
      "zipped_divide(make_layout(make_shape(_6{}, _8{}), make_stride(_8{}, _1{})), _4{})",
    ],
    ["zipped_divide(a, make_shape(_4{}, _4{}))", "logical_divide(a, make_shape(_3{}, _4{}))"],
  ],
  "composition-divisibility": [
    ["make_layout(_6{}, _1{})", "make_layout(_9{}, _1{})"],
    ["make_shape(_5{}, _2{}), make_stride(_1{}, _5{})", "make_shape(_5{}, _3{}), make_stride(_1{}, _5{})"],
  ],
  "composition-not-exact": [
    ["make_shape(_5{}, _2{}), make_stride(_1{}, _5{})", "make_shape(_5{}, _4{}), make_stride(_1{}, _3{})"],
    ["make_layout(_6{}, _1{})", "make_layout(_6{}, _4{})"],
  ],
  "complement-undefined": [
    [
      "complement(make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{}))",
      "complement(make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _2{}))",
    ],
    [
      "make_shape(_4{}, _4{}), make_stride(_1{}, _8{})), _64{}",
      "make_shape(_4{}, _4{}), make_stride(_1{}, threads)), _64{}",
    ],
  ],
  "inverse-undefined": [
    [
      "left_inverse(make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{}))",
      "left_inverse(make_layout(make_shape(_4{}, _4{}), make_stride(_2{}, _3{}))",
    ],
    [
      "left_inverse(make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{}))",
      "left_inverse(make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, threads))",
    ],
  ],
  "tiler-rank": [
    ["make_shape(Int<128>{}, Int<64>{}), make_coord", "make_shape(Int<128>{}, Int<64>{}, Int<1>{}), make_coord"],
    ["zipped_divide(a, make_shape(_4{}, _4{}))", "zipped_divide(a, make_shape(_4{}, _4{}, _2{}))"],
  ],
  "recast-divisibility": [
    ["upcast<4>(a)", "upcast<3>(a)"],
    ["upcast<4>(a)", "downcast<2>(make_layout(_8{}, _3{}))"],
  ],
  "swizzle-parameters": [
    ["Swizzle<2, 4, 3>", "Swizzle<4, 2, 3>"],
    ["Swizzle<2, 4, 3>", "Swizzle<2, -1, 3>"],
  ],
  "coordinate-rank": [
    ["mC(_, _, 0)", "mC(_, 0)"],
    ["copy(tma.with(*mbar), tAgA(_, 0)", "copy(tma.with(*mbar), tAgA(_, 0, 0)"],
  ],
  "projection-rank": [
    ["Step<_1, _1, X>{}", "Step<_1, _1>{}"],
    ["make_coord(blockIdx.x, _)", "make_coord(blockIdx.x, _), Step<_1>{}"],
  ],
  "tiled-copy-size": [
    ["Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{}", "Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _4>>{}"],
    [
      "Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>>{}",
      "Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, Layout<Shape<_16, _1>>{}",
    ],
  ],
  "copy-threads": [
    ["Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{}", "Layout<Shape<_8, _8>>{}, Layout<Shape<_1, _8>>{}"],
    ["Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{}", "Layout<Shape<_16, _4>>{}, Layout<Shape<_1, _8>>{}"],
  ],
  "partition-rank": [
    ["partition_S(sC)", "partition_S(sC(_, 0))"],
    ["partition_D(gC)", "partition_D(gC(_, 0))"],
  ],
  "tiled-mma-shape": [
    ["Layout<Shape<_2, _2, _1>>{}", "Layout<Shape<_2, _2, _1>>{}, make_tile(threads, _16{}, _16{})"],
    ["Layout<Shape<_2, _2, _1>>{}", "Layout<Shape<_2, _2, _1, _1>>{}"],
  ],
  "tile-to-shape-block": [
    ["auto bK = Int<64>{};", "auto bK = Int<48>{};"],
    ["make_shape(bM, bK, Int<3>{})", "make_shape(Int<100>{}, bK, Int<3>{})"],
    ["make_shape(bM, bK, Int<3>{})", "Int<8192>{}"],
  ],
  "smem-selector": [
    [
      "auto pixels = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{},",
      "auto pixels = tile_to_shape(cutlass::gemm::collective::detail::ss_smem_selector<GMMA::Major::K, half_t, _128, _4>(),",
    ],
    [
      "auto pixels = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{},",
      "auto pixels = tile_to_shape(cutlass::gemm::collective::detail::rs_smem_selector<GMMA::Major::K, half_t, Int<100>, _64>(),",
    ],
  ],
  "layout-overlap": [
    ["make_stride(2048, Int<1>{}, 8388608)", "make_stride(Int<32>{}, Int<1>{}, 8388608)"],
    ["make_stride(2048, Int<1>{}, 8388608)", "make_stride(Int<8>{}, Int<1>{}, 8388608)"],
  ],
  "dynamic-unit-stride": [
    ["make_stride(2048, Int<1>{}, 8388608)", "make_stride(int64_t(2048), int64_t(1), int64_t(8388608))"],
    ["make_stride(2048, Int<1>{}, 8388608)", "make_stride(2048, 1, 8388608)"],
  ],
  "smem-capacity": [
    ["make_shape(bM, bK, Int<3>{})", "make_shape(bM, bK, Int<16>{})"],
    ["make_shape(bM, bK, Int<3>{})", "make_shape(bM, bK, Int<15>{})"],
    ["Shape<Int<512>>{});\n  copy", "Shape<Int<131072>>{});\n  copy"],
  ],
  "bank-conflict": [
    ["Stride<Int<33>, _1>>{});", "Stride<Int<32>, _1>>{});"],
    ["Stride<Int<33>, _1>>{});", "Stride<Int<24>, _1>>{});"],
  ],
  uncoalesced: [
    ["Stride<_1, Int<64>>>{});", "Stride<Int<64>, _1>>{});"],
    ["Stride<_1, Int<64>>>{});", "Stride<Int<8>, Int<256>>>{});"],
  ],
  "narrow-access": [
    ["UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16", "UniversalCopy<half_t>, half_t>{}, Layout<Shape<_16"],
    ["UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16", "UniversalCopy<uint32_t>, half_t>{}, Layout<Shape<_16"],
  ],
  "swizzle-does-nothing": [
    ["Swizzle<2, 4, 3>{}, a)", "Swizzle<2, 4, 5>{}, a)"],
    ["Swizzle<2, 4, 3>{}, a)", "Swizzle<3, 6, 6>{}, a)"],
  ],
  "assertion-fails": [
    ["cosize_v<Padded> == 4600", "cosize_v<Padded> == 4608"],
    ["Shape<_64, _64>, Stride<_72, _1>>", "Shape<_64, _64>, Stride<_80, _1>>"],
  ],
  "comment-shape": [
    ["// (BLK_M,BLK_K,k)", "// (BLK_M,BLK_K)"],
    ["sA_layout);  // (BLK_M,BLK_K,PIPE)", "sA_layout);  // ((ATOM_M,REST_M),BLK_K,PIPE,k)"],
  ],
  "comment-size": [
    ["// (bM,bK,PIPE)", "// (bK,bM,PIPE)"],
    ["// (bM,56)", "// (bK,56)"],
  ],
  "comment-name": [
    ["// (BLK_M,BLK_K,PIPE)", "// (BLK_K,BLK_M,PIPE)"],
    ["// (BLK_M,BLK_K,k)", "// (PIPE,BLK_K,k)"],
  ],
  "tma-address": [
    ["make_gmem_ptr(A), make_shape(4096", "make_gmem_ptr(A + 3), make_shape(4096"],
    ["make_gmem_ptr(A), make_shape(64,", "make_gmem_ptr(A + 4), make_shape(64,"],
  ],
  "tma-strides-overlap": [
    ["make_shape(4096, 2048), make_stride(2048, Int<1>{}))", "make_shape(4096, 2048), make_stride(1024, Int<1>{}))"],
    ["Int<1>{}, 64, 512, 4096, 32768", "Int<1>{}, 32, 512, 4096, 32768"],
  ],
  "tma-interleave": [
    ["CU_TENSOR_MAP_SWIZZLE_32B", "CU_TENSOR_MAP_SWIZZLE_128B"],
    ["CU_TENSOR_MAP_SWIZZLE_32B", "CU_TENSOR_MAP_SWIZZLE_NONE"],
  ],
  "tma-small-tensor": [
    ["size[3] = {1024, 512, 8}", "size[3] = {1024, 16, 1}"],
    ["size[3] = {1024, 512, 8}", "size[3] = {16, 60, 1}"],
  ],
  "tma-box-exceeds": [
    ["make_shape(4096, 2048), make_stride(2048, Int<1>{}))", "make_shape(64, 2048), make_stride(2048, Int<1>{}))"],
    ["make_shape(64, 8, 8, 8, 64), make_stride", "make_shape(64, 4, 8, 8, 64), make_stride"],
  ],
  "tma-broadcast": [
    ["64, 512, 4096, 32768)", "64, 512, 4096, Int<0>{})"],
    ["64, 512, 4096, 32768)", "64, 512, Int<0>{}, 32768)"],
  ],
  "tma-cluster": [
    ["Int<56>{}), Int<2>{}", "Int<56>{}), Int<32>{}"],
    [
      "make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, mA, padded, make_shape(Int<128>{}, Int<56>{}), Int<2>{}",
      "make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, mA, make_layout(Shape<_96, _64>{}, LayoutRight{}), Shape<_96, _64>{}, Int<3>{}",
    ],
  ],
  "multicast-mask": [
    ["cluster = make_layout(make_shape(_4{}, _4{}))", "cluster = make_layout(make_shape(_8{}, _4{}))"],
    ["cluster = make_layout(make_shape(_4{}, _4{}))", "cluster = make_layout(make_shape(_16{}, _2{}))"],
  ],
  "tma-copy-space": [
    ["tAsA(_, 0));", "make_tensor<half_t>(Shape<_8192>{}));"],
    ["copy(tma.with(*mbar), tAgA(_, 0)", "copy(tma.with(*mbar), make_tensor(make_gmem_ptr(C), Shape<_8192>{})"],
  ],
  "tma-swizzle-units": [
    [
      "make_layout(make_shape(Int<128>{}, Int<56>{}), LayoutRight{});",
      "composition(Swizzle<3, 4, 3>{}, make_layout(make_shape(Int<128>{}, Int<56>{}), LayoutRight{}));",
    ],
    [
      "LayoutRight{});  // (bM,56)\n  auto box = make_tma_copy(SM90_TMA_STORE{}, mA, padded, make_shape(Int<128>{}, Int<56>{})",
      "LayoutRight{});\n  auto narrow = composition(Swizzle<2, 4, 3>{}, make_layout(make_shape(Int<128>{}, Int<32>{}), LayoutRight{}));\n  auto box = make_tma_copy(SM90_TMA_STORE{}, mA, narrow, make_shape(Int<128>{}, Int<32>{})",
    ],
  ],
  "smem-alignment": [
    ["make_smem_ptr(shared), sA_layout", "make_smem_ptr(shared + 8), sA_layout"],
    ["make_smem_ptr(shared), sA_layout", "make_smem_ptr(shared + 4128), sA_layout"],
  ],
  "smem-stage-stride": [
    [
      "make_smem_ptr(shared), sA_layout",
      "make_smem_ptr(shared), composition(Swizzle<3, 4, 3>{}, smem_ptr_flag_bits<16>{}, Layout<Shape<_128, _64, _3>, Stride<_64, _1, Int<8200>>>{})",
    ],
    [
      "make_smem_ptr(shared), sA_layout",
      "make_smem_ptr(shared), composition(Swizzle<3, 4, 3>{}, smem_ptr_flag_bits<16>{}, Layout<Shape<_128, _64, _3>, Stride<_64, _1, Int<8193>>>{})",
    ],
  ],
  "smem-swizzle-mismatch": [
    [
      "make_smem_ptr(shared), sA_layout",
      "make_smem_ptr(shared), tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_128, _64, _3>{})",
    ],
    [
      "make_smem_ptr(shared), sA_layout",
      "make_smem_ptr(shared), tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>{}, Shape<_128, _64, _3>{})",
    ],
  ],
  "smem-array-size": [
    ["epilogue[cosize_v<Padded>]", "epilogue[size(Padded{})]"],
    ["make_smem_ptr(epilogue), Padded{}", "make_smem_ptr(epilogue), make_layout(Shape<_64, _64>{}, Stride<_80, _1>{})"],
  ],
  "smem-static": [
    ["epilogue[cosize_v<Padded>]", "epilogue[65536]", "sm_90"],
    ["epilogue[cosize_v<Padded>]", "epilogue[131072]"],
  ],
  "tma-grid-constant": [
    ["CUTE_GRID_CONSTANT TmaA", "TmaA"],
    ["CUTE_GRID_CONSTANT TmaA const tma", "const TmaA tma"],
    ["uint64_t* mbar, half_t* C) {\n  extern", "uint64_t* mbar, half_t* C, CUtensorMap map) {\n  extern"],
  ],
  "bulk-copy": [
    ["make_gmem_ptr(C), Shape<Int<512>>{}), bulk", "make_gmem_ptr(C + 4), Shape<Int<512>>{}), bulk"],
    [
      "Tensor bulk = make_tensor(make_smem_ptr(shared), Shape<Int<512>>{});",
      "Tensor bulk = make_tensor(make_smem_ptr(shared), Shape<Int<500>>{});",
    ],
    ["bulk = make_tensor(make_smem_ptr(shared), ", "bulk = make_tensor(make_smem_ptr(shared + 2), "],
  ],
  "layout-extent": [
    ["make_shape(_8{}, _8{}), make_stride(_1{}, _8{})", "make_shape(_8{}, Int<-8>{}), make_stride(_1{}, _8{})"],
    ["make_layout(_6{}, _1{})", "make_layout(Int<2 - 4>{}, _1{})"],
  ],
  "copy-race": [
    [
      "make_shape(4096, 2048, 8), make_stride(2048, Int<1>{}, 8388608)",
      "make_shape(4096, 2048, 8), make_stride(Int<0>{}, Int<1>{}, 8388608)",
    ],
    ["make_stride(2048, Int<1>{}, 8388608)", "make_stride(2048, Int<0>{}, 8388608)"],
  ],
  "tile-coordinate": [
    ["make_coord(63, 0, 0)", "make_coord(64, 0, 0)"],
    ["make_coord(63, 0, 0)", "make_coord(0, 32, 0)"],
  ],
  "tiler-is-layout": [
    ["zipped_divide(a, make_shape(_4{}, _4{}))", "zipped_divide(a, make_layout(make_shape(_4{}, _4{})))"],
    ["zipped_divide(a, make_shape(_4{}, _4{}))", "tiled_divide(a, make_layout(make_shape(_2{}, _8{})))"],
  ],
  "tma-arch": [
    ["make_coord(63, 0, 0)", "make_coord(62, 0, 0)", "sm_80"],
    ["make_tma_atom(SM90_TMA_LOAD{}, mA", "make_tma_atom(SM100_TMA_2SM_LOAD{}, mA", "sm_90a"],
  ],
  "mode-range": [
    ["take<0, 1>", "take<1, 1>"],
    ["take<0, 1>", "take<0, 3>"],
  ],
  "shape-divisibility": [
    ["make_shape(_8{}, _8{}), make_shape(_2{}, _4{})", "make_shape(_8{}, _6{}), make_shape(_2{}, _4{})"],
    ["make_shape(_8{}, _8{}), make_shape(_2{}, _4{})", "make_shape(_8{}, _8{}), make_shape(_3{}, _4{})"],
  ],
  "mma-descriptor": [
    ["GMMA::Major::K, GMMA::Major::K", "GMMA::Major::MN, GMMA::Major::K"],
    ["thr.partition_A(sA)", "thr.partition_A(make_tensor(make_smem_ptr(shared), Padded{}))"],
  ],
  "copy-atom-type": [
    ["Copy_Atom<UniversalCopy<uint128_t>, half_t>{}", "Copy_Atom<SM75_U32x4_LDSM_N, double>{}"],
    ["Copy_Atom<UniversalCopy<uint128_t>, half_t>{}", "Copy_Atom<SM75_U32x4_LDSM_N, int64_t>{}"],
  ],
  "cp-async-width": [
    ["SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>", "SM80_CP_ASYNC_CACHEGLOBAL<uint64_t>"],
    ["SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>", "SM80_CP_ASYNC_CACHEALWAYS<uint16_t>"],
  ],
  "tma-im2col": [
    ["lower = make_tuple(-1, -1);", "lower = make_tuple(-1, -129);"],
    ["upper = make_tuple(-1, -1);", "upper = make_tuple(128, -1);"],
    ["pixels, make_tile(Int<128>{}, Int<64>{})", "pixels, make_tile(Int<64>{}, Int<64>{})"],
  ],
  "copy-extents": [
    [
      "make_shape(Int<64>{}, Int<64>{}, Int<32>{}), make_coord(63",
      "make_shape(Int<32>{}, Int<64>{}, Int<32>{}), make_coord(63",
    ],
    ["copy(store, tSsC, ", "copy(store, tSsC(_, _, 0), "],
  ],
  "copy-vector": [
    ["Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{}", "Layout<Shape<_8, _16>>{}, Layout<Shape<_8, _1>>{}"],
    ["Copy_Atom<UniversalCopy<uint128_t>, half_t>", "Copy_Atom<UniversalCopy<uint128_t>, float>"],
  ],
  "predicate-unused": [
    ["copy_if(edge, inside, from, to);", "copy(edge, from, to);"],
    ["copy_if(edge, inside, from, to);", "if (size(inside) > 0) copy(edge, from, to);"],
  ],
  "registers-unset": [
    ["copy(thr_warps.partition_A(sX), rX);", "copy(rX, thr_warps.partition_A(gX));"],
    ["copy(thr_warps.partition_B(sX), rW);", "copy(rW, thr_warps.partition_B(gX));"],
  ],
  "copy-element-type": [
    ["make_smem_ptr(epilogue), Padded", "make_smem_ptr(reinterpret_cast<bfloat16_t*>(epilogue)), Padded"],
    ["partition_S(sC)", "partition_S(recast<bfloat16_t>(sC))"],
  ],
  "copy-space": [
    ["Copy_Atom<UniversalCopy<uint128_t>, half_t>", "Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>"],
    ["Copy_Atom<UniversalCopy<uint128_t>, half_t>", "Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>"],
  ],
  "fragment-operand": [
    ["thr.make_fragment_A(thr.partition_A(sA))", "thr.make_fragment_A(thr.partition_B(sA))"],
    ["thr.make_fragment_A(thr.partition_A(sA))", "thr.make_fragment_B(thr.partition_A(sA))"],
  ],
  "gemm-extents": [
    ["gemm(two, left, right, sums)", "gemm(two, right, left, sums)"],
    ["partition_fragment_C(two, Shape<_64, _64>{})", "partition_fragment_C(two, Shape<_64, _128>{})"],
  ],
  "coordinate-range": [
    ["sums(_, _, 3)", "sums(_, _, 4)"],
    ["sums(_, _, 3)", "sums(_, 2, _)"],
  ],
  "coordinate-loop": [
    ["n < size<2>(sums)", "n <= size<2>(sums)"],
    ["n < size<2>(sums)", "n < size(sums)"],
  ],
  "not-compiled": [
    ["append<4>(a)", "append<1>(a)"],
    ["append<4>(a)", "prepend<1>(a)"],
  ],
  "copy-alignment": [
    [
      "make_shape(4096, 2048, 8), make_stride(2048, Int<1>{}, 8388608)",
      "make_shape(4096, 2048, 8), make_stride(2050, Int<1>{}, 8388608)",
    ],
    [
      "Shape<_64, _64>, Stride<_72, _1>>;\nstatic_assert(cosize_v<Padded> == 4600)",
      "Shape<_64, _64>, Stride<Int<66>, _1>>;\nstatic_assert(cosize_v<Padded> == 4222)",
    ],
  ],
  "copy-tile": [
    ["Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{}", "Layout<Shape<_8, _16>>{}, Layout<Shape<_1, _8>>{}"],
    ["Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{}", "Layout<Shape<_128, _1>>{}, Layout<Shape<_1, _8>>{}"],
  ],
  "mma-tile": [
    [
      "<cute::GMMA::Major::K, cute::GMMA::Major::K>{});\n  auto layout",
      "<cute::GMMA::Major::K, cute::GMMA::Major::K>{}, Layout<Shape<_4, _1, _1>>{});\n  auto layout",
    ],
    ["Shape<_128, _64, Int<LoadStages>>", "Shape<_32, _64, Int<LoadStages>>"],
  ],
  "smem-launch": [
    ["dim3(128), 49152>>>", "dim3(128), 131072>>>"],
    ["dim3(128), 49152>>>", "dim3(128), 2 * 65536>>>"],
  ],
  "smem-request": [
    ["MaxDynamicSharedMemorySize, 98304", "MaxDynamicSharedMemorySize, 262144"],
    ["MaxDynamicSharedMemorySize, 98304", "MaxDynamicSharedMemorySize, 3 * 98304"],
  ],
};
