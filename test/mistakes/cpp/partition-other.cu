// B is partitioned by the copy of A, whose tile is another.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void load(float const* A, float const* B) {
  __shared__ alignas(16) float smemA[128 * 8];
  __shared__ alignas(16) float smemB[32 * 8];
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _8>, Stride<_8, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(B), Layout<Shape<_32, _8>, Stride<_8, _1>>{});
  auto sA = make_tensor(make_smem_ptr(smemA), gA.layout());
  auto sB = make_tensor(make_smem_ptr(smemB), gB.layout());
  using Vec = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, float>;
  using Word = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint64_t>, float>;
  auto copyA = make_tiled_copy(Vec{}, Layout<Shape<_64, _2>, Stride<_2, _1>>{}, Layout<Shape<_1, _4>>{});
  auto copyB = make_tiled_copy(Word{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _2>>{});
  auto thrA = copyA.get_slice(threadIdx.x);
  auto thrB = copyB.get_slice(threadIdx.x);
  copy(copyA, thrA.partition_S(gA), thrA.partition_D(sA));
  auto tBgB = thrB.partition_S(gB);  //! auto tBgB = thrA.partition_S(gB);
  auto tBsB = thrB.partition_D(sB);
  copy(copyB, tBgB, tBsB);  // told
  cp_async_fence();
  cp_async_wait<0>();
}
