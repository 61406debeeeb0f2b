// The accumulator is made of another tile than the operands.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* C) {
  __shared__ bfloat16_t a[64 * 64], b[128 * 64];
  auto sA = make_tensor(make_smem_ptr(a), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto sB = make_tensor(make_smem_ptr(b), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  TiledMMA mma = make_tiled_mma(MMA_Atom<SM80_16x8x16_F32BF16BF16F32_TN>{}, Layout<Shape<_4, _1, _1>>{});
  auto thr = mma.get_thread_slice(threadIdx.x);
  auto rA = thr.partition_fragment_A(sA);
  auto rB = thr.partition_fragment_B(sB);
  auto acc = partition_fragment_C(mma, Shape<_64, _128>{});  //! auto acc = partition_fragment_C(mma, Shape<_64, _64>{});
  clear(acc);
  gemm(mma, rA, rB, acc);  // told
  C[threadIdx.x] = acc(0);
}
