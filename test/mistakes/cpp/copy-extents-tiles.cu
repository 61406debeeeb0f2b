// A tile of global memory goes to shared memory; the shared tile is half as tall.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void load(half_t const* A) {
  __shared__ half_t storage[128 * 32];
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(1024, Int<32>{}), LayoutRight{});
  auto gA = local_tile(mA, Shape<_128, _32>{}, make_coord(blockIdx.x, 0));
  auto sA = make_tensor(make_smem_ptr(storage), Layout<Shape<_128, _32>, Stride<_32, _1>>{});  //! auto sA = make_tensor(make_smem_ptr(storage), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
                               Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(gA), thr.partition_D(sA));  // told
  cp_async_fence();
}
