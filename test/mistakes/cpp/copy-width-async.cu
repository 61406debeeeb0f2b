// cp.async has no width of 16 bits.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void load(half_t const* A) {
  __shared__ alignas(16) half_t smem[64 * 32];
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto sA = make_tensor(make_smem_ptr(smem), gA.layout());
  using Op = SM80_CP_ASYNC_CACHEALWAYS<uint32_t>;  //! using Op = SM80_CP_ASYNC_CACHEALWAYS<uint16_t>;
  auto tiled = make_tiled_copy(Copy_Atom<Op, half_t>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});  // told
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(gA), thr.partition_D(sA));
  cp_async_fence();
  cp_async_wait<0>();
}
