// Two static buffers of 32 KiB are more than the 48 KiB that a kernel may declare.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, float* out) {
  __shared__ float smemA[128 * 64];
  __shared__ float smemB[64 * 32];  //! __shared__ float smemB[128 * 64];
  auto sA = make_tensor(make_smem_ptr(smemA), Layout<Shape<_128, _64>>{});
  auto sB = make_tensor(make_smem_ptr(smemB), Layout<Shape<_32, _64>>{});
  sA(threadIdx.x) = A[threadIdx.x];
  sB(threadIdx.x) = A[threadIdx.x + 128];
  __syncthreads();
  out[threadIdx.x] = sA(127 - threadIdx.x) + sB(127 - threadIdx.x);
}

void launch(float const* A, float* out) { kernel<<<1, 128>>>(A, out); }
