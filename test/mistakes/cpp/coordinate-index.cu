#include <cute/tensor.hpp>
using namespace cute;
__global__ void bias(float* out, float const* b, int n) {
  auto O = make_tensor(make_gmem_ptr(out), make_shape(_8{}, n), make_stride(n, _1{}));
  auto tile = local_tile(O, Shape<_8, _32>{}, make_coord(0, blockIdx.x));
  auto mine = local_partition(tile, Layout<Shape<_1, _32>>{}, threadIdx.x);
  for (int r = 0; r < size<0>(mine); ++r) mine(r, 0) += b[r];  //! for (int r = 0; r < size<0>(mine); ++r) mine(r, 0, 0) += b[r];
}
