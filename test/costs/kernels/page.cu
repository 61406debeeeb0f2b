// The accesses that the table of docs/costs.md speaks of, in kernels of our own: each function at the end is named after the rows that
// its launch stands for. Tiles, atoms and the sizes that a thread deals with are those of the kernels that were counted.
#include <cute/tensor.hpp>

using namespace cute;

/// Tiles of 128x8 to shared memory by the threads' own partitions; 16x16 threads multiply out of it.
template <class Stride, class Tile, class Threads>
__global__ void by_partition(float const* A, float const* B, int m, int k, Stride stride, Tile tile, Threads threads) {
  __shared__ alignas(128) float bufferA[1024];
  __shared__ alignas(128) float bufferB[1024];
  Tensor gA = local_tile(make_tensor(make_gmem_ptr(A), make_shape(m, k), stride), Shape<_128, _8>{}, make_coord(0, _));
  Tensor gB = local_tile(make_tensor(make_gmem_ptr(B), make_shape(m, k), stride), Shape<_128, _8>{}, make_coord(0, _));
  Tensor sA = make_tensor(make_smem_ptr(bufferA), tile);
  Tensor sB = make_tensor(make_smem_ptr(bufferB), tile);
  Tensor tAgA = local_partition(gA, threads, threadIdx.x);
  Tensor tAsA = local_partition(sA, threads, threadIdx.x);
  Tensor tBgB = local_partition(gB, threads, threadIdx.x);
  Tensor tBsB = local_partition(sB, threads, threadIdx.x);
  auto grid = Layout<Shape<_16, _16>>{};
  Tensor tCsA = local_partition(sA, grid, threadIdx.x, Step<_1, X>{});
  Tensor tCsB = local_partition(sB, grid, threadIdx.x, Step<X, _1>{});
  Tensor sum = make_tensor<float>(Shape<_8, _8>{});
  for (int i = 0; i < size<2>(gA); ++i) {
    copy(tAgA(_, _, i), tAsA);
    copy(tBgB(_, _, i), tBsB);
    __syncthreads();
    gemm(tCsA, tCsB, sum);
    __syncthreads();
  }
}

/// The same by tiled copies, through registers; a block of K of the operands in registers too.
template <class Stride, class Tile, class Copy>
__global__ void by_slices(float const* A, float const* B, int m, int k, Stride stride, Tile tile, Copy load) {
  __shared__ alignas(128) float bufferA[cosize_v<Tile>];
  __shared__ alignas(128) float bufferB[cosize_v<Tile>];
  Tensor gA = local_tile(make_tensor(make_gmem_ptr(A), make_shape(m, k), stride), Shape<_128, _8>{}, make_coord(0, _));
  Tensor gB = local_tile(make_tensor(make_gmem_ptr(B), make_shape(m, k), stride), Shape<_128, _8>{}, make_coord(0, _));
  Tensor sA = make_tensor(make_smem_ptr(bufferA), tile);
  Tensor sB = make_tensor(make_smem_ptr(bufferB), tile);
  auto thread = load.get_slice(threadIdx.x);
  Tensor tAgA = thread.partition_S(gA);
  Tensor tBgB = thread.partition_S(gB);
  Tensor tAsA = thread.partition_D(sA);
  Tensor tBsB = thread.partition_D(sB);
  Tensor tArA = make_fragment_like(tAsA);
  Tensor tBrB = make_fragment_like(tBsB);
  auto mma = make_tiled_mma(UniversalFMA<float, float, float>{}, Layout<Shape<_16, _16, _1>>{});
  auto part = mma.get_slice(threadIdx.x);
  Tensor tCsA = part.partition_A(sA);
  Tensor tCsB = part.partition_B(sB);
  Tensor tCrA = part.make_fragment_A(tCsA);
  Tensor tCrB = part.make_fragment_B(tCsB);
  Tensor sum = partition_fragment_C(mma, Shape<_128, _128>{});
  for (int i = 0; i < size<2>(gA); ++i) {
    copy(load, tAgA(_, _, _, i), tArA);
    copy(load, tBgB(_, _, _, i), tBrB);
    copy(load, tArA, tAsA);
    copy(load, tBrB, tBsB);
    __syncthreads();
    copy(tCsA(_, _, 0), tCrA(_, _, 0));
    copy(tCsB(_, _, 0), tCrB(_, _, 0));
    gemm(mma, tCsA, tCsB, sum);
    __syncthreads();
  }
}

