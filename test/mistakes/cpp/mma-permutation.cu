// The tile of the MMA is a Tile, not a Layout.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* C) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, _16>{});  //! auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{}, Layout<Shape<_32, _32, _16>>{});
  auto acc = partition_fragment_C(mma, Shape<_64, _64>{});
  C[threadIdx.x] = acc(0);
}
