#include <cute/tensor.hpp>
using namespace cute;
__global__ void mix() {
  __shared__ half_t a[128 * 32], b[64 * 32];
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto sA = make_tensor(make_smem_ptr(a), Layout<Shape<_128, _32>, Stride<_32, _1>>{});
  auto sB = make_tensor(make_smem_ptr(b), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto rA = thr.partition_fragment_A(sA);
  auto rB = thr.partition_fragment_B(sB);
  auto ca = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto cb = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto ta = ca.get_slice(threadIdx.x);
  auto tb = cb.get_slice(threadIdx.x);
  copy(ca, ta.partition_S(sA), ta.retile_D(rA));
  copy(cb, tb.partition_S(sB), tb.retile_D(rB));  //! copy(cb, tb.partition_S(sB), tb.retile_D(rA));
}