/// Tiles of 128x64 halves by cp.async; then warps read them by ldmatrix, or warpgroups multiply out of shared memory.
template <class Stride, class Tile, class Copy, class Mma>
__global__ void by_cp_async(half_t const* A, half_t const* B, int m, int k, Stride stride, Tile tile, Copy load, Mma mma) {
  __shared__ alignas(1024) half_t bufferA[cosize_v<Tile>];
  __shared__ alignas(1024) half_t bufferB[cosize_v<Tile>];
  Tensor gA = local_tile(make_tensor(make_gmem_ptr(A), make_shape(m, k), stride), Shape<_128, _64>{}, make_coord(0, _));
  Tensor gB = local_tile(make_tensor(make_gmem_ptr(B), make_shape(m, k), stride), Shape<_128, _64>{}, make_coord(0, _));
  Tensor sA = make_tensor(make_smem_ptr(bufferA), tile);
  Tensor sB = make_tensor(make_smem_ptr(bufferB), tile);
  auto thread = load.get_slice(threadIdx.x);
  auto part = mma.get_slice(threadIdx.x);
  Tensor rA = part.partition_fragment_A(sA);
  Tensor rB = part.partition_fragment_B(sB);
  Tensor sum = partition_fragment_C(mma, Shape<_128, _128>{});
  for (int i = 0; i < size<2>(gA); ++i) {
    copy(load, thread.partition_S(gA)(_, _, _, i), thread.partition_D(sA));
    copy(load, thread.partition_S(gB)(_, _, _, i), thread.partition_D(sB));
    __syncthreads();
    gemm(mma, rA, rB, sum);
    __syncthreads();
  }
}

template <class Tile, class Mma>
__global__ void by_ldmatrix(Tile tile, Mma mma) {
  __shared__ alignas(1024) half_t bufferA[cosize_v<Tile>];
  __shared__ alignas(1024) half_t bufferB[cosize_v<Tile>];
  Tensor sA = make_tensor(make_smem_ptr(bufferA), tile);
  Tensor sB = make_tensor(make_smem_ptr(bufferB), tile);
  auto part = mma.get_slice(threadIdx.x);
  Tensor rA = part.partition_fragment_A(sA);
  Tensor rB = part.partition_fragment_B(sB);
  Copy_Atom<SM75_U32x4_LDSM_N, half_t> atom;
  auto loadA = make_tiled_copy_A(atom, mma);
  auto loadB = make_tiled_copy_B(atom, mma);
  auto threadA = loadA.get_slice(threadIdx.x);
  auto threadB = loadB.get_slice(threadIdx.x);
  copy(loadA, threadA.partition_S(sA)(_, _, 0), threadA.retile_D(rA)(_, _, 0));
  copy(loadB, threadB.partition_S(sB)(_, _, 0), threadB.retile_D(rB)(_, _, 0));
}

/// Tiles of 128x64 halves by TMA, by one thread.
template <class TmaA, class Tile, class Mma>
__global__ void by_tma(CUTE_GRID_CONSTANT TmaA const tma, int m, int k, Tile tile, Mma mma) {
  __shared__ alignas(1024) half_t bufferA[cosize_v<Tile>];
  __shared__ alignas(1024) half_t bufferB[cosize_v<Tile>];
  __shared__ uint64_t barrier;
  Tensor sA = make_tensor(make_smem_ptr(bufferA), tile);
  Tensor sB = make_tensor(make_smem_ptr(bufferB), tile);
  Tensor gA = local_tile(tma.get_tma_tensor(make_shape(m, k)), Shape<_128, _64>{}, make_coord(0, _));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  auto [tBgB, tBsB] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sB), group_modes<0, 2>(gA));
  auto part = mma.get_slice(threadIdx.x);
  Tensor rA = part.partition_fragment_A(sA);
  Tensor rB = part.partition_fragment_B(sB);
  Tensor sum = partition_fragment_C(mma, Shape<_128, _128>{});
  for (int i = 0; i < size<2>(gA); ++i) {
    if (threadIdx.x == 0) {
      copy(tma.with(barrier), tAgA(_, i), tAsA);
      copy(tma.with(barrier), tBgB(_, i), tBsB);
    }
    gemm(mma, rA, rB, sum);
  }
}

