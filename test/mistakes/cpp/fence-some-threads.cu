// The upper half of the tile is written by the first warps alone; the fence before the store is gone.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;

template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Smem layout) {
  __shared__ alignas(128) half_t buffer[64 * 64];
  auto sC = make_tensor(make_smem_ptr(buffer), layout);
  if (threadIdx.x < 64) {
    for (int k = 0; k < 64; ++k) {
      if (k <= threadIdx.x) sC(threadIdx.x, k) = half_t(0);
      if (k == threadIdx.x) sC(threadIdx.x, k) = half_t(1);
    }
  }
  if (threadIdx.x < 32) sC(threadIdx.x, 0) = half_t(2);
  cutlass::arch::fence_view_async_shared();  //! (nothing)
  __syncthreads();
  auto gC = local_tile(tma.get_tma_tensor(make_shape(512, 512)), Shape<_64, _64>{}, make_coord(blockIdx.x, 0));
  auto thr = tma.get_slice(Int<0>{});
  if (threadIdx.x == 0) {
    copy(tma, thr.partition_S(sC), thr.partition_D(gC));  // told
    tma_store_arrive();
  }
}

void launch(half_t* C) {
  auto mC = make_tensor(make_gmem_ptr(C), make_shape(512, 512), make_stride(512, Int<1>{}));
  auto layout = make_layout(Shape<_64, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_STORE{}, mC, layout);
  kernel<<<8, 128>>>(tma, layout);
}
