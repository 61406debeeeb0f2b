// Traits that another file writes say the element type; the copy's threads run along the wrong mode.
#include <cute/tensor.hpp>
using namespace cute;

template <class Traits>
__global__ void load(void const* raw) {
  using Element = typename Traits::Element;
  __shared__ alignas(128) Element storage[64 * 64];
  auto gA = make_tensor(make_gmem_ptr(reinterpret_cast<Element const*>(raw)), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto sA = make_tensor(make_smem_ptr(storage), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, Element>{},
                               Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _16>>{});  //! Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_16, _1>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(gA), thr.partition_D(sA));  // told
  cp_async_fence();
}
