// tma-size-mismatch: the tile in shared memory and the tile that TMA copies have different sizes.
#include <cute/tensor.hpp>

using namespace cute;

void staged_layout(half_t const* A, int m, int k, int ldA)
{
  auto bM = Int<128>{};
  auto bK = Int<64>{};
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(bM, bK, Int<3>{}));
  Tensor mA = make_tensor(A, make_shape(m, k), make_stride(ldA, Int<1>{}));

  // Three stages are 24576 elements; one copy brings 8192. Meant: sA(_, _, 0).
  Copy_Atom tma = make_tma_atom(SM90_TMA_LOAD{}, mA, sA, make_shape(bM, bK));
}

void wrong_tiler(half_t const* A, int m, int k, int ldA)
{
  auto bM = Int<128>{};
  auto bK = Int<64>{};
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(bM, bK, Int<3>{}));
  Tensor mA = make_tensor(A, make_shape(m, k), make_stride(ldA, Int<1>{}));

  // The tiler has 32 columns, the tile in shared memory 64. Meant: make_shape(bM, bK).
  Copy_Atom tma = make_tma_atom(SM90_TMA_LOAD{}, mA, sA(_, _, 0), make_shape(bM, Int<32>{}));
}
