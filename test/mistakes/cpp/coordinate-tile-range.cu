// The tensor has four tiles along its first mode.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(Int<256>{}, Int<512>{}));
  if (threadIdx.x == 0) {
    auto gA = local_tile(mA, Shape<_64, _16>{}, make_coord(3, _));  //! auto gA = local_tile(mA, Shape<_64, _16>{}, make_coord(4, _));
    float x = gA(0, 0, 0);
  }
}