/// Attention of one head of 64, tiles of 128 rows: what reads Q, K and V from shared memory, and the output through it.
__global__ void attention(half_t const* V, half_t* O, int stride) {
  __shared__ alignas(1024) half_t shared[128 * 64];
  auto rows = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
  auto tile = tile_to_shape(rows, Shape<_128, _64>{});
  Tensor sQ = make_tensor(make_smem_ptr(shared), tile);
  Tensor sVt = make_tensor(sQ.data(), composition(tile, Layout<Shape<_64, _128>, Stride<_128, _1>>{}));
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{}, Tile<_64, _16, _16>{});
  auto part = mma.get_slice(threadIdx.x);
  Tensor rQ = part.partition_fragment_A(sQ);
  Tensor rK = part.partition_fragment_B(sQ);
  Tensor rV = part.partition_fragment_B(sVt);
  auto loadQ = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto loadK = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto loadV = make_tiled_copy_B(Copy_Atom<SM75_U16x8_LDSM_T, half_t>{}, mma);
  auto threadQ = loadQ.get_slice(threadIdx.x);
  auto threadK = loadK.get_slice(threadIdx.x);
  auto threadV = loadV.get_slice(threadIdx.x);
  copy(loadQ, threadQ.partition_S(sQ), threadQ.retile_D(rQ));
  copy(loadK, threadK.partition_S(sQ), threadK.retile_D(rK));
  copy(loadV, threadV.partition_S(sVt), threadV.retile_D(rV));
  Tensor sum = make_tensor<half_t>(partition_shape_C(mma, Shape<_128, _64>{}));
  auto store = make_tiled_copy_C(Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, half_t>{}, mma);
  auto threadO = store.get_slice(threadIdx.x);
  copy(store, threadO.retile_S(sum), threadO.partition_D(sQ));
  auto back = make_tiled_copy(Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, half_t>{},
                              Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto threadBack = back.get_slice(threadIdx.x);
  Tensor sO = threadBack.partition_S(sQ);
  Tensor rO = make_fragment_like(sO);
  copy(back, sO, rO);
}

/// What a page table or a second caller leads each thread to: the source is not counted.
__global__ void attention_load(half_t const* const* pages) {
  __shared__ alignas(1024) half_t shared[128 * 64];
  half_t const* page = pages[threadIdx.x];
  auto rows = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
  Tensor sQ = make_tensor(make_smem_ptr(shared), tile_to_shape(rows, Shape<_128, _64>{}));
  Tensor gQ = make_tensor(make_gmem_ptr(page), Layout<Shape<_8, _8, _1>, Stride<_1, Int<4096>, _0>>{});
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                              Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  copy(load, gQ, load.get_slice(threadIdx.x).partition_D(sQ));
}

