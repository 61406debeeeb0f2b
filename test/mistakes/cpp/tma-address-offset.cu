// The second half of the rows begins 4 bytes after a multiple of 16.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  auto mA = tma.get_tma_tensor(make_shape(128, 252));
}

int main() {
  float* base = nullptr;
  cudaMalloc((void**)&base, 128 * 256 * sizeof(float));
  auto A = base + 4;  //! auto A = base + 1;
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(128, 252), make_stride(256, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Layout<Shape<_32, _32>, Stride<_32, _1>>{});  // told
  kernel<<<4, 128>>>(tma);
}
