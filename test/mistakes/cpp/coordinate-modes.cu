// A coordinate more than the tensor has modes.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, int k) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(Int<512>{}, Int<512>{}));
  auto gA = local_tile(mA, Shape<_64, _16>{}, make_coord(blockIdx.x, _));
  auto one = gA(_, _, k);  //! auto one = gA(_, _, 0, k);
  float x = one(0);
}
