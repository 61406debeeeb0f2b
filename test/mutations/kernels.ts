// Two kernels as people ship them, one in each language, with what surrounds a GEMM: descriptors, pipelines of shared memory, an
// epilogue, raw tensor maps, layout algebra. As they stand they have no problem; chosen.test.ts changes them in one place.

export const cpp = `#include <cute/tensor.hpp>
using namespace cute;

using Padded = Layout<Shape<_64, _64>, Stride<_72, _1>>;
static_assert(cosize_v<Padded> == 4600);

template <class TmaA, class LayoutA>
__global__ void kernel(CUTE_GRID_CONSTANT TmaA const tma, LayoutA sA_layout, uint64_t* mbar, half_t* C) {
  extern __shared__ half_t shared[];
  __shared__ half_t epilogue[cosize_v<Padded>];
  Tensor mA = tma.get_tma_tensor(make_shape(4096, 2048));
  Tensor gA = local_tile(mA, make_shape(Int<128>{}, Int<64>{}), make_coord(blockIdx.x, _));  // (BLK_M,BLK_K,k)
  Tensor sA = make_tensor(make_smem_ptr(shared), sA_layout);  // (BLK_M,BLK_K,PIPE)
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  if (threadIdx.x == 0) {
  copy(tma.with(*mbar), tAgA(_, 0), tAsA(_, 0));
  }

  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto tCrA = thr.make_fragment_A(thr.partition_A(sA));

  Tensor sC = make_tensor(make_smem_ptr(epilogue), Padded{});
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(4096, 2048, 8), make_stride(2048, Int<1>{}, 8388608));
  Tensor gC = local_tile(mC(_, _, 0), make_shape(Int<64>{}, Int<64>{}, Int<32>{}), make_coord(63, 0, 0), Step<_1, _1, X>{});
  auto store = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{});
  auto tSsC = store.get_slice(threadIdx.x).partition_S(sC);
  copy(store, tSsC, store.get_slice(threadIdx.x).partition_D(gC));
  Tensor bulk = make_tensor(make_smem_ptr(shared), Shape<Int<512>>{});
  copy(Copy_Atom<SM90_BULK_COPY_AUTO, half_t>{}, make_tensor(make_gmem_ptr(C), Shape<Int<512>>{}), bulk);

  __shared__ float scratch[33 * 32];
  Tensor sT = make_tensor(make_smem_ptr(scratch), Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
  Tensor gT = make_tensor(make_gmem_ptr(reinterpret_cast<float*>(C)), Layout<Shape<_32, _32>, Stride<_1, Int<64>>>{});
  Tensor tTsT = local_partition(sT, Layout<Shape<_32, _4>>{}, threadIdx.x);
  copy(tTsT, local_partition(gT, Layout<Shape<_32, _4>>{}, threadIdx.x));
  auto fill = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_16, _4>>{}, Layout<Shape<_1, _16>>{});
}

template <class Load, class Store, class Rows>
__global__ void through(CUTE_GRID_CONSTANT Load const load, CUTE_GRID_CONSTANT Store const save, Rows rows) {
  __shared__ alignas(128) half_t buffer[32 * 64];
  __shared__ uint64_t full;
  auto sR = make_tensor(make_smem_ptr(buffer), rows);
  auto gR = local_tile(load.get_tma_tensor(make_shape(512, 1024)), Shape<_32, _64>{}, make_coord(0, 0));
  auto [tRgR, tRsR] = tma_partition(load, Int<0>{}, make_layout(_1{}), group_modes<0, 2>(sR), group_modes<0, 2>(gR));
  if (threadIdx.x == 0) initialize_barrier(full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    set_barrier_transaction_bytes(full, 32 * 64 * sizeof(half_t));
    copy(load.with(full), tRgR, tRsR);
  }
  wait_barrier(full, 0);
  auto mine = local_partition(sR, Layout<Shape<_16, _8>>{}, threadIdx.x);
  copy(make_fragment_like(mine), mine);
  tma_store_fence();
  __syncthreads();
  auto [tWgW, tWsW] = tma_partition(save, Int<0>{}, make_layout(_1{}), group_modes<0, 2>(sR), group_modes<0, 2>(gR));
  if (threadIdx.x < 1) copy(save, tWsW, tWgW);
}

void send(half_t* A) {
  auto plain = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto rows = make_layout(Shape<_32, _64>{}, LayoutRight{});
  through<<<1, 128>>>(make_tma_atom(SM90_TMA_LOAD{}, plain, rows, Shape<_32, _64>{}), make_tma_atom(SM90_TMA_STORE{}, plain, rows, Shape<_32, _64>{}), rows);
}

__global__ void accumulate() {
  auto wide = make_tiled_mma(SM90_64x256x16_F32F16F16_SS<cute::GMMA::Major::K, cute::GMMA::Major::K>{}, Layout<Shape<_2, _1, _1>>{});
  auto total = partition_fragment_C(wide, Shape<_128, _256>{});
  gemm(wide, wide.get_slice(threadIdx.x).partition_fragment_A(make_tensor(make_smem_ptr((half_t*)nullptr), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}))), wide.get_slice(threadIdx.x).partition_fragment_B(make_tensor(make_smem_ptr((half_t*)nullptr), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_256, _64>{}))), total);
}

__global__ void squared() {
  __shared__ alignas(1024) half_t buffer[64 * 64];
  auto sS = make_tensor(make_smem_ptr(buffer), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
  auto square = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<cute::GMMA::Major::K, cute::GMMA::Major::K>{});
  auto slice = square.get_slice(threadIdx.x);
  auto power = partition_fragment_C(square, Shape<_64, _64>{});
  auto part = local_partition(sS, Layout<Shape<_16, _8>>{}, threadIdx.x);
  copy(make_fragment_like(part), part);
  cutlass::arch::fence_view_async_shared();
  __syncthreads();
  warpgroup_arrive();
  clear(power);
  gemm(square, slice.partition_fragment_A(sS), slice.partition_fragment_B(sS), power);
}

void launch(half_t const* A, half_t* C, uint64_t* mbar) {
  squared<<<1, 128>>>();
  auto bM = Int<128>{};
  auto bK = Int<64>{};
  auto tile = make_shape(bM, bK);
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(4096, 2048), make_stride(2048, Int<1>{}));
  auto atom = GMMA::Layout_K_SW128_Atom<half_t>{};
  auto sA_layout = tile_to_shape(atom, make_shape(bM, bK, Int<3>{}));  // (bM,bK,PIPE)
  static_assert(size<0>(sA_layout) == size<0>(tile));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, sA_layout(_, _, 0), tile);
  auto padded = make_layout(make_shape(Int<128>{}, Int<56>{}), LayoutRight{});  // (bM,56)
  auto box = make_tma_copy(SM90_TMA_STORE{}, mA, padded, make_shape(Int<128>{}, Int<56>{}), Int<1>{});
  auto shared = make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, mA, padded, make_shape(Int<128>{}, Int<56>{}), Int<2>{});
  Tensor batched = make_tensor(make_gmem_ptr(A), make_shape(64, 8, 8, 8, 64), make_stride(Int<1>{}, 64, 512, 4096, 32768));
  auto window = Shape<_64, _8, _1, _1, _1>{};
  auto batch = make_tma_copy(SM90_TMA_LOAD{}, batched, make_layout(window), window, Int<1>{});
  cudaFuncSetAttribute(kernel<decltype(tma), decltype(sA_layout)>, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304);
  kernel<<<dim3(32), dim3(128), 49152>>>(tma, sA_layout, mbar, C);
}

void raw(half_t* p) {
  CUtensorMap map{};
  uint64_t size[3] = {1024, 512, 8};
  uint64_t stride[2] = {2048, 1048576};
  uint32_t inner[3] = {16, 64, 1};
  uint32_t element[3] = {1, 1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 3, p, size, stride, inner, element,
                         CU_TENSOR_MAP_INTERLEAVE_32B, CU_TENSOR_MAP_SWIZZLE_32B,
                         CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

void convolution(half_t const* A) {
  Tensor image = make_tensor(make_gmem_ptr(A), make_layout(make_shape(make_shape(32, 16, 8), Int<64>{}), make_stride(make_stride(64, 2048, 32768), Int<1>{})));
  auto pixels = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto lower = make_tuple(-1, -1);
  auto upper = make_tuple(-1, -1);
  auto tma = make_im2col_tma_copy(SM90_TMA_LOAD_IM2COL{}, image, pixels, make_tile(Int<128>{}, Int<64>{}), Int<1>{}, lower, upper,
                                  make_tuple(-1, -1), make_tuple(1, 1), make_tuple(1, 1), make_tuple(0, 0), make_tuple(1, 1));
}

void algebra(int threads) {
  auto a = make_layout(make_shape(_8{}, _8{}), make_stride(_1{}, _8{}));
  auto tiles = zipped_divide(a, make_shape(_4{}, _4{}));
  auto every = composition(make_layout(make_shape(_6{}, _10{}), make_stride(_16{}, _1{})), make_layout(_6{}, _1{}));
  auto picked = composition(make_layout(make_shape(_10{}, _2{}), make_stride(_16{}, _4{})), make_layout(make_shape(_5{}, _2{}), make_stride(_1{}, _5{})));
  auto rest = complement(make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{})), _64{});
  auto back = left_inverse(make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{})));
  auto wide = upcast<4>(a);
  auto mixed = composition(Swizzle<2, 4, 3>{}, a);
  auto half = take<0, 1>(a);
  auto parts = shape_div(make_shape(_8{}, _8{}), make_shape(_2{}, _4{}));
  auto cluster = make_layout(make_shape(_4{}, _4{}));
  auto mask = create_tma_multicast_mask<1>(cluster, make_coord(0, 0));
  auto two = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{});
  auto left = two.get_slice(0).partition_fragment_A(make_tensor<half_t>(Shape<_64, _32>{}));
  auto right = two.get_slice(0).partition_fragment_B(make_tensor<half_t>(Shape<_64, _32>{}));
  auto sums = partition_fragment_C(two, Shape<_64, _64>{});
  clear(sums);
  gemm(two, left, right, sums);
  auto last = sums(_, _, 3);
  for (int n = 0; n < size<2>(sums); ++n) {
    clear(sums(_, _, n));
  }
  auto four = append<4>(a);
}

constexpr int LoadStages = 7;
struct Pipeline {
  alignas(128) half_t A[128 * 64 * LoadStages];
  alignas(128) half_t B[128 * 64 * LoadStages];
};
__global__ void __launch_bounds__(128, 1) pipelined() {
  extern __shared__ char memory[];
  Pipeline& pipeline = *reinterpret_cast<Pipeline*>(memory);
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<cute::GMMA::Major::K, cute::GMMA::Major::K>{});
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, Int<LoadStages>>{});
  auto stagesA = make_tensor(make_smem_ptr(pipeline.A), layout);
  auto stagesB = make_tensor(make_smem_ptr(pipeline.B), layout);
  auto piece = mma.get_slice(threadIdx.x).partition_A(stagesA);
}

using Hand = cutlass::PipelineAsync<2>;
__global__ void handed() {
  __shared__ typename Hand::SharedStorage storage;
  Hand::Params params;
  params.producer_arv_count = 128;
  params.consumer_arv_count = 128;
  Hand hand(storage, params);
  Hand::PipelineState state;
  for (int k = 0; k < 8; ++k, ++state) {
    if (threadIdx.x < 128) {
      hand.producer_acquire(state);
      hand.producer_commit(state);
    } else {
      hand.consumer_wait(state);
      hand.consumer_release(state);
    }
  }
}
void hand_over() { handed<<<1, 256>>>(); }

__global__ void __launch_bounds__(128) plain_gemm(half_t const* A, float* C) {
  __shared__ alignas(128) half_t square[64 * 64];
  auto rows = Layout<Shape<_64, _64>, Stride<_64, _1>>{};
  auto sX = make_tensor(make_smem_ptr(square), rows);
  auto gX = make_tensor(make_gmem_ptr(A), rows);
  auto bring = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr_bring = bring.get_slice(threadIdx.x);
  copy(bring, thr_bring.partition_S(gX), thr_bring.partition_D(sX));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  auto warps = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  auto thr_warps = warps.get_slice(threadIdx.x);
  auto gY = local_tile(make_tensor(make_gmem_ptr(C), rows), Shape<_64, _64>{}, make_coord(0, blockIdx.z));
  auto rX = thr_warps.partition_fragment_A(sX);
  auto rW = thr_warps.partition_fragment_B(sX);
  auto rY = thr_warps.partition_fragment_C(gY);
  copy(thr_warps.partition_A(sX), rX);
  copy(thr_warps.partition_B(sX), rW);
  clear(rY);
  gemm(warps, rX, rW, rY);
  copy(rY, thr_warps.partition_C(gY));
}
void multiply(half_t const* A, float* C) { plain_gemm<<<1, 128>>>(A, C); }

template <class Bring>
__global__ void by_rounds(CUTE_GRID_CONSTANT Bring const bring, float* out) {
  __shared__ alignas(128) float tile[32 * 32];
  __shared__ uint64_t arrived;
  auto sT = make_tensor(make_smem_ptr(tile), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto gT = local_tile(bring.get_tma_tensor(make_shape(32, 256)), Shape<_32, _32>{}, make_coord(0, _));
  auto piece = bring.get_slice(0);
  if (threadIdx.x == 0) {
    initialize_barrier(arrived, 1);
    cutlass::arch::fence_barrier_init();
  }
  __syncthreads();
  for (int round = 0; round < 8; ++round) {
    if (threadIdx.x == 0) {
      set_barrier_transaction_bytes(arrived, 4096);
      copy(bring.with(arrived), piece.partition_S(gT)(_, _, _, round), piece.partition_D(sT));
    }
    wait_barrier(arrived, round & 1);
    out[round * 32 + threadIdx.x] = sT(threadIdx.x, 0);
    __syncthreads();
  }
}
void go_round(float const* A, float* out) {
  auto mT = make_tensor(make_gmem_ptr(A), make_shape(32, 256), make_stride(256, Int<1>{}));
  auto bring = make_tma_copy(SM90_TMA_LOAD{}, mT, Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  by_rounds<<<1, 32>>>(bring, out);
}
__global__ void at_the_edge(half_t const* A, half_t* B, int rows) {
  auto edge = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, cutlass::half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = edge.get_slice(threadIdx.x);
  auto whole = Layout<Shape<_64, _64>, Stride<_64, _1>>{};
  auto from = thread.partition_S(make_tensor(make_gmem_ptr(A), whole));
  auto to = thread.partition_D(make_tensor(make_gmem_ptr(B), whole));
  auto at = thread.partition_S(make_identity_tensor(Shape<_64, _64>{}));
  auto inside = make_tensor<bool>(make_shape(size<1>(at), size<2>(at)));
  for (int m = 0; m < size<0>(inside); ++m) inside(m, 0) = get<0>(at(0, m, 0)) < rows;
  copy_if(edge, inside, from, to);
}
void to_the_edge(half_t const* A, half_t* B, int rows) { at_the_edge<<<1, 128>>>(A, B, rows); }
`;

