// A box row of 24 bytes.
#include <cuda.h>
#include <cstdint>

constexpr uint32_t rows = 64;
constexpr uint32_t columns = 16;  //! constexpr uint32_t columns = 12;

CUtensorMap describe(void* A) {
  CUtensorMap map;
  uint64_t size[2] = {4096, 1024};
  uint64_t stride[1] = {4096 * 2};
  uint32_t box[2] = {columns, rows};
  uint32_t steps[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, A, size, stride, box, steps,  // told
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}
