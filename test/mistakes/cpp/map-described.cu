// What a raw tensor map is made of comes in a struct of arrays, which a helper hands to the driver.
#include <cuda.h>
#include <array>

struct View {
  std::array<cuuint64_t, 3> size;
  std::array<cuuint64_t, 2> stride;
  std::array<cuuint32_t, 3> box;
};

static CUtensorMap encode(void* images, View const& view) {
  CUtensorMap map;
  cuuint32_t step[3] = {1, 1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 3, images, view.size.data(),
                         view.stride.data(),  // told
                         view.box.data(), step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

CUtensorMap map_of(void* images) {
  View view;
  view.size = {250, 128, 64};
  view.stride = {256 * 2, 256 * 128 * 2};  //! view.stride = {250 * 2, 250 * 128 * 2};
  view.box = {64, 16, 1};
  return encode(images, view);
}
