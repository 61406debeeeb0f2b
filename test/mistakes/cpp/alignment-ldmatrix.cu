// Rows of 72 bytes: ldmatrix takes each row at a multiple of 16.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  __shared__ alignas(16) half_t smem[64 * 40];
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _32>, Stride<Int<40>, _1>>{});  //! auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _32>, Stride<Int<36>, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1>>{});
  auto tiled = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr = tiled.get_slice(threadIdx.x);
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  copy(tiled, thr.partition_S(sA), thr.retile_D(rA));  // told
}
void launch() {
  kernel<<<1, 128>>>();
}
