// More kernels whose accesses an H200's counters have counted: other threads, other types, strides of the run, several blocks.
#include <cute/tensor.hpp>

using namespace cute;

template <class T, int Elements>
struct Storage {
  alignas(1024) T tile[Elements];
};

/// A tile of each block of a matrix whose sides are known at run time: read along rows, written along columns.
template <class TileLayout>
__device__ void transpose_tiles(double const* in, double* out, int m, int n, TileLayout tile) {
  extern __shared__ char raw[];
  auto& storage = *reinterpret_cast<Storage<double, 17 * 16>*>(raw);
  Tensor mIn = make_tensor(make_gmem_ptr(in), make_shape(m, n), make_stride(n, Int<1>{}));
  Tensor mOut = make_tensor(make_gmem_ptr(out), make_shape(n, m), make_stride(m, Int<1>{}));
  Tensor gIn = local_tile(mIn, Shape<_16, _16>{}, make_coord(blockIdx.y, blockIdx.x));
  Tensor gOut = local_tile(mOut, Shape<_16, _16>{}, make_coord(blockIdx.x, blockIdx.y));
  Tensor sT = make_tensor(make_smem_ptr(storage.tile), tile);
  Tensor sTt = make_tensor(make_smem_ptr(storage.tile), make_layout(layout<1>(tile), layout<0>(tile)));
  auto threads = Layout<Shape<_4, _16>, Stride<_16, _1>>{};
  copy(local_partition(gIn, threads, threadIdx.x), local_partition(sT, threads, threadIdx.x));
  __syncthreads();
  copy(local_partition(sTt, threads, threadIdx.x), local_partition(gOut, threads, threadIdx.x));
}

__global__ void tiles_plain(double const* in, double* out, int m, int n) {
  transpose_tiles(in, out, m, n, Layout<Shape<_16, _16>, Stride<_16, _1>>{});
}
__global__ void tiles_padded(double const* in, double* out, int m, int n) {
  transpose_tiles(in, out, m, n, Layout<Shape<_16, _16>, Stride<Int<17>, _1>>{});
}

/// Half-precision tile, two elements a thread in, one out; 64 rows of 64.
template <class TileLayout>
__device__ void transpose_half(half_t const* in, half_t* out, TileLayout tile) {
  __shared__ Storage<half_t, 66 * 64> storage;
  Tensor gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor gOut = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor sT = make_tensor(make_smem_ptr(storage.tile), tile);
  auto load = make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{},
                              Layout<Shape<_1, _2>>{});
  auto store = make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{}, Layout<Shape<_64, _4>>{});
  ThrCopy in_slice = load.get_slice(threadIdx.x);
  copy(load, in_slice.partition_S(gIn), in_slice.partition_D(sT));
  __syncthreads();
  Tensor sTt = make_tensor(sT.data(), composition(sT.layout(), Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
  ThrCopy out_slice = store.get_slice(threadIdx.x);
  Tensor rT = make_fragment_like(out_slice.partition_D(gOut));
  copy(store, out_slice.partition_S(sTt), rT);
  copy(store, rT, out_slice.partition_D(gOut));
}

__global__ void half_plain(half_t const* in, half_t* out) {
  transpose_half(in, out, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
}
__global__ void half_padded(half_t const* in, half_t* out) {
  transpose_half(in, out, Layout<Shape<_64, _64>, Stride<Int<66>, _1>>{});
}
__global__ void half_swizzled(half_t const* in, half_t* out) {
  transpose_half(in, out, composition(Swizzle<5, 1, 5>{}, Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
}

/// cp.async of 4, 8 and 16 bytes into rows that are padded by so many elements, of a matrix with a stride of the run.
template <class T, int Pad>
__device__ void async_rows(float const* in, float* out, int lda) {
  __shared__ alignas(128) float shared[32 * (64 + Pad)];
  constexpr int values = sizeof(T) / sizeof(float);
  Tensor gIn = make_tensor(make_gmem_ptr(in), Shape<_32, _64>{}, make_stride(lda, _1{}));
  Tensor sT = make_tensor(make_smem_ptr(shared), Shape<_32, _64>{}, Stride<Int<64 + Pad>, _1>{});
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<T>, float>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{},
                              Layout<Shape<_1, Int<values>>>{});
  auto slice = load.get_slice(threadIdx.x);
  copy(load, slice.partition_S(gIn), slice.partition_D(sT));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  auto store = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _4>>{});
  auto down = store.get_slice(threadIdx.x);
  Tensor gOut = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _64>>{});
  copy(store, down.partition_S(sT), down.partition_D(gOut));
}

__global__ void async_4(float const* in, float* out, int lda) { async_rows<uint32_t, 1>(in, out, lda); }
__global__ void async_8(float const* in, float* out, int lda) { async_rows<uint64_t, 2>(in, out, lda); }
__global__ void async_16(float const* in, float* out, int lda) { async_rows<uint128_t, 4>(in, out, lda); }

/// ldmatrix.trans of a tile whose rows lie along N, one, two and four matrices at a time.
template <class Op, class TileLayout>
__device__ void transposed_matrices(half_t const* in, uint32_t* out, TileLayout tile) {
  __shared__ Storage<half_t, 32 * 72> storage;
  Tensor gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _32>>{});
  Tensor sB = make_tensor(make_smem_ptr(storage.tile), tile);
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_8, _4>>{},
                              Layout<Shape<_8, _1>>{});
  auto in_slice = load.get_slice(threadIdx.x);
  copy(load, in_slice.partition_S(gIn), in_slice.partition_D(sB));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  TiledMMA mma = make_tiled_mma(MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}, Layout<Shape<_1, _1>>{}, Tile<_16, _16, _16>{});
  auto s2r = make_tiled_copy_B(Copy_Atom<Op, half_t>{}, mma);
  auto slice = s2r.get_thread_slice(threadIdx.x);
  Tensor rB = mma.get_thread_slice(threadIdx.x).partition_fragment_B(sB);
  copy(s2r, slice.partition_S(sB), slice.retile_D(rB));
  Tensor rOut = recast<uint32_t>(rB);
  Tensor gOut = make_tensor(make_gmem_ptr(out), make_layout(make_shape(_32{}, size(rOut))));
  copy(rOut, gOut(threadIdx.x, _));
}

