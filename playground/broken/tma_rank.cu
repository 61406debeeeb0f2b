// tma-rank: a TMA descriptor has at most five modes; CuTe folds what is above.
#include <cute/tensor.hpp>

using namespace cute;

void six_modes(half_t const* A, int d1, int d2, int d3, int d4, int d5)
{
  auto shape = make_shape(Int<64>{}, d1, d2, d3, d4, d5);
  auto stride = make_stride(Int<1>{}, Int<128>{}, 128 * d1, 128 * d1 * d2, 128 * d1 * d2 * d3, 128 * d1 * d2 * d3 * d4);
  Tensor mA = make_tensor(A, shape, stride);

  auto tile = make_shape(Int<64>{}, Int<2>{}, Int<2>{}, Int<2>{}, Int<2>{}, Int<2>{});
  auto sA = make_layout(tile);
  Copy_Atom tma = make_tma_atom(SM90_TMA_LOAD{}, mA, sA, tile);
}
