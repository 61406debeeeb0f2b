// A stride of 6 in a mode of 4.
#include <cute/tensor.hpp>
using namespace cute;

template <class Step>
__device__ auto pick(int const* A, Step) {
  auto rows = make_tensor(make_gmem_ptr(A), Layout<Shape<_4, _16>, Stride<_1, _5>>{});
  return composition(rows, make_layout(Int<8>{}, Step{}));  // told
}

__global__ void kernel(int const* A, int* out) {
  out[threadIdx.x] = pick(A, Int<4>{})(threadIdx.x % 8);  //! out[threadIdx.x] = pick(A, Int<6>{})(threadIdx.x % 8);
}
