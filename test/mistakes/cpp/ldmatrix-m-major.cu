#include <cute/tensor.hpp>
using namespace cute;
__global__ void frag(half_t* p) {
  __shared__ half_t buf[64 * 32 * 2];
  auto mma = make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  Tensor sA = make_tensor(make_smem_ptr(buf), Layout<Shape<_64, _32, _2>, Stride<_32, _1, _2048>>{});  //! Tensor sA = make_tensor(make_smem_ptr(buf), Layout<Shape<_64, _32, _2>>{});
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCrA = thr_mma.partition_fragment_A(sA(_, _, 0));
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x1_LDSM_N, half_t>{}, mma);
  auto thr = s2r.get_slice(threadIdx.x);
  Tensor tXsA = thr.partition_S(sA);
  Tensor tXrA = thr.retile_D(tCrA);
  for (int k = 0; k < size<2>(tXrA); ++k) {
    copy(s2r, tXsA(_, _, k, 0), tXrA(_, _, k));  // told
  }
}
