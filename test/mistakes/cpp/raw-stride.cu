// Rows of 404 bytes: strides are multiples of 16.
#include <cuda.h>
#include <array>

static constexpr uint32_t kRows = 64, kCols = 100;
static constexpr uint32_t kPad = 0;  //! static constexpr uint32_t kPad = 4;

CUtensorMap build(float const* p) {
  CUtensorMap map;
  std::array<cuuint64_t, 2> dims = {kCols, 4096};
  std::array<cuuint64_t, 1> strides = {kCols * sizeof(float) + kPad};
  std::array<cuuint32_t, 2> box = {32, kRows};
  std::array<cuuint32_t, 2> step = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void*)p, dims.data(), strides.data(), box.data(), step.data(),  // told
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}
