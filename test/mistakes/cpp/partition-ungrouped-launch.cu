// The tile of the TMA is one stage, the partition takes all of them ungrouped.
#include <cute/tensor.hpp>
using namespace cute;

using Smem = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _3>{}));
template <class T>
__global__ void k(CUTE_GRID_CONSTANT T const tma) {
  extern __shared__ half_t raw[];
  auto sA = make_tensor(make_smem_ptr(raw), Smem{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 512)), Shape<_128, _64>{}, make_coord(blockIdx.x, _));
  auto [g, s] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));  //! auto [g, s] = tma_partition(tma, Int<0>{}, Layout<_1>{}, sA, gA);
}
void go(half_t const* A) {
  auto m = make_tensor(make_gmem_ptr(A), make_shape(512, 512), make_stride(512, _1{}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, m, Smem{}(_, _, 0), Shape<_128, _64>{});
  k<<<4, 128, 49152>>>(tma);
}
