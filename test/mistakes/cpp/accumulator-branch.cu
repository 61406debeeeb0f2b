// The accumulators are read from memory in one configuration and never cleared in the other.
#include <cute/tensor.hpp>
using namespace cute;

template <bool Adds>
__global__ void __launch_bounds__(128) gemm_kernel(half_t const* A, half_t const* B, float* C, int k) {
  Tensor gA = local_tile(make_tensor(make_gmem_ptr(A), make_shape(Int<64>{}, k), make_stride(k, Int<1>{})), Shape<_64, _16>{}, make_coord(0, _));
  Tensor gB = local_tile(make_tensor(make_gmem_ptr(B), make_shape(Int<64>{}, k), make_stride(k, Int<1>{})), Shape<_64, _16>{}, make_coord(0, _));
  Tensor gC = make_tensor(make_gmem_ptr(C), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  TiledMMA mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto tCgA = thr.partition_A(gA);
  auto tCgB = thr.partition_B(gB);
  auto tCgC = thr.partition_C(gC);
  auto tCrA = thr.partition_fragment_A(gA(_, _, 0));
  auto tCrB = thr.partition_fragment_B(gB(_, _, 0));
  auto tCrC = thr.partition_fragment_C(gC);
  if constexpr (Adds) {
    copy(tCgC, tCrC);
  } else {
    clear(tCrC);  //! (nothing)
  }
  for (int i = 0; i < size<2>(gA); ++i) {
    copy(tCgA(_, _, _, i), tCrA);
    copy(tCgB(_, _, _, i), tCrB);
    gemm(mma, tCrA, tCrB, tCrC);  // told
  }
  copy(tCrC, tCgC);
}

void run(half_t const* A, half_t const* B, float* C, int k) { gemm_kernel<false><<<1, 128>>>(A, B, C, k); }