using Columns64 = Layout<Shape<_64, _32>>;
using Columns72 = Layout<Shape<_64, _32>, Stride<_1, _72>>;
using SwizzledColumns = decltype(tile_to_shape(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _8>>{}), Shape<_64, _32>{}));

__global__ void trans_x4_plain(half_t const* in, uint32_t* out) {
  transposed_matrices<SM75_U16x8_LDSM_T>(in, out, Columns64{});
}
__global__ void trans_x4_padded(half_t const* in, uint32_t* out) {
  transposed_matrices<SM75_U16x8_LDSM_T>(in, out, Columns72{});
}
__global__ void trans_x2_swizzled(half_t const* in, uint32_t* out) {
  transposed_matrices<SM75_U16x4_LDSM_T>(in, out, SwizzledColumns{});
}
__global__ void trans_x2_plain(half_t const* in, uint32_t* out) {
  transposed_matrices<SM75_U16x4_LDSM_T>(in, out, Columns64{});
}

/// Bytes: a warp writes columns of a matrix of 8-bit elements, from registers that a wide load filled.
__global__ void bytes_down(uint8_t const* in, uint8_t* out) {
  Tensor gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_128, _16>, Stride<_16, _1>>{});
  Tensor gOut = make_tensor(make_gmem_ptr(out), Layout<Shape<_128, _16>, Stride<_64, _1>>{});
  Tensor from = gIn(threadIdx.x, _);
  Tensor to = gOut(threadIdx.x, _);
  Tensor held = make_tensor_like(from);
  copy(AutoVectorizingCopy{}, from, held);
  copy(AutoVectorizingCopyWithAssumedAlignment<16>{}, held, to);
}

/// Two-dimensional threads: 16 by 8, each a float2 of a row-major and of a column-major matrix.
__global__ void plane_of_threads(float const* in, float* out) {
  __shared__ alignas(128) float shared[16 * 16];
  int thread = threadIdx.x + 16 * threadIdx.y;
  auto pair = Copy_Atom<UniversalCopy<uint64_t>, float>{};
  auto rows = make_tiled_copy(pair, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _2>>{});
  auto columns = make_tiled_copy(pair, Layout<Shape<_8, _16>>{}, Layout<Shape<_2, _1>>{});
  Tensor gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_16, _16>, Stride<_32, _1>>{});
  Tensor gOut = make_tensor(make_gmem_ptr(out), Layout<Shape<_16, _16>, Stride<_1, _24>>{});
  Tensor sRow = make_tensor(make_smem_ptr(shared), Layout<Shape<_16, _16>, Stride<_16, _1>>{});
  Tensor sColumn = make_tensor(make_smem_ptr(shared), Layout<Shape<_16, _16>>{});
  auto in_slice = rows.get_slice(thread);
  copy(rows, in_slice.partition_S(gIn), in_slice.partition_D(sRow));
  __syncthreads();
  auto out_slice = columns.get_slice(thread);
  copy(columns, out_slice.partition_S(sColumn), out_slice.partition_D(gOut));
}

