#include <cute/tensor.hpp>
using namespace cute;
template <class TA, class RA>
__device__ void load(TA const& sA, RA& rA) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr = s2r.get_slice(threadIdx.x);
  auto tXsA = thr.partition_S(sA);  //! auto tXsA = thr.partition_D(sA);
  auto tXrA = thr.retile_D(rA);
  copy(s2r, tXsA, tXrA);  // told
}
