// A and B have changed places, and both tiles are of one size.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, float const* B, float* C) {
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _8>>{});
  auto gB = make_tensor(make_gmem_ptr(B), Layout<Shape<_128, _8>>{});
  auto gC = make_tensor(make_gmem_ptr(C), Layout<Shape<_128, _128>>{});
  __shared__ float smemA[128 * 8], smemB[128 * 8];
  auto sA = make_tensor(make_smem_ptr(smemA), Layout<Shape<_128, _8>>{});
  auto sB = make_tensor(make_smem_ptr(smemB), Layout<Shape<_128, _8>>{});
  auto mma = make_tiled_mma(UniversalFMA<float, float, float>{}, Layout<Shape<_16, _16, _1>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto tCsA = thr.partition_A(sA);
  auto tCsB = thr.partition_B(sB);
  auto acc = thr.make_fragment_C(thr.partition_C(gC));
  clear(acc);
  gemm(mma, tCsA, tCsB, acc);  //! gemm(mma, tCsB, tCsA, acc);
}
