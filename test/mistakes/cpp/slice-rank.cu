// The partition has three modes; a stage is asked for that the tile has no more.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t const* A) {
  __shared__ alignas(16) half_t smem[64 * 64];
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _64, _4>, Stride<_64, _1, Int<4096>>>{});
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<AutoVectorizingCopy, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(gA);
  auto tAsA = thr.partition_D(sA);
  copy(tiled, tAgA(_, _, _, 1), tAsA);  //! copy(tiled, tAgA(_, _, _, 1), tAsA(_, _, _, 0));
}