export const python = `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.pipeline as pipeline
from cutlass.cute.nvgpu import cpasync, warp, warpgroup
from cutlass.experimental.cuda import TensorMapInterleave, TensorMapSwizzle, create_tensor_map_tiled

@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, plain: cute.Tensor, mma: cute.TiledMma, sA_layout: cute.ComposedLayout, tile: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    padded = cute.make_layout((64, 64), stride=(72, 1))

    @cute.struct
    class Storage:
        epilogue: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, cute.cosize(padded)], 128]

    storage = smem.allocate(Storage)
    sC = storage.epilogue.get_tensor(padded)
    sA = smem.allocate_tensor(cutlass.Float16, sA_layout.outer, 1024, swizzle=sA_layout.inner)
    bar = smem.allocate_array(cutlass.Int64, 1)
    with cute.arch.elect_one():
        cute.arch.mbarrier_init(bar, 1)
    gA = cute.local_tile(mA, tile, (None, None))  # (BLK_M, BLK_K, m, k)
    sA_grouped = cute.group_modes(sA, 0, 2)
    gA_grouped = cute.group_modes(gA, 0, 2)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), sA_grouped, gA_grouped)
    cute.copy(tma, tAgA[None, 0, 0], tAsA[None, 0], tma_bar_ptr=bar)
    sB = smem.allocate_tensor(cutlass.Float16, sA_layout.outer, 512, swizzle=cute.make_swizzle(3, 4, 3))
    tCsA = mma.get_slice(0).partition_A(sB)
    tCrA = mma.make_fragment_A(tCsA)
    gC = cute.local_tile(plain, (64, 64), (63, 0))  # (BLK_M, BLK_K)
    buffer = smem.allocate_tensor(cutlass.Float16, cute.make_layout(512), 128)
    store = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(store, cute.make_layout((16, 8)), cute.make_layout((1, 8))).get_slice(0)
    cute.copy(store, copy.partition_S(sC), copy.partition_D(gC))
    bulk = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), cutlass.Float16)
    line = cute.make_tensor(plain.iterator, cute.make_layout(512))
    cute.copy(bulk, line, buffer, mbar_ptr=bar)
    fill = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=32)
    pair = cute.make_layout(2)
    cute.copy(fill, cute.make_tensor(plain.iterator, pair), cute.make_tensor(buffer.iterator, pair))
    tid = cute.arch.thread_idx()[0]
    sT = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(33, 1)), 128)
    gT = cute.make_tensor(cute.recast_ptr(plain.iterator, dtype=cutlass.Float32), cute.make_layout((32, 32), stride=(1, 64)))
    columns = cute.make_layout((32, 4))
    cute.autovec_copy(cute.local_partition(sT, columns, tid), cute.local_partition(gT, columns, tid))
    mask = cpasync.create_tma_multicast_mask(cute.make_layout((1, 4, 4, 1)), (0, 0, 0, 0), 1)

@cute.kernel
def through(load: cute.CopyAtom, mR: cute.Tensor, save: cute.CopyAtom, mW: cute.Tensor, rows: cute.Layout):
    smem = utils.SmemAllocator()
    sR = smem.allocate_tensor(cutlass.Float16, rows, 1024)
    full = smem.allocate_array(cutlass.Int64, 1)
    gR = cute.local_tile(mR, (32, 64), (0, 0))
    gW = cute.local_tile(mW, (32, 64), (0, 0))
    tRsR, tRgR = cpasync.tma_partition(load, 0, cute.make_layout(1), cute.group_modes(sR, 0, 2), cute.group_modes(gR, 0, 2))
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(full, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if cute.arch.warp_idx() == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, 32 * 64 * 2)
        cute.copy(load, tRgR, tRsR, tma_bar_ptr=full)
    cute.arch.mbarrier_wait(full, 0)
    tidx = cute.arch.thread_idx()[0]
    mine = cute.local_partition(sR, cute.make_layout((16, 8)), tidx)
    cute.autovec_copy(cute.make_fragment_like(mine), mine)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tWsW, tWgW = cpasync.tma_partition(save, 0, cute.make_layout(1), cute.group_modes(sR, 0, 2), cute.group_modes(gW, 0, 2))
    if tidx < 32:
        cute.copy(save, tWsW, tWgW)

@cute.kernel
def accumulate():
    wide = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), cute.make_layout((2, 2, 1), stride=(1, 2, 4)))
    lefts = cute.make_fragment(wide.partition_shape_A((128, 16)), cutlass.Float16)
    rights = cute.make_fragment(wide.partition_shape_B((128, 16)), cutlass.Float16)
    total = cute.make_fragment(wide.partition_shape_C((128, 128)), cutlass.Float32)
    cute.gemm(wide, total, lefts, rights, total)

@cute.kernel
def squared(mma: cute.TiledMma, layout: cute.ComposedLayout):
    smem = utils.SmemAllocator()
    sS = smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, layout.inner)
    tidx = cute.arch.thread_idx()[0]
    part = cute.local_partition(sS, cute.make_layout((16, 8)), tidx)
    cute.autovec_copy(cute.make_fragment_like(part), part)
    cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    slice_mma = mma.get_slice(tidx)
    tSrA = mma.make_fragment_A(slice_mma.partition_A(sS))
    tSrB = mma.make_fragment_B(slice_mma.partition_B(sS))
    corner = (64, 64)
    power = cute.make_fragment(slice_mma.partition_shape_C(corner), cutlass.Float32)
    cute.gemm(mma, power, tSrA, tSrB, power)

@cute.jit
def send():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    lines = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    rows = cute.make_layout((32, 64), stride=(64, 1))
    load, mR = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), lines, rows, (32, 64))
    save, mW = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), lines, rows, (32, 64))
    through(load, mR, save, mW, rows).launch(grid=(1, 1, 1), block=(128, 1, 1))
    accumulate().launch(grid=(1, 1, 1), block=(128, 1, 1))

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((4096, 2048), stride=(2048, 1)))
    mC = cute.make_tensor(p, cute.make_ordered_layout((4096, 2048), order=(1, 0)))
    tile = (128, 64)
    stages = 3
    sw = cute.make_swizzle(3, 4, 3)
    block = cute.make_composed_layout(sw, 0, cute.make_layout((8, 64), stride=(64, 1)))
    assert stages * 16384 <= 232448, "the stages fit"
    sA_layout = cute.tile_to_shape(block, (128, 64, stages), (0, 1, 2))  # (BLK_M, BLK_K, stages)
    op = cpasync.CopyBulkTensorTileG2SOp()
    tma, mA_tma = cpasync.make_tiled_tma_atom(op, mA, sA_layout, tile, num_multicast=1)
    wide = cpasync.CopyBulkTensorTileG2SMulticastOp()
    both, mB_tma = cpasync.make_tiled_tma_atom(wide, mA, sA_layout, tile, num_multicast=2)
    batched = cute.make_tensor(p, cute.make_layout((64, 8, 8, 8, 64), stride=(1, 64, 512, 4096, 32768)))
    window = cute.make_layout((64, 8, 1, 1, 1))
    every, mD_tma = cpasync.make_tiled_tma_atom(op, batched, window, (64, 8, 1, 1, 1))
    mma = cute.make_tiled_mma(
        warpgroup.MmaF16BF16Op(
            cutlass.Float16, cutlass.Float32, (64, 64, 16),
            warpgroup.OperandSource.SMEM, warpgroup.OperandMajorMode.K, warpgroup.OperandMajorMode.K,
        )
    )
    kernel(tma, mA_tma, mC, mma, sA_layout, tile).launch(grid=(32, 1, 1), block=(128, 1, 1))
    squared(mma, cute.tile_to_shape(block, (64, 64), (0, 1))).launch(grid=(1, 1, 1), block=(128, 1, 1))

@cute.jit
def raw(address: cutlass.Int64):
    desc = create_tensor_map_tiled(
        address, cutlass.Float16, [1024, 512, 8], [128, 65536], [16, 64, 1],
        interleave=TensorMapInterleave.i32b, swizzle=TensorMapSwizzle.s32b,
    )

@cute.jit
def convolution():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    image = cute.make_tensor(p, cute.make_layout(((32, 16, 8), 64), stride=((64, 2048, 32768), 1)))
    pixels = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((128, 64), stride=(64, 1)))
    load = cpasync.CopyBulkTensorIm2ColG2SOp()
    tma, coordinates = cpasync.make_im2col_tma_atom(
        load, image, pixels, (128, 64), (-1, -1), (-1, -1), (-1, -1), (1, 1), (1, 1), (0, 0), (1, 1)
    )

@cute.jit
def algebra():
    a = cute.make_layout((8, 8), stride=(1, 8))
    tiles = cute.zipped_divide(a, (4, 4))
    every = cute.composition(cute.make_layout((6, 10), stride=(16, 1)), cute.make_layout(6, stride=1))
    picked = cute.composition(cute.make_layout((10, 2), stride=(16, 4)), cute.make_layout((5, 2), stride=(1, 5)))
    rest = cute.complement(cute.make_layout((4, 4), stride=(1, 8)), 64)
    back = cute.left_inverse(cute.make_layout((4, 4), stride=(1, 8)))
    wide = cute.recast_layout(64, 16, a)
    mixed = cute.make_composed_layout(cute.make_swizzle(2, 4, 3), 0, a)
    half = cute.group_modes(a, 0, 2)
    parts = cute.shape_div((8, 8), (2, 4))
    one = cute.slice_(a, (None, 0))
    height, width = a.shape
    rows = 8
    named = cute.make_layout((rows, 4))  # (rows, 4)
    two = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), cute.make_layout((2, 2, 1)))
    left = two.make_fragment_A(two.partition_shape_A((64, 32)))
    right = two.make_fragment_B(two.partition_shape_B((64, 32)))
    sums = cute.make_rmem_tensor(two.partition_shape_C((64, 64)), cutlass.Float32)
    sums.fill(0.0)
    cute.gemm(two, sums, left, right, sums)
    final = sums[None, None, 3]
    for n in range(cute.size(sums, mode=[2])):
        column = sums[None, None, n]

@cute.kernel
def pipelined():
    smem = utils.SmemAllocator()
    load_stages = 5
    mma = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), cute.make_layout((4, 1, 1)))
    layout = cute.make_layout((128, 64, load_stages), stride=(64, 1, 8192))
    stagesA = smem.allocate_tensor(cutlass.Float16, layout, 128)
    stagesB = smem.allocate_tensor(cutlass.Float16, layout, 128)
    piece = mma.get_slice(0).partition_A(stagesA)

@cute.kernel
def staged():
    bars = utils.SmemAllocator().allocate_array(cutlass.Int64, 8)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=4,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 4),
        tx_count=16384,
        barrier_storage=bars,
    )
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 4)
    if warp_idx >= 4:
        for k in range(16):
            pipe.consumer_wait(state)
            pipe.consumer_release(state)
            state.advance()

@cute.jit
def launch_staged():
    staged().launch(grid=(1, 1, 1), block=(256, 1, 1))

@cute.jit
def launch_pipelined():
    pipelined().launch(grid=(1, 1, 1), block=(128, 1, 1), min_blocks_per_mp=1)

@cute.kernel
def plain_gemm(gX: cute.Tensor, gY: cute.Tensor, warps: cute.TiledMma):
    tidx, _, _ = cute.arch.thread_idx()
    sX = utils.SmemAllocator().allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 128)
    wide = 128
    bring_op = cpasync.CopyG2SOp()
    atom = cute.make_copy_atom(bring_op, cutlass.Float16, num_bits_per_copy=wide)
    bring = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    thr_bring = bring.get_slice(tidx)
    cute.copy(bring, thr_bring.partition_S(gX), thr_bring.partition_D(sX))
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    thr_warps = warps.get_slice(tidx)
    tX = thr_warps.partition_A(sX)
    tW = thr_warps.partition_B(sX)
    block, _, _ = cute.arch.block_idx()
    tY = thr_warps.partition_C(cute.local_tile(gY, (64, 64), (0, block)))
    rX, rW = warps.make_fragment_A(tX), warps.make_fragment_B(tW)
    rY = warps.make_fragment_C(tY)
    cute.autovec_copy(tX, rX)
    cute.autovec_copy(tW, rW)
    rY.fill(0.0)
    for k in cutlass.range_constexpr(4):
        cute.gemm(warps, rY, rX[None, None, k], rW[None, None, k], rY)
    cute.autovec_copy(rY, tY)

@cute.jit
def launch_plain_gemm():
    x = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    y = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    gX = cute.make_tensor(x, cute.make_layout((64, 64), stride=(64, 1)))
    gY = cute.make_tensor(y, cute.make_layout((64, 64), stride=(64, 1)))
    warps = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), cute.make_layout((4, 1, 1)))
    plain_gemm(gX, gY, warps).launch(grid=(1, 1, 1), block=(128, 1, 1))

@cute.kernel
def by_rounds(bring: cute.CopyAtom, mT: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    arrived = smem.allocate_array(cutlass.Int64, 1)
    sT = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(32, 1)), 128)
    if tidx == 0:
        cute.arch.mbarrier_init(arrived, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    gT = cute.local_tile(mT, (32, 32), (0, None))
    tTsT, tTgT = cpasync.tma_partition(bring, 0, cute.make_layout(1), cute.group_modes(sT, 0, 2), cute.group_modes(gT, 0, 2))
    for n in cutlass.range(8):
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(arrived, 4096)
        cute.copy(bring, tTgT[None, n], tTsT, tma_bar_ptr=arrived)
        cute.arch.mbarrier_wait(arrived, n % 2)
        if n < 7:
            out[n * 32 + tidx] = sT[tidx, 0]
        cute.arch.sync_threads()

@cute.jit
def launch_by_rounds():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=128)
    mT = cute.make_tensor(p, cute.make_layout((32, 256), stride=(256, 1)))
    bring, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mT, cute.make_layout((32, 32), stride=(32, 1)), (32, 32))
    by_rounds(bring, tensor, cute.make_tensor(p, cute.make_layout(256))).launch(grid=(1, 1, 1), block=(32, 1, 1))

@cute.kernel
def at_the_edge(bound: cutlass.Int32, mA: cute.Tensor, mB: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    wide, op = 128, cute.nvgpu.CopyUniversalOp()
    vectors = cute.make_copy_atom(op, cutlass.Float16, num_bits_per_copy=wide)
    spread = cute.make_tiled_copy_tv(vectors, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    thread = spread.get_slice(tidx)
    come = thread.partition_S(mA)
    go = thread.partition_D(mB)
    at = thread.partition_S(cute.make_identity_tensor((64, 64)))
    inside = cute.make_rmem_tensor((1, 4, 1), cutlass.Boolean)
    for m in cutlass.range_constexpr(4):
        inside[0, m, 0] = at[0, m, 0][0] < bound
    cute.copy(vectors, come, go, pred=inside)

@cute.jit
def launch_at_the_edge(bound: cutlass.Int32):
    halves = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(halves, cute.make_layout((64, 64), stride=(64, 1)))
    at_the_edge(bound, mA, mA).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
