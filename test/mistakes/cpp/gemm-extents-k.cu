// A is sliced to one K block, B is not.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, float const* B, float* C) {
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _8>>{});
  auto gB = make_tensor(make_gmem_ptr(B), Layout<Shape<_128, _8>>{});  //! auto gB = make_tensor(make_gmem_ptr(B), Layout<Shape<_128, _4>>{});
  auto gC = make_tensor(make_gmem_ptr(C), Layout<Shape<_128, _128>>{});
  auto mma = make_tiled_mma(UniversalFMA<float, float, float>{}, Layout<Shape<_16, _16, _1>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto rA = thr.partition_fragment_A(gA);
  auto rB = thr.partition_fragment_B(gB);
  auto rC = thr.partition_fragment_C(gC);
  clear(rC);
  if (threadIdx.x < 256) gemm(mma, rA, rB, rC);  // told
  copy(rC, thr.partition_C(gC));
}
