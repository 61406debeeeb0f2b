// Two kernels as nobody should write them, with loops of the run: plain tiles under ldmatrix, stores down columns, accesses of 2 bytes.
#include <cute/tensor.hpp>

using namespace cute;

/// C (64x64, row-major) = A (64xK) * B (64xK)^T, the tiles of shared memory plain.
__global__ void bad_gemm(half_t const* A, half_t const* B, float* C, int K) {
  __shared__ alignas(1024) half_t bufferA[64 * 64];
  __shared__ alignas(1024) half_t bufferB[64 * 64];
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(_64{}, K), make_stride(K, _1{}));
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(_64{}, K), make_stride(K, _1{}));
  Tensor gA = local_tile(mA, Shape<_64, _64>{}, make_coord(0, _));
  Tensor gB = local_tile(mB, Shape<_64, _64>{}, make_coord(0, _));
  Tensor gC = make_tensor(make_gmem_ptr(C), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor sA = make_tensor(make_smem_ptr(bufferA), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor sB = make_tensor(make_smem_ptr(bufferB), Layout<Shape<_64, _64>, Stride<_64, _1>>{});

  auto load = make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{}, Layout<Shape<_64, _2>>{}, Layout<Shape<_1, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto s2rA = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto s2rB = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);

  auto thread = load.get_slice(threadIdx.x);
  auto threadA = s2rA.get_slice(threadIdx.x);
  auto threadB = s2rB.get_slice(threadIdx.x);
  auto threadMma = mma.get_slice(threadIdx.x);
  Tensor rA = threadMma.partition_fragment_A(sA);
  Tensor rB = threadMma.partition_fragment_B(sB);
  Tensor tCgC = threadMma.partition_C(gC);
  Tensor rC = make_fragment_like(tCgC);
  clear(rC);

  for (int k = 0; k < size<2>(gA); ++k) {
    copy(load, thread.partition_S(gA(_, _, k)), thread.partition_D(sA));
    copy(load, thread.partition_S(gB(_, _, k)), thread.partition_D(sB));
    __syncthreads();
    copy(s2rA, threadA.partition_S(sA), threadA.retile_D(rA));
    copy(s2rB, threadB.partition_S(sB), threadB.retile_D(rB));
    gemm(mma, rA, rB, rC);
    __syncthreads();
  }
  copy(rC, tCgC);
}

/// Adds up tiles of 64x32 float, each read down its columns and stored down those of the result.
__global__ void bad_columns(float const* in, float* out, int tiles) {
  __shared__ alignas(1024) float buffer[64 * 32];
  auto rowMajor = Layout<Shape<_64, _32>, Stride<_32, _1>>{};
  Tensor gIn = make_tensor(make_gmem_ptr(in), make_shape(_64{}, _32{}, tiles), make_stride(_32{}, _1{}, Int<2048>{}));
  Tensor gOut = make_tensor(make_gmem_ptr(out), rowMajor);
  Tensor sT = make_tensor(make_smem_ptr(buffer), rowMajor);
  auto columns = Layout<Shape<_64, _2>>{};
  Tensor from = local_partition(gIn, columns, threadIdx.x);
  Tensor tile = local_partition(sT, columns, threadIdx.x);
  Tensor to = local_partition(gOut, columns, threadIdx.x);
  Tensor sum = make_fragment_like(tile);
  Tensor one = make_fragment_like(tile);
  clear(sum);
  for (int i = 0; i < tiles; ++i) {
    copy(from(_, _, i), tile);
    __syncthreads();
    copy(tile, one);
    __syncthreads();
    axpby(1.f, one, 1.f, sum);
  }
  copy(sum, to);
}

int main() {
  void *a, *b, *c;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMalloc(&c, 1 << 20);
  bad_gemm<<<1, 128>>>(static_cast<half_t const*>(a), static_cast<half_t const*>(b), static_cast<float*>(c), 256);
  bad_columns<<<1, 128>>>(static_cast<float const*>(a), static_cast<float*>(c), 4);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
