// Rows of 1001 elements of two bytes.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  auto mA = tma.get_tma_tensor(make_shape(300, 1001));
}

int main() {
  int m = 300, k = 1000;
  half_t* A = nullptr;
  cudaMalloc(&A, sizeof(half_t) * m * 1008);
  int ldA = k + 8;  //! int ldA = k + 1;
  auto gA = make_tensor(make_gmem_ptr(A), make_shape(m, k), make_stride(ldA, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, gA, Layout<Shape<_64, _32>, Stride<_32, _1>>{});  // told
  kernel<<<5, 128>>>(tma);
}
