// The values of a thread run along the mode of stride 32.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void load(half_t const* A) {
  __shared__ half_t storage[64 * 32];
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto sA = make_tensor(make_smem_ptr(storage), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                               Layout<Shape<_32, _4>, Stride<_4, _1>>{},
                               Layout<Shape<_1, _8>>{});  //! Layout<Shape<_8, _1>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(gA), thr.partition_D(sA));  // told
}
