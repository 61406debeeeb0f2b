// What the threads wrote is stored without a fence of the proxies.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Smem layout) {
  extern __shared__ alignas(128) half_t buffer[];
  auto sC = make_tensor(make_smem_ptr(buffer), layout);
  auto gC = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(blockIdx.x, 0));
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto tCsC = tiled.get_slice(threadIdx.x).partition_D(sC);
  auto tCrC = make_fragment_like(tCsC);
  clear(tCrC);
  copy(tiled, tCrC, tCsC);
  tma_store_fence();  //! (nothing)
  __syncthreads();
  auto slice = tma.get_slice(Int<0>{});
  if (threadIdx.x == 0) {
    copy(tma, slice.partition_S(sC), slice.partition_D(gC));  // told
    tma_store_arrive();
  }
}

void launch(half_t* C) {
  auto mC = make_tensor(make_gmem_ptr(C), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = Layout<Shape<_128, _64>, Stride<_64, _1>>{};
  auto tma = make_tma_copy(SM90_TMA_STORE{}, mC, layout);
  kernel<<<4, 128, 128 * 64 * sizeof(half_t)>>>(tma, layout);
}
