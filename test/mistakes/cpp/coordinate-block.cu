// The third K block of two.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* C) {
  __shared__ half_t smem[64 * 32];
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _32>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto thr = mma.get_slice(threadIdx.x);
  auto tCsA = thr.partition_A(sA);
  auto tCrA = thr.partition_fragment_A(sA);
  if (threadIdx.x < 32) {
    copy(tCsA(_, _, Int<1>{}), tCrA(_, _, Int<1>{}));  //! copy(tCsA(_, _, Int<2>{}), tCrA(_, _, Int<1>{}));
  }
  C[threadIdx.x] = float(tCrA(0));
}