/// What all threads of a row read is one word; a stride of three words, and 48 threads: the second warp is half empty.
__global__ void odd_threads(float const* in, float* out) {
  __shared__ alignas(128) float shared[48 * 4];
  Tensor gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_48, _3>, Stride<_3, _1>>{});
  Tensor sT = make_tensor(make_smem_ptr(shared), Layout<Shape<_48, _3>, Stride<_3, _1>>{});
  Tensor sRow = make_tensor(make_smem_ptr(shared), Layout<Shape<Shape<_8, _6>, _3>, Stride<Stride<_0, _3>, _1>>{});
  Tensor gOut = make_tensor(make_gmem_ptr(out), Layout<Shape<_48, _3>>{});
  copy(gIn(threadIdx.x, _), sT(threadIdx.x, _));
  __syncthreads();
  Tensor held = make_tensor<float>(Shape<_3>{});
  copy(sRow(threadIdx.x, _), held);
  copy(held, gOut(threadIdx.x, _));
}

/// stmatrix, one and two matrices, transposed and not, into rows of a swizzled and of a plain tile.
template <class Op, class TileLayout>
__device__ void stored_matrices(half_t const* in, half_t* out, TileLayout tile) {
  __shared__ Storage<half_t, 32 * 32> storage;
  Tensor sC = make_tensor(make_smem_ptr(storage.tile), tile);
  auto mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_2, _1>>{}, Tile<_32, _16, _16>{});
  auto slice = mma.get_slice(threadIdx.x);
  Tensor rC = make_tensor<half_t>(partition_shape_C(mma, Shape<_32, _32>{}));
  Tensor gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  copy(slice.partition_C(gIn), rC);
  auto r2s = make_tiled_copy_C(Copy_Atom<Op, half_t>{}, mma);
  auto r2s_slice = r2s.get_slice(threadIdx.x);
  copy(r2s, r2s_slice.retile_S(rC), r2s_slice.partition_D(sC));
  __syncthreads();
  Tensor gOut = make_tensor(make_gmem_ptr(out), Layout<Shape<_16, _64>, Stride<_1, _16>>{});
  Tensor sLine = make_tensor(make_smem_ptr(storage.tile), Layout<Shape<_16, _64>>{});
  copy(AutoVectorizingCopyWithAssumedAlignment<128>{}, sLine(_, threadIdx.x), gOut(_, threadIdx.x));
}

__global__ void stored_x2(half_t const* in, half_t* out) {
  stored_matrices<SM90_U32x2_STSM_N>(in, out, Layout<Shape<_32, _32>, Stride<_32, _1>>{});
}
__global__ void stored_x4_swizzled(half_t const* in, half_t* out) {
  stored_matrices<SM90_U32x4_STSM_N>(in, out, composition(Swizzle<2, 3, 3>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
}
__global__ void stored_trans(half_t const* in, half_t* out) {
  stored_matrices<SM90_U16x4_STSM_T>(in, out, Layout<Shape<_32, _32>>{});
}

int main() {
  void *in, *out;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1 << 20);
  auto inF = static_cast<float const*>(in);
  auto outF = static_cast<float*>(out);
  auto inD = static_cast<double const*>(in);
  auto outD = static_cast<double*>(out);
  auto inH = static_cast<half_t const*>(in);
  auto outH = static_cast<half_t*>(out);
  auto outU = static_cast<uint32_t*>(out);
  tiles_plain<<<dim3(2, 3), 64, 4096>>>(inD, outD, 48, 32);
  tiles_padded<<<dim3(2, 3), 64, 4096>>>(inD, outD, 48, 32);
  half_plain<<<1, 256>>>(inH, outH);
  half_padded<<<1, 256>>>(inH, outH);
  half_swizzled<<<1, 256>>>(inH, outH);
  async_4<<<1, 128>>>(inF, outF, 64);
  async_8<<<1, 128>>>(inF, outF, 72);
  async_16<<<1, 128>>>(inF, outF, 68);
  trans_x4_plain<<<1, 32>>>(inH, outU);
  trans_x4_padded<<<1, 32>>>(inH, outU);
  trans_x2_swizzled<<<1, 32>>>(inH, outU);
  trans_x2_plain<<<1, 32>>>(inH, outU);
  bytes_down<<<1, 128>>>(static_cast<uint8_t const*>(in), static_cast<uint8_t*>(out));
  plane_of_threads<<<1, dim3(16, 8)>>>(inF, outF);
  odd_threads<<<1, 48>>>(inF, outF);
  stored_x2<<<1, 64>>>(inH, outH);
  stored_x4_swizzled<<<1, 64>>>(inH, outH);
  stored_trans<<<1, 64>>>(inH, outH);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
