// The shared tile is half as tall; a build step writes the instances, so nothing here says what T is.
#include <cute/tensor.hpp>
using namespace cute;

template <class T>
__global__ void load(T const* A) {
  __shared__ alignas(128) T storage[128 * 64];
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(1024, Int<64>{}), LayoutRight{});
  auto gA = local_tile(mA, Shape<_128, _64>{}, make_coord(blockIdx.x, 0));
  auto sA = make_tensor(make_smem_ptr(storage), Layout<Shape<_128, _64>, Stride<_64, _1>>{});  //! auto sA = make_tensor(make_smem_ptr(storage), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  constexpr int vector = 16 / sizeof(T);
  auto tiled = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, T>{},
                               Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, Int<vector>>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(gA), thr.partition_D(sA));  // told
  cp_async_fence();
}
