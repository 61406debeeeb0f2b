// The consumers multiply fragments of another K.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t const* A, float* out) {
  __shared__ half_t smemA[64 * 32], smemB[64 * 64];
  auto sA = make_tensor(make_smem_ptr(smemA), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto sB = make_tensor(make_smem_ptr(smemB), Layout<Shape<_64, _32>, Stride<_32, _1>>{});  //! auto sB = make_tensor(make_smem_ptr(smemB), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1>>{});
  auto thr = mma.get_slice(threadIdx.x % 128);
  auto acc = partition_fragment_C(mma, Shape<_64, _64>{});
  clear(acc);
  int group = threadIdx.x / 128;
  if (group == 0) {
    sA(threadIdx.x) = A[threadIdx.x];
  } else {
    auto rA = thr.partition_fragment_A(sA);
    auto rB = thr.partition_fragment_B(sB);
    copy(thr.partition_A(sA), rA);
    copy(thr.partition_B(sB), rB);
    gemm(mma, acc, rA, rB, acc);  // told
    out[threadIdx.x] = acc(0);
  }
}
