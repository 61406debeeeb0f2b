// A helper for tiles of any size, called for one of 512 rows.
#include <cuda.h>

template <int Rows, int Cols>
void make(CUtensorMap* map, void* p, int rows, int cols) {
  uint64_t shape[5] = {(uint64_t)Cols * cols, (uint64_t)Rows * rows, 1, 1, 1};
  uint64_t stride[5] = {2, 2ull * Cols * cols, 0, 0, 0};
  uint32_t box[5] = {uint32_t(Cols), uint32_t(Rows), 1, 1, 1};
  uint32_t step[5] = {1, 1, 1, 1, 1};
  cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, p, shape, stride + 1, box, step,  // told
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

void run(void* p) {
  CUtensorMap a, b;
  make<128, 64>(&a, p, 8, 8);
  make<256, 64>(&b, p, 8, 8);  //! make<512, 64>(&b, p, 8, 8);
}
