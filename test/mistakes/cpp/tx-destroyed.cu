// The barrier is destroyed at the end by the name that its type has here.
#include <cuda.h>
#include <cuda/barrier>
#include <utility>
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void kernel(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ alignas(128) int tile[32][64];
  __shared__ block_barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  block_barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, 0, 0, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));  //! token = cuda::device::barrier_arrive_tx(bar, 1, 32 * 64);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  out[threadIdx.x] = tile[0][threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) (&bar)->~block_barrier();
}

void run(int* in, int* out) {
  CUtensorMap map;
  cuuint64_t size[2] = {64, 32};
  cuuint64_t stride[1] = {64 * sizeof(int)};
  cuuint32_t box[2] = {64, 32};
  cuuint32_t step[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, in, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  kernel<<<1, 64>>>(map, out);
}
