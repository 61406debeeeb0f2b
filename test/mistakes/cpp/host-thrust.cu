// The matrix begins with the second element of a vector of the device.
#include <thrust/device_vector.h>
#include <cute/tensor.hpp>
using namespace cute;

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  auto mA = tma.get_tma_tensor(make_shape(128, 256));
}

void launch() {
  thrust::device_vector<half_t> d_A(128 * 256 + 8);
  half_t* A = d_A.data().get() + 8;  //! half_t* A = d_A.data().get() + 1;
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(128, 256), make_stride(256, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Layout<Shape<_32, _64>, Stride<_64, _1>>{});  // told
  kernel<<<4, 128>>>(tma);
}
