// One thread copies a stage more than there is.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, bool isLeader) {
  __shared__ float smem[128 * 3];
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_128, _3>>{});
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _8>>{});
  bool const isFirst = threadIdx.x == 0;
  for (int k = 0; k < size<1>(sA); ++k) {  //! for (int k = 0; k < size<1>(gA); ++k) {
    if (isFirst && isLeader) {
      copy(gA(_, k), sA(_, k));  // told
    }
    __syncthreads();
  }
}

void launch(float const* A) { kernel<<<1, 128>>>(A, true); }