/// 128x32 of A along K, of B along N; C of 128x128 through shared memory.
__global__ void tensorop(half_t const* A, half_t const* B, half_t* C) {
  __shared__ alignas(1024) half_t bufferA[128 * 32];
  __shared__ alignas(1024) half_t bufferB[128 * 32];
  __shared__ alignas(1024) half_t bufferC[128 * 128];
  auto atomA = composition(Swizzle<2, 3, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  auto atomB = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _8>, Stride<_1, _64>>{});
  Tensor sA = make_tensor(make_smem_ptr(bufferA), tile_to_shape(atomA, Shape<_128, _32>{}));
  Tensor sB = make_tensor(make_smem_ptr(bufferB), tile_to_shape(atomB, Shape<_128, _32>{}));
  Tensor sC = make_tensor(make_smem_ptr(bufferC), Layout<Shape<_128, _128>, Stride<_128, _1>>{});
  Tensor gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _32>, Stride<_256, _1>>{});
  Tensor gB = make_tensor(make_gmem_ptr(B), Layout<Shape<_128, _32>, Stride<_1, Int<768>>>{});
  Tensor gC = make_tensor(make_gmem_ptr(C), Layout<Shape<_128, _128>, Stride<Int<768>, _1>>{});
  Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t> async;
  auto loadA = make_tiled_copy(async, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto loadB = make_tiled_copy(async, Layout<Shape<_16, _8>>{}, Layout<Shape<_8, _1>>{});
  auto sliceA = loadA.get_slice(threadIdx.x);
  auto sliceB = loadB.get_slice(threadIdx.x);
  copy(loadA, sliceA.partition_S(gA), sliceA.partition_D(sA));
  copy(loadB, sliceB.partition_S(gB), sliceB.partition_D(sB));
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto part = mma.get_slice(threadIdx.x);
  Tensor rA = part.partition_fragment_A(sA);
  Tensor rB = part.partition_fragment_B(sB);
  auto readA = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto readB = make_tiled_copy_B(Copy_Atom<SM75_U16x8_LDSM_T, half_t>{}, mma);
  auto threadA = readA.get_slice(threadIdx.x);
  auto threadB = readB.get_slice(threadIdx.x);
  copy(readA, threadA.partition_S(sA)(_, _, 0), threadA.retile_D(rA)(_, _, 0));
  copy(readB, threadB.partition_S(sB)(_, _, 0), threadB.retile_D(rB)(_, _, 0));
  auto rows = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{},
                              Layout<Shape<_1, _8>>{});
  auto row = rows.get_slice(threadIdx.x);
  Tensor rC = make_fragment_like(row.partition_S(sC));
  copy(rows, row.partition_S(sC), rC);
  copy(rows, rC, row.partition_D(gC));
}

/// 128x8 floats of A along M, of B along K; 16x16 threads with four rows and four columns beside each other.
__global__ void simt(float const* A, float const* B, float* C) {
  __shared__ alignas(128) float bufferA[128 * 8];
  __shared__ alignas(128) float bufferB[132 * 8];
  Tensor sA = make_tensor(make_smem_ptr(bufferA), Layout<Shape<_128, _8>>{});
  Tensor sB = make_tensor(make_smem_ptr(bufferB), Layout<Shape<_128, _8>, Stride<_1, Int<132>>>{});
  Tensor gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _8>, Stride<_1, _512>>{});
  Tensor gB = make_tensor(make_gmem_ptr(B), Layout<Shape<_128, _8>, Stride<_256, _1>>{});
  Tensor gC = make_tensor(make_gmem_ptr(C), Layout<Shape<_128, _128>, Stride<Int<768>, _1>>{});
  auto loadA = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, float>{}, Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{});
  auto loadB = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<float>, float>{}, Layout<Shape<_32, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _1>>{});
  auto sliceA = loadA.get_slice(threadIdx.x);
  auto sliceB = loadB.get_slice(threadIdx.x);
  copy(loadA, sliceA.partition_S(gA), sliceA.partition_D(sA));
  copy(loadB, sliceB.partition_S(gB), sliceB.partition_D(sB));
  auto four = Layout<Shape<_16, _4>, Stride<_4, _1>>{};
  auto mma = make_tiled_mma(UniversalFMA<float, float, float>{}, Layout<Shape<_16, _16, _1>, Stride<_16, _1, _0>>{},
                            Tile<decltype(four), decltype(four), _1>{});
  auto part = mma.get_slice(threadIdx.x);
  Tensor tCsA = part.partition_A(sA);
  Tensor tCsB = part.partition_B(sB);
  Tensor rA = part.make_fragment_A(tCsA);
  Tensor rB = part.make_fragment_B(tCsB);
  AutoVectorizingCopyWithAssumedAlignment<128> widest;
  copy(widest, tCsA(_, _, 0), rA(_, _, 0));
  copy(widest, tCsB(_, _, 0), rB(_, _, 0));
  Tensor tCgC = part.partition_C(gC);
  Tensor sum = part.make_fragment_C(tCgC);
  copy(Copy_Atom<UniversalCopy<float>, float>{}, sum, tCgC);
}

/// 64x32 of C by stmatrix.
__global__ void by_stmatrix() {
  __shared__ alignas(1024) half_t buffer[64 * 32];
  Tensor sC = make_tensor(make_smem_ptr(buffer), tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_64, _32>{}));
  auto mma = make_tiled_mma(SM90_64x32x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto store = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto thread = store.get_slice(threadIdx.x);
  Tensor rC = make_tensor<half_t>(partition_shape_C(mma, Shape<_64, _32>{}));
  copy(store, thread.retile_S(rC), thread.partition_D(sC));
}

