#include <cute/tensor.hpp>
using namespace cute;
void descr(bfloat16_t const* w, int n, int k) {
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<bfloat16_t>{}, Shape<_128, _64, _4>{});
  auto mW = make_tensor(make_gmem_ptr(w), make_shape(n, k), make_stride(k, _1{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mW, layout(_, _, 0), Shape<_128, _64>{}, _1{});  //! auto tma = make_tma_copy(SM90_TMA_LOAD{}, mW, layout, Shape<_128, _64>{}, _1{});
}
