// The epilogue elects a thread for one of its copies, and forgets the other, an instruction of its own.
#include <cute/tensor.hpp>
#include <cute/arch/copy_sm90_tma.hpp>

using namespace cute;

__device__ void store(void const* map, float* tile, float* out) {
  tma_store_fence();
  __syncthreads();
  if (threadIdx.x == 0) {  //! if (threadIdx.x < 128) {
    SM90_TMA_STORE_2D::copy(map, tile, 0, 0);  // told
    tma_store_arrive();
  }
}

__global__ void kernel(const __grid_constant__ CUtensorMap map, float* out) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = float(threadIdx.x);
  store(&map, tile, out);
}
