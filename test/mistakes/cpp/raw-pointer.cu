// The encoder is called through the pointer that the driver gave.
#include <cuda.h>
#include <cudaTypedefs.h>

PFN_cuTensorMapEncodeTiled_v12000 encoder();

template <class T>
CUtensorMap map2d(T* p, cuuint64_t rows, cuuint64_t cols, cuuint32_t box_rows, cuuint32_t box_cols) {
  CUtensorMap map{};
  cuuint64_t dim[] = {cols, rows};
  cuuint64_t stride[] = {cols * sizeof(T)};
  cuuint32_t box[] = {box_cols, box_rows};
  cuuint32_t step[] = {1, 1};
  auto encode = encoder();
  encode(&map, CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, p, dim, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,  // told
         CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

void f(unsigned short* p) {
  auto a = map2d(p, 1024, 1008, 64, 32);  //! auto a = map2d(p, 1024, 1001, 64, 32);
}
