// The fragment keeps the MMA's view of itself.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* C) {
  __shared__ half_t smem[128 * 32];
  auto sB = make_tensor(make_smem_ptr(smem), Layout<Shape<_128, _32>, Stride<_32, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto tCrB = mma.get_slice(threadIdx.x).partition_fragment_B(sB);
  auto copy_b = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr_b = copy_b.get_slice(threadIdx.x);
  auto tXsB = thr_b.partition_S(sB);
  auto tXrB = thr_b.retile_D(tCrB);
  for (int k = 0; k < size<2>(tCrB); ++k) {
    copy(copy_b, tXsB(_, _, k), tXrB(_, _, k));  //! copy(copy_b, tXsB(_, _, k), tCrB(_, _, k));
  }
  C[threadIdx.x] = float(tCrB(0));
}
