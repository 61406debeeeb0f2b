// Four atoms along N take 32 columns of B, the tile has 16.
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* A, half_t const* B) {
  __shared__ half_t b[16 * 32];
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});  //! auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_1, _4>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto sB = make_tensor(make_smem_ptr(b), Layout<Shape<_16, _32>, Stride<_32, _1>>{});
  auto rB = thr.partition_fragment_B(sB);  // told
  copy(thr.partition_B(sB), rB);
}
void launch(half_t const* A, half_t const* B) {
  kernel<<<1, 128>>>(A, B);
}
