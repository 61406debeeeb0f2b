// One warp's tensor-core tile on Ampere: who holds which element of A, B and C, and how ldmatrix brings them there.
#include <cute/tensor.hpp>

using namespace cute;

using Mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2, _2, _1>>, Tile<_32, _32, _16>>;
using SmemAtom = decltype(composition(Swizzle<2, 3, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{}));
using SmemA = decltype(tile_to_shape(SmemAtom{}, Shape<_64, _32>{}));
using SmemB = decltype(tile_to_shape(SmemAtom{}, Shape<_64, _32>{}));

__global__ void warp_gemm(half_t const* A, half_t const* B, float* C)
{
  __shared__ alignas(128) half_t smemA[cosize_v<SmemA>];
  __shared__ alignas(128) half_t smemB[cosize_v<SmemB>];
  Tensor sA = make_tensor(make_smem_ptr(smemA), SmemA{});                   // (BLK_M,BLK_K)
  Tensor sB = make_tensor(make_smem_ptr(smemB), SmemB{});                   // (BLK_N,BLK_K)
  Tensor gC = make_tensor(make_gmem_ptr(C), Shape<_64, _64>{}, Stride<_64, _1>{});

  Mma mma;
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCrA = thr_mma.partition_fragment_A(sA);                           // (MMA,MMA_M,MMA_K)
  Tensor tCrB = thr_mma.partition_fragment_B(sB);                           // (MMA,MMA_N,MMA_K)
  Tensor tCgC = thr_mma.partition_C(gC);                                    // (MMA,MMA_M,MMA_N)
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  clear(tCrC);

  auto ldmatrix_A = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr_ld_A = ldmatrix_A.get_slice(threadIdx.x);
  Tensor tXsA = thr_ld_A.partition_S(sA);                                   // (CPY,MMA_M,MMA_K)
  Tensor tXrA = thr_ld_A.retile_D(tCrA);                                    // (CPY,MMA_M,MMA_K)

  auto ldmatrix_B = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr_ld_B = ldmatrix_B.get_slice(threadIdx.x);
  Tensor tXsB = thr_ld_B.partition_S(sB);                                   // (CPY,MMA_N,MMA_K)
  Tensor tXrB = thr_ld_B.retile_D(tCrB);

  copy(ldmatrix_A, tXsA, tXrA);
  copy(ldmatrix_B, tXsB, tXrB);
  gemm(mma, tCrA, tCrB, tCrC);
  copy(tCrC, tCgC);
}
