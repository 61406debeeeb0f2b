// Only the first warp copies, 64 rows to 32.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, float* out, int n) {
  __shared__ float smem[64 * 8];
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _8>, Stride<_8, _1>>{});
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _8>, Stride<_8, _1>>{});
  if (threadIdx.x / 32 == 0 && n > 3) {
    auto mine = local_partition(gA, Layout<_32>{}, threadIdx.x % 32);
    auto to = local_partition(sA, Layout<_32>{}, threadIdx.x % 32);  //! auto to = local_partition(sA, Layout<_16>{}, threadIdx.x % 16);
    copy(mine, to);  // told
  }
  __syncthreads();
  out[threadIdx.x] = sA(threadIdx.x);
}
