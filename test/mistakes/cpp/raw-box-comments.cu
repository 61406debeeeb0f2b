#include <cuda.h>

// Comments inside the braces hide no numbers.
CUresult make(CUtensorMap* map, void* data, cuuint64_t rows) {
  cuuint64_t dims[2] = {/*columns*/ 1024, rows};
  cuuint64_t strides[1] = {1024};
  cuuint32_t box[2] = {/*columns*/ 128u, /*rows*/ 64u};  //! cuuint32_t box[2] = {/*columns*/ 128u, /*rows*/ 512u};
  cuuint32_t steps[2] = {1, 1};
  return cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, data, dims, strides, box,  // told
                                steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
