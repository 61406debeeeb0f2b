// A file without CuTe: the box is wider than the swizzle's 128 bytes.
#include <cuda.h>
#include <cstdint>

constexpr uint32_t BM = 128;
constexpr uint32_t BK = 64;  //! constexpr uint32_t BK = 128;

void make(CUtensorMap& map, void* A, uint64_t M, uint64_t K) {
  uint64_t size[2] = {K, M};
  uint64_t stride[1] = {K * sizeof(uint16_t)};
  uint32_t box[2] = {BK, BM};
  uint32_t step[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, A, size, stride, box, step,  // told
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
