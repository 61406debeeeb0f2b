// A loop over tiles, of which only the run knows how many there are, runs once too often.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, int M, int K, float* out) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(Int<1>{}, M));
  auto gA = local_tile(mA, Shape<_128, _8>{}, make_coord(blockIdx.x, _));
  int tiles = size<2>(gA);
  auto part = local_partition(gA, Layout<Shape<_32, _8>>{}, threadIdx.x);
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {  //! for (int k = 0; k <= tiles; ++k) {
    auto tile = part(_, _, k);  // told
    sum += tile(0);
  }
  out[threadIdx.x] = sum;
}
