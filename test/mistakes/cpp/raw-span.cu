#include <cuda.h>
#include <cudaTypedefs.h>
#include <cstdint>
template <typename T, uint32_t kRows, uint32_t kCols>
CUtensorMap make_map(T* ptr, uint64_t h, uint64_t w) {
  CUtensorMap map{};
  uint64_t dims[2] = {w, h};
  uint64_t strides[1] = {w * sizeof(T)};
  uint32_t box[2] = {kCols, kRows};
  uint32_t elem[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, ptr, dims, strides, box, elem, CU_TENSOR_MAP_INTERLEAVE_NONE,  // told
                         CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}
int main() {
  float* d;
  cudaMalloc((void**)&d, 4 * 4096 * 4096);
  auto m = make_map<float, 64, 32>(d, 4096, 4096);  //! auto m = make_map<float, 64, 64>(d, 4096, 4096);
  return 0;
}
