#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cassert>
#include <cstdint>
#include <cstdio>

constexpr int BLOCK_M = 64;
constexpr int BLOCK_K = 64;
constexpr uint64_t kHeads = 16;
constexpr uint64_t kDim = 576;
constexpr uint64_t kTokens = 8192;

typedef CUresult (*EncodeFn)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

static EncodeFn get_encode() {
  void* fn = nullptr;
  cudaDriverEntryPointQueryResult result;
  cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &fn, cudaEnableDefault, &result);
  return reinterpret_cast<EncodeFn>(fn);
}

CUtensorMap make_q_map(__nv_bfloat16* q) {
  CUtensorMap map{};
  cuuint64_t size[3] = {kDim, kHeads, kTokens};
  cuuint64_t stride[2] = {kDim * sizeof(__nv_bfloat16), kDim * kHeads * sizeof(__nv_bfloat16)};
  cuuint32_t box[3] = {BLOCK_K, BLOCK_M / 4, 1};  //! cuuint32_t box[3] = {BLOCK_K * 2, BLOCK_M / 4, 1};
  cuuint32_t elem[3] = {1, 1, 1};
  CUresult res = get_encode()(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 3, q, size, stride, box, elem,  // told
                              CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                              CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (res != CUDA_SUCCESS) printf("encode failed: %d\n", int(res));
  return map;
}

template <typename T>
CUtensorMap make_2d(T* base, uint64_t rows, uint64_t cols, uint32_t box_rows, uint32_t box_cols, CUtensorMapDataType type, CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  uint64_t gdim[2] = {cols, rows};
  uint64_t gstride[1] = {cols * sizeof(T)};
  uint32_t sdim[2] = {box_cols, box_rows};
  uint32_t estride[2] = {1, 1};
  auto res = cuTensorMapEncodeTiled(&map, type, 2, base, gdim, gstride, sdim, estride,
                                    CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                    CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  assert(res == CUDA_SUCCESS);
  return map;
}

__global__ void consume(const __grid_constant__ CUtensorMap q, const __grid_constant__ CUtensorMap kv) {
  __shared__ alignas(1024) __nv_bfloat16 tile[BLOCK_M * BLOCK_K];
  __shared__ alignas(8) uint64_t bar;
  uint32_t bar_addr = static_cast<uint32_t>(__cvta_generic_to_shared(&bar));
  uint32_t dst = static_cast<uint32_t>(__cvta_generic_to_shared(tile));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar_addr), "r"(1));
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar_addr), "r"(BLOCK_K * BLOCK_M / 4 * 2));
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(dst), "l"(&q), "r"(0), "r"(0), "r"(int(blockIdx.x)), "r"(bar_addr) : "memory");
  }
  __syncthreads();
}

void launch(__nv_bfloat16* q, __nv_bfloat16* kv, float* bias) {
  CUtensorMap q_map = make_q_map(q);
  CUtensorMap kv_map = make_2d(kv, kTokens, kDim, 64, 64, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, CU_TENSOR_MAP_SWIZZLE_128B);
  CUtensorMap bias_map = make_2d(bias, 128, 1024, 16, 32, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_SWIZZLE_NONE);
  consume<<<kTokens, 128>>>(q_map, kv_map);
}
