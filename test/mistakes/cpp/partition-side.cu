// The source of ldmatrix is partitioned as its destination is.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* out) {
  __shared__ alignas(16) half_t smem[64 * 32];
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1>>{});
  auto tCrA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr = s2r.get_slice(threadIdx.x);
  auto tXsA = thr.partition_S(sA);  //! auto tXsA = thr.partition_D(sA);
  auto tXrA = thr.retile_D(tCrA);
  copy(s2r, tXsA, tXrA);  // told
  out[threadIdx.x] = tCrA(0);
}
