// A tile of the wrong height, at a coordinate that only the run chooses.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void load(float const* A, int skip) {
  __shared__ alignas(16) float smem[64 * 32];
  int tile = blockIdx.x;
  if (tile >= skip) {
    tile = blockIdx.x + 1;
  }
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(4096, Int<32>{}), make_stride(Int<32>{}, Int<1>{}));
  auto gA = local_tile(mA, Shape<_64, _32>{}, make_coord(tile, 0));  //! auto gA = local_tile(mA, Shape<_32, _32>{}, make_coord(tile, 0));
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  using Atom = Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, float>;
  auto tiled = make_tiled_copy(Atom{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(gA), thr.partition_D(sA));  // told
  cp_async_fence();
  cp_async_wait<0>();
}
