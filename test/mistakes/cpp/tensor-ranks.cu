// A stride for each mode of the shape.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, int m, int n, int l) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(m, n, l), make_stride(n, _1{}, m * n));  //! auto mA = make_tensor(make_gmem_ptr(A), make_shape(m, n, l), make_stride(n, _1{}));
  auto gA = mA(_, _, blockIdx.z);
}
