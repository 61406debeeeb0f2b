// The rows of a matrix of the device, cast from what cudaMalloc gave, are 1001 floats long.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, int m, int n, int ld) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(m, n), make_stride(ld, Int<1>{}));
  auto gA = local_tile(mA, Shape<_64, _32>{}, make_coord(blockIdx.x, 0));
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  auto tAgA = tiled.get_slice(threadIdx.x).partition_S(gA);  // told
  auto tArA = make_fragment_like(tAgA);
  copy(tiled, tAgA, tArA);
}

int main() {
  void* raw = nullptr;
  int m = 640, n = 1000;
  cudaMalloc(&raw, m * 1004 * sizeof(float));
  auto* A = static_cast<float*>(raw);
  kernel<<<10, 128>>>(A, m, n, 1004);  //! kernel<<<10, 128>>>(A, m, n, n + 1);
}
