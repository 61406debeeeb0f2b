// Six dimensions.
#include <cuda.h>

void make(CUtensorMap& map, void* p) {
  constexpr int rank = 5;  //! constexpr int rank = 6;
  uint64_t size[6] = {64, 8, 8, 8, 8, 1};
  uint64_t stride[5] = {128, 1024, 8192, 65536, 524288};
  uint32_t box[6] = {64, 2, 2, 2, 2, 1};
  uint32_t step[6] = {1, 1, 1, 1, 1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, rank, p, size, stride, box, step,  // told
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
