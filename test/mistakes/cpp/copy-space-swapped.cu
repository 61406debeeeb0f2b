// The two sides of cp.async have changed places.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void load(float const* A) {
  __shared__ alignas(16) float smem[64 * 32];
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto sA = make_tensor(make_smem_ptr(smem), gA.layout());
  using Atom = Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, float>;
  auto tiled = make_tiled_copy(Atom{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(gA), thr.partition_D(sA));  //! copy(tiled, thr.partition_D(sA), thr.partition_S(gA));
  cp_async_fence();
  cp_async_wait<0>();
}
