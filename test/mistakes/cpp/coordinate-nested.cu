// A mode of two parts is given three coordinates.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, float* out) {
  auto layout = make_layout(make_shape(make_shape(Int<4>{}, Int<8>{}), Int<16>{}), LayoutRight{});
  auto gA = make_tensor(make_gmem_ptr(A), layout);
  auto row = gA(make_coord(1, 2), _);  //! auto row = gA(make_coord(1, 2, 0), _);
  out[threadIdx.x] = row(threadIdx.x % 16);
}
