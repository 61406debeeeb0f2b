// The operands change places.
#include <cute/tensor.hpp>
using namespace cute;

template <class SA, class SB>
__device__ void multiply(SA const& sA, SB const& sB, float* C) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto tCrA = thr.partition_fragment_A(sA);
  auto tCrB = thr.partition_fragment_B(sB);
  auto acc = partition_fragment_C(mma, Shape<_128, _64>{});
  clear(acc);
  copy(thr.partition_A(sA), tCrA);
  copy(thr.partition_B(sB), tCrB);
  for (int k = 0; k < size<2>(tCrA); ++k) {
    gemm(mma, tCrA(_, _, k), tCrB(_, _, k), acc);  //! gemm(mma, tCrB(_, _, k), tCrA(_, _, k), acc);
  }
  C[threadIdx.x] = acc(0);
}

__global__ void kernel(float* C) {
  __shared__ half_t a[128 * 32], b[64 * 32];
  multiply(make_tensor(make_smem_ptr(a), Layout<Shape<_128, _32>>{}), make_tensor(make_smem_ptr(b), Layout<Shape<_64, _32>>{}), C);
}

void run(float* C) { kernel<<<1, 128>>>(C); }
