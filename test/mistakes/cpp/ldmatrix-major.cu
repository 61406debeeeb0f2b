// The tile is column-major: its rows of 16 bytes run down the columns.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* C) {
  __shared__ half_t smem[64 * 32];
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _32>, Stride<_1, _64>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto thr = mma.get_slice(threadIdx.x);
  auto tCrA = thr.partition_fragment_A(sA);
  auto copy_a = make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T, half_t>{}, mma);  //! auto copy_a = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr_a = copy_a.get_slice(threadIdx.x);
  copy(copy_a, thr_a.partition_S(sA), thr_a.retile_D(tCrA));  // told
  C[threadIdx.x] = float(tCrA(0));
}
