#include <cute/tensor.hpp>
using namespace cute;

__device__ float sum_of_warp(float v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(~0u, v, step);
  return v;
}

__global__ void normalise(float* x) {
  __shared__ float part[8], total;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float v = x[blockIdx.x * 256 + threadIdx.x];
  float sum = sum_of_warp(v);
  if (lane == 0) part[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    float all = sum_of_warp(lane < 8 ? part[lane] : 0.0f);
    if (lane == 0) total = all;
    (void)0;  //! __syncthreads();
  }
  __syncthreads();  //! (nothing)
  x[blockIdx.x * 256 + threadIdx.x] = v / total;
}

void launch(float* x) { normalise<<<64, 256>>>(x); }
