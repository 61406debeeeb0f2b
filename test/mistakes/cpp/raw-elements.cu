// The driver's call takes strides in bytes; the number of columns is one of elements.
#include <cuda.h>
#include <cstdint>

void encode(CUtensorMap& map, void* matrix, uint64_t rows, uint64_t columns) {
  uint64_t size[2] = {columns, rows};
  uint64_t stride[1] = {columns * 2};  //! uint64_t stride[1] = {columns};
  uint32_t box[2] = {64, 64};
  uint32_t ones[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, matrix, size, stride, box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);  // told
}
