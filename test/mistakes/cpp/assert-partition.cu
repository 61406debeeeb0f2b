#include <cute/tensor.hpp>
using namespace cute;
template <class GA, class SA>
__device__ void check(GA const& gA, SA const& sA) {
  CUTE_STATIC_ASSERT_V(size<0>(gA) == size<0>(sA));
  CUTE_STATIC_ASSERT_V(size<1>(gA) == size<1>(sA), "BLK_K");  // told
}
__global__ void f(float* a) {
  __shared__ float sm[128 * 16];
  auto gA = make_tensor(make_gmem_ptr(a), Shape<_128, _8>{});
  auto sA = make_tensor(make_smem_ptr(sm), Shape<_128, _8>{});  //! auto sA = make_tensor(make_smem_ptr(sm), Shape<_128, _16>{});
  check(gA, sA);
}
