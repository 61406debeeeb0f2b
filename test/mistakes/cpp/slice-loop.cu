// The loop's bound is the number of rows, the mode it walks is K.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, float* out) {
  auto tile = make_tensor(make_gmem_ptr(A), Layout<Shape<_32, _4>>{});
  float sum = 0;
  CUTE_UNROLL
  for (int k = 0; k < size<1>(tile); ++k) {  //! for (int k = 0; k < size<0>(tile); ++k) {
    sum += tile(threadIdx.x, k);  // told
  }
  out[threadIdx.x] = sum;
}
