// The rows behind the edge are left out; the loop walks the vectors of another mode.
#include <cute/tensor.hpp>
using namespace cute;
__global__ void rows(float* out, int m) {
  auto gO = make_tensor(make_gmem_ptr(out), Shape<_64, _64>{}, Stride<_64, _1>{});
  auto cO = make_identity_tensor(Shape<_64, _64>{});
  auto tO = local_partition(gO, Layout<Shape<_8, _16>, Stride<_16, _1>>{}, threadIdx.x);
  auto tc = local_partition(cO, Layout<Shape<_8, _16>, Stride<_16, _1>>{}, threadIdx.x);
  for (int i = 0; i < size<1>(tO); ++i) {
    for (int j = 0; j < size<0>(tO); ++j) {  //! for (int j = 0; j < size<0>(gO); ++j) {
      if (get<0>(tc(j, i)) < m) {  // told
        tO(j, i) = 0.f;
      }
    }
  }
}
