// Instructions in the kernel itself: one function gives addresses, the count of arrivals stands in the text.
#include <cuda.h>
#include <cstdint>

__device__ __forceinline__ uint32_t shared_address(void const* p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

template <int Rows, int Columns, int Stages>
__global__ void columns_of(const __grid_constant__ CUtensorMap map, int* out, int tiles) {
  __shared__ alignas(128) int8_t tile[Stages][Rows][Columns];
  __shared__ alignas(8) uint64_t full[Stages];
  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&full[i])));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    const int s = t % Stages;
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&full[s])), "n"(Rows * Columns) : "memory");  //! asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&full[s])), "n"(Rows * Columns * sizeof(int)) : "memory");
      asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(shared_address(&tile[s])), "l"(&map), "r"(shared_address(&full[s])), "r"(t * Columns), "r"(blockIdx.x * Rows) : "memory");
    }
    uint32_t done = 0;
    while (!done) {
      asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" : "=r"(done) : "r"(shared_address(&full[s])), "r"((t / Stages) & 1) : "memory");
    }
    for (int i = threadIdx.x; i < Rows; i += blockDim.x) out[i] += tile[s][i][0];
    __syncthreads();
  }
}

void launch(int8_t* x, int* out, uint64_t rows, uint64_t columns) {
  CUtensorMap map;
  cuuint64_t size[2] = {columns, rows};
  cuuint64_t stride[1] = {columns};
  cuuint32_t box[2] = {64, 128};
  cuuint32_t steps[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, x, size, stride, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  columns_of<128, 64, 2><<<rows / 128, 256>>>(map, out, columns / 64);
}
