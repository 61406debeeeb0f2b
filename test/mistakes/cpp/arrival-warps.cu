// All 128 threads arrive on the empty barrier, which counts warps.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, float* out) {
  __shared__ float buffer[128];
  __shared__ uint64_t empty;
  if (threadIdx.x == 0) initialize_barrier(empty, 128);  //! if (threadIdx.x == 0) initialize_barrier(empty, 256);
  __syncthreads();
  buffer[threadIdx.x] = A[threadIdx.x];
  arrive_barrier(empty);
  wait_barrier(empty, 0);
  out[threadIdx.x] = buffer[127 - threadIdx.x];
}

void launch(float const* A, float* out) { kernel<<<4, 128>>>(A, out); }
