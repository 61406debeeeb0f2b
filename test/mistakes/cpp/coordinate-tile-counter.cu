// Tiles counted by a loop from the wrong start: the least of them lies behind the last.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* in, float* out) {
  Tensor gX = make_tensor(make_gmem_ptr(in), Layout<Shape<_512, _256>, Stride<_256, _1>>{});
  for (int j = 0; j < 4; ++j) {
    Tensor tile = local_tile(gX, Shape<_64, _64>{}, make_coord(4 + j, 3));  //! Tensor tile = local_tile(gX, Shape<_64, _64>{}, make_coord(8 + j, 3));
    out[j * blockDim.x + threadIdx.x] = tile(threadIdx.x / 64, threadIdx.x % 64);
  }
}
