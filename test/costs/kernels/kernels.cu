// Small kernels whose every access an H200's counters have counted: good and bad ways into and out of shared memory.
#include <cute/tensor.hpp>

using namespace cute;

using Row32 = Layout<Shape<_32, _32>, Stride<_32, _1>>;
using Column32 = Layout<Shape<_32, _32>, Stride<_1, _32>>;
using Padded33 = Layout<Shape<_32, _32>, Stride<Int<33>, _1>>;
using Swizzled32 = decltype(composition(Swizzle<5, 0, 5>{}, Row32{}));

/// Reads rows, writes columns, through a tile of shared memory.
template <class Tile>
__device__ void transpose(float const* in, float* out, Tile tile) {
  __shared__ alignas(1024) float shared[33 * 32];
  Tensor gIn = make_tensor(make_gmem_ptr(in), Row32{});
  Tensor gOut = make_tensor(make_gmem_ptr(out), Row32{});
  Tensor sT = make_tensor(make_smem_ptr(shared), tile);
  Tensor sTt = make_tensor(make_smem_ptr(shared), composition(tile, Row32{}));
  auto threads = Layout<Shape<_8, _32>, Stride<_32, _1>>{};
  Tensor from = local_partition(gIn, threads, threadIdx.x);
  Tensor to = local_partition(sT, threads, threadIdx.x);
  copy(from, to);
  __syncthreads();
  Tensor back = local_partition(sTt, threads, threadIdx.x);
  Tensor result = local_partition(gOut, threads, threadIdx.x);
  copy(back, result);
}

__global__ void transpose_plain(float const* in, float* out) { transpose(in, out, Row32{}); }
__global__ void transpose_padded(float const* in, float* out) { transpose(in, out, Padded33{}); }
__global__ void transpose_swizzled(float const* in, float* out) { transpose(in, out, Swizzled32{}); }

using Mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{}));

/// Loads a 64x64 tile of half with cp.async, reads it with ldmatrix, keeps what it read from being dropped.
template <class Tile>
__device__ void matrices(half_t const* in, half_t* out, Tile tile) {
  __shared__ alignas(1024) half_t shared[72 * 64];
  Tensor gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor sT = make_tensor(make_smem_ptr(shared), tile);
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
                              Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto slice = load.get_slice(threadIdx.x);
  Tensor from = slice.partition_S(gIn);
  Tensor to = slice.partition_D(sT);
  copy(load, from, to);
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  Mma mma;
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto s2r_slice = s2r.get_slice(threadIdx.x);
  Tensor rA = mma.get_slice(threadIdx.x).partition_fragment_A(sT);
  Tensor tXsA = s2r_slice.partition_S(sT);
  Tensor tXrA = s2r_slice.retile_D(rA);
  copy(s2r, tXsA, tXrA);
  Tensor gOut = make_tensor(make_gmem_ptr(out + threadIdx.x * size(rA)), rA.layout());
  copy(rA, gOut);
}

using Rows64 = Layout<Shape<_64, _64>, Stride<_64, _1>>;
using Rows72 = Layout<Shape<_64, _64>, Stride<_72, _1>>;
using Swizzled64 = decltype(tile_to_shape(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}),
                                          Shape<_64, _64>{}));
using HalfSwizzled64 = decltype(tile_to_shape(composition(Swizzle<2, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}),
                                              Shape<_64, _64>{}));

__global__ void matrices_plain(half_t const* in, half_t* out) { matrices(in, out, Rows64{}); }
__global__ void matrices_padded(half_t const* in, half_t* out) { matrices(in, out, Rows72{}); }
__global__ void matrices_swizzled(half_t const* in, half_t* out) { matrices(in, out, Swizzled64{}); }
__global__ void matrices_half_swizzled(half_t const* in, half_t* out) { matrices(in, out, HalfSwizzled64{}); }

/// Each thread stores a row of its own: neighbours are a whole row apart.
__global__ void store_columns(float const* in, float* out) {
  Tensor gIn = make_tensor(make_gmem_ptr(in), Column32{});
  Tensor gOut = make_tensor(make_gmem_ptr(out), Row32{});
  auto threads = Layout<Shape<_32, _4>>{};
  Tensor from = local_partition(gIn, threads, threadIdx.x);
  Tensor to = local_partition(gOut, threads, threadIdx.x);
  copy(from, to);
}

/// Copies of 2, 4 and 8 bytes a thread.
template <class T>
__device__ void narrow(half_t const* in, half_t* out) {
  Tensor gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor gOut = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  constexpr int values = sizeof(T) / sizeof(half_t);
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<T>, half_t>{},
                               Layout<Shape<_8, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, Int<values>>>{});
  auto slice = tiled.get_slice(threadIdx.x);
  Tensor from = slice.partition_S(gIn);
  Tensor to = slice.partition_D(gOut);
  copy(tiled, from, to);
}

