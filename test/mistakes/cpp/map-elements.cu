// A raw tensor map whose arrays are filled element by element, as is common where the rank varies.
#include <cuda.h>
#include <cuda_bf16.h>

CUtensorMap weights_map(__nv_bfloat16* weights) {
  CUtensorMap map;
  cuuint64_t size[2];
  cuuint64_t stride[1];
  cuuint32_t box[2], step[2];
  size[0] = 4096;
  size[1] = 1024;
  stride[0] = size[0] * sizeof(__nv_bfloat16);
  box[0] = 64;
  box[1] = 128;  //! box[1] = 512;
  step[0] = step[1] = 1;
  cuTensorMapEncodeTiled(
      &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, weights, size, stride,
      box,  // told
      step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}