using Columns = Layout<Shape<_128, _8>>;
using Rows = Layout<Shape<_128, _8>, Stride<_8, _1>>;
using Padded = Layout<Shape<_128, _8>, Stride<_1, Int<129>>>;
using ColumnThreads = Layout<Shape<_32, _8>>;
using RowThreads = Layout<Shape<_32, _8>, Stride<_8, _1>>;

void sgemm_1_NT(float const* A, int m, int k) {
  by_partition<<<1, 256>>>(A, A, m, k, make_stride(_1{}, m), Columns{}, ColumnThreads{});
}

void sgemm_1_TN(float const* A, int m, int k) {
  by_partition<<<1, 256>>>(A, A, m, k, make_stride(k, _1{}), Rows{}, RowThreads{});
}

void sgemm_2_NT(float const* A, int m, int k) {
  auto load = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, ColumnThreads{}, Layout<Shape<_4, _1>>{});
  by_slices<<<1, 256>>>(A, A, m, k, make_stride(_1{}, m), Columns{}, load);
}

void sgemm_2_TN(float const* A, int m, int k) {
  auto load = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, RowThreads{}, Layout<Shape<_1, _1>>{});
  by_slices<<<1, 256>>>(A, A, m, k, make_stride(k, _1{}), Padded{}, load);
}

using Along = Layout<Shape<_16, _8>, Stride<_8, _1>>;
using Atom = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, Shape<_8, _8>>, Stride<_8, Stride<_1, _64>>>{}));

void sgemm_sm80_TN(half_t const* A, int m, int k) {
  auto mma = make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{}, Along{}, Layout<Shape<_1, _8>>{});
  auto tile = tile_to_shape(Atom{}, Shape<_128, _64>{});
  by_cp_async<<<1, 128>>>(A, A, m, k, make_stride(k, _1{}), tile, load, mma);
  by_ldmatrix<<<1, 128>>>(tile, mma);
}

constexpr auto K = GMMA::Major::K;
constexpr auto MN = GMMA::Major::MN;

void wgmma_sm90_NT(half_t const* A, int m, int k) {
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<MN, MN>{});
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_8, _1>>{});
  auto tile = tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  by_cp_async<<<1, 128>>>(A, A, m, k, make_stride(_1{}, m), tile, load, mma);
}

void wgmma_sm90_TN(half_t const* A, int m, int k) {
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<K, K>{});
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{}, Along{}, Layout<Shape<_1, _8>>{});
  auto tile = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  by_cp_async<<<1, 128>>>(A, A, m, k, make_stride(k, _1{}), tile, load, mma);
}

void wgmma_tma_sm90_NT(half_t const* A, int m, int k) {
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<MN, MN>{});
  auto tile = tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(m, k), make_stride(_1{}, m));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, tile, Shape<_128, _64>{});
  by_tma<<<1, 128>>>(tma, m, k, tile, mma);
}

void wgmma_tma_sm90_TN(half_t const* A, int m, int k) {
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<K, K>{});
  auto tile = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(m, k), make_stride(k, _1{}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, tile, Shape<_128, _64>{});
  by_tma<<<1, 128>>>(tma, m, k, tile, mma);
}

void flash_attention(half_t const* V, half_t* O, int stride) { attention<<<1, 128>>>(V, O, stride); }

void cp_async_elsewhere(half_t const* const* pages) { attention_load<<<1, 128>>>(pages); }
void tensorop_gemm(half_t const* A, half_t* C) { tensorop<<<1, 128>>>(A, A, C); }
void sgemm_dsl(float const* A, float* C) { simt<<<1, 256>>>(A, A, C); }

void dense_gemm(half_t const* A, int m, int k) {
  auto mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<K, K>{});
  auto tile = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(m, k), make_stride(k, _1{}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, tile, Shape<_128, _64>{});
  by_tma<<<1, 128>>>(tma, m, k, tile, mma);
  by_stmatrix<<<1, 128>>>();
}
