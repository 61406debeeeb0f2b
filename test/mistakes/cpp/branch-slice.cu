// In the last round a tensor of three modes is sliced with four.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, float* out, int tiles) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(256, Int<64>{}), make_stride(Int<64>{}, Int<1>{}));
  auto gA = local_tile(mA, Shape<_16, _64>{}, make_coord(_, 0));
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    if (t + 1 < tiles) {
      out[t] = gA(threadIdx.x, 0, t);
    } else {
      auto last = gA(_, 0, t);  //! auto last = gA(_, 0, t, 0);
      out[t] = last(threadIdx.x % 16);
    }
  }
}
