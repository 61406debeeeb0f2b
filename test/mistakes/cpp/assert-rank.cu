// A helper that takes matrices is given a tensor with its stages.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tensor>
__device__ float total(Tensor const& t) {
  static_assert(rank_v<Tensor> == 2, "a matrix is wanted");  // told
  float sum = 0;
  for (int i = 0; i < size(t); ++i) sum += float(t(i));
  return sum;
}

__global__ void kernel(half_t const* A, float* out) {
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_8, _8, _3>>{});
  out[threadIdx.x] = total(gA(_, _, 2));  //! out[threadIdx.x] = total(gA);
}