__global__ void narrow_2(half_t const* in, half_t* out) { narrow<uint16_t>(in, out); }
__global__ void narrow_4(half_t const* in, half_t* out) { narrow<uint32_t>(in, out); }
__global__ void narrow_8(half_t const* in, half_t* out) { narrow<uint64_t>(in, out); }

/// Through shared memory in 8-byte pieces, rows to columns of vectors.
__global__ void vectors_8(half_t const* in, half_t* out) {
  __shared__ alignas(1024) half_t shared[64 * 64];
  Tensor gIn = make_tensor(make_gmem_ptr(in), Rows64{});
  Tensor gOut = make_tensor(make_gmem_ptr(out), Rows64{});
  Tensor sT = make_tensor(make_smem_ptr(shared), Rows64{});
  auto rows = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{},
                              Layout<Shape<_8, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, _4>>{});
  auto columns = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{},
                                 Layout<Shape<_16, _8>, Stride<_1, _16>>{}, Layout<Shape<_1, _4>>{});
  auto in_slice = rows.get_slice(threadIdx.x);
  copy(rows, in_slice.partition_S(gIn), in_slice.partition_D(sT));
  __syncthreads();
  auto out_slice = columns.get_slice(threadIdx.x);
  copy(columns, out_slice.partition_S(sT), out_slice.partition_D(gOut));
}

/// Writes registers of an MMA's C with stmatrix, and reads the tile back in 16-byte rows.
template <class Tile>
__device__ void accumulators(half_t const* in, half_t* out, Tile tile) {
  __shared__ alignas(1024) half_t shared[72 * 64];
  Tensor sT = make_tensor(make_smem_ptr(shared), tile);
  Mma mma;
  Tensor rC = make_tensor<half_t>(partition_shape_C(mma, Shape<_64, _64>{}));
  Tensor gIn = make_tensor(make_gmem_ptr(in + threadIdx.x * size(rC)), rC.layout());
  copy(gIn, rC);
  auto r2s = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto r2s_slice = r2s.get_slice(threadIdx.x);
  copy(r2s, r2s_slice.retile_S(rC), r2s_slice.partition_D(sT));
  __syncthreads();
  auto store = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{},
                               Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto slice = store.get_slice(threadIdx.x);
  Tensor gOut = make_tensor(make_gmem_ptr(out), Rows64{});
  copy(store, slice.partition_S(sT), slice.partition_D(gOut));
}

__global__ void accumulators_plain(half_t const* in, half_t* out) { accumulators(in, out, Rows64{}); }
__global__ void accumulators_padded(half_t const* in, half_t* out) { accumulators(in, out, Rows72{}); }
__global__ void accumulators_swizzled(half_t const* in, half_t* out) { accumulators(in, out, Swizzled64{}); }

/// A column of a row-major tile, a row for each thread: the worst of both memories.
__global__ void worst_of_both(float const* in, float* out) {
  __shared__ alignas(1024) float shared[32 * 32];
  Tensor gIn = make_tensor(make_gmem_ptr(in), Row32{});
  Tensor gOut = make_tensor(make_gmem_ptr(out), Row32{});
  Tensor sT = make_tensor(make_smem_ptr(shared), Row32{});
  auto atom = Copy_Atom<UniversalCopy<float>, float>{};
  auto down = make_tiled_copy(atom, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _1>>{});
  auto slice = down.get_slice(threadIdx.x);
  copy(down, slice.partition_S(gIn), slice.partition_D(sT));
  __syncthreads();
  copy(down, slice.partition_S(sT), slice.partition_D(gOut));
}

int main() {
  void *in, *out;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1 << 20);
  auto inF = static_cast<float const*>(in);
  auto outF = static_cast<float*>(out);
  auto inH = static_cast<half_t const*>(in);
  auto outH = static_cast<half_t*>(out);
  transpose_plain<<<1, 256>>>(inF, outF);
  transpose_padded<<<1, 256>>>(inF, outF);
  transpose_swizzled<<<1, 256>>>(inF, outF);
  matrices_plain<<<1, 128>>>(inH, outH);
  matrices_padded<<<1, 128>>>(inH, outH);
  matrices_swizzled<<<1, 128>>>(inH, outH);
  matrices_half_swizzled<<<1, 128>>>(inH, outH);
  store_columns<<<1, 128>>>(inF, outF);
  narrow_2<<<1, 128>>>(inH, outH);
  narrow_4<<<1, 128>>>(inH, outH);
  narrow_8<<<1, 128>>>(inH, outH);
  vectors_8<<<1, 128>>>(inH, outH);
  accumulators_plain<<<1, 128>>>(inH, outH);
  accumulators_padded<<<1, 128>>>(inH, outH);
  accumulators_swizzled<<<1, 128>>>(inH, outH);
  worst_of_both<<<1, 128>>>(inF, outF);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
