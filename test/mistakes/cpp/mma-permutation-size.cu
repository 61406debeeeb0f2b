#include <cute/tensor.hpp>
using namespace cute;
__global__ void small(half_t const* a, half_t const* b) {
  using Mma = decltype(make_tiled_mma(MMA_Atom<SM80_16x8x16_F16F16F16F16_TN>{}, make_layout(Shape<_2, _2, _1>{}), Tile<_32, _32, _16>{}));  //! using Mma = decltype(make_tiled_mma(MMA_Atom<SM80_16x8x16_F16F16F16F16_TN>{}, make_layout(Shape<_2, _2, _1>{}), make_layout(Shape<_32, _32, _16>{})));
  Mma mma;
  auto thr = mma.get_slice(threadIdx.x);
  auto gA = make_tensor(make_gmem_ptr(a), Shape<_32, _64>{}, Stride<_64, _1>{});
  auto rA = thr.partition_fragment_A(gA);
  clear(rA);
}
