// The fragment of B is made of a partition of A.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* out) {
  __shared__ alignas(16) half_t smem[64 * 32];
  auto sB = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto tCsB = thr.partition_B(sB);  //! auto tCsB = thr.partition_A(sB);
  auto tCrB = thr.make_fragment_B(tCsB);  // told
  out[threadIdx.x] = tCrB(0);
}
