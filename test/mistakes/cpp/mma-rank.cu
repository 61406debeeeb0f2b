// The thread layout of a TiledMMA has four modes.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* out) {
  auto mma = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_2, _2, _1>>{});  //! auto mma = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_2, _1, _1, _2>>{});
  auto acc = partition_fragment_C(mma, Shape<_64, _32>{});
  clear(acc);
  out[threadIdx.x] = acc(0);
}
