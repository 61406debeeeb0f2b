#include <cute/tensor.hpp>
using namespace cute;
__global__ void load8(half_t const* ptr, int m, int k) {
  constexpr int tile_m = 8, tile_k = 64, stage = 3;
  auto A = make_tensor(make_gmem_ptr(ptr), make_shape(m, k), make_stride(k, _1{}));
  auto gA = local_tile(A, make_shape(Int<tile_m>{}, Int<tile_k>{}), make_coord(0, _));
  __shared__ alignas(128) half_t smem[tile_m * tile_k * stage];
  using Atom = decltype(composition(Swizzle<3, 3, 3>{}, make_layout(make_shape(Int<8>{}, Int<tile_k>{}), make_stride(Int<tile_k>{}, _1{}))));
  using SA = decltype(tile_to_shape(Atom{}, make_shape(Int<tile_m>{}, Int<tile_k>{}, Int<stage>{})));
  auto sA = make_tensor(make_smem_ptr(smem), SA{});
  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, make_layout(make_shape(Int<8>{}, Int<8>{}), GenRowMajor{}), make_layout(make_shape(_1{}, _8{})));  //! auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, make_layout(make_shape(Int<12>{}, Int<8>{}), GenRowMajor{}), make_layout(make_shape(_1{}, _8{})));
  auto thr = g2s.get_slice(threadIdx.x);
  auto tg = thr.partition_S(gA);
  auto ts = thr.partition_D(sA);  // told
  copy(g2s, tg(_, _, _, 0), ts(_, _, _, 0));
}
