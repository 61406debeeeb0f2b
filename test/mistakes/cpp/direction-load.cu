// The epilogue stores with the atom of the loads.
#include <cute/tensor.hpp>
using namespace cute;

template <class Load, class Store>
__global__ void kernel(CUTE_GRID_CONSTANT Load const load, CUTE_GRID_CONSTANT Store const store) {
  __shared__ alignas(128) half_t buffer[64 * 64];
  auto sD = make_tensor(make_smem_ptr(buffer), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto gD = local_tile(store.get_tma_tensor(make_shape(512, 512)), Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));
  auto thr = store.get_slice(0);
  sD(threadIdx.x) = half_t(0);
  tma_store_fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    copy(store, thr.partition_S(sD), thr.partition_D(gD));  //! copy(load, thr.partition_S(sD), thr.partition_D(gD));
    tma_store_arrive();
    tma_store_wait<0>();
  }
}

void launch(half_t* A, half_t* D) {
  auto shape = make_shape(512, 512);
  auto sLayout = Layout<Shape<_64, _64>, Stride<_64, _1>>{};
  auto load = make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(A), shape, make_stride(512, Int<1>{})), sLayout);
  auto store = make_tma_copy(SM90_TMA_STORE{}, make_tensor(make_gmem_ptr(D), shape, make_stride(512, Int<1>{})), sLayout);
  kernel<<<dim3(8, 8), 128>>>(load, store);
}
