// local_tile is given three coordinates for two modes.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(Int<512>{}, Int<512>{}));
  auto gA = local_tile(mA, Shape<_64, _16>{}, make_coord(blockIdx.x, _));  //! auto gA = local_tile(mA, Shape<_64, _16>{}, make_coord(blockIdx.x, blockIdx.y, _));
  float x = gA(0, 0, 0);
}
