// The shared tile is partitioned for both sides.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void load(half_t const* A) {
  __shared__ alignas(16) half_t smem[64 * 32];
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto sA = make_tensor(make_smem_ptr(smem), gA.layout());
  using Atom = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>;
  auto tiled = make_tiled_copy(Atom{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(gA);  //! auto tAgA = thr.partition_S(sA);
  auto tAsA = thr.partition_D(sA);
  copy(tiled, tAgA, tAsA);  // told
  cp_async_fence();
  cp_async_wait<0>();
}
