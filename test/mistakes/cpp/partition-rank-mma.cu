// The operand is a row, not a tile.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* out) {
  __shared__ half_t smem[64 * 16];
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto tCsA = thr.partition_A(sA);  //! auto tCsA = thr.partition_A(sA(_, 0));
  out[threadIdx.x] = tCsA(0);
}
