// A store needs no barrier and takes none.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  __shared__ alignas(128) float buffer[16 * 64];
  __shared__ uint64_t bar;
  auto sD = make_tensor(make_smem_ptr(buffer), Layout<Shape<_16, _64>, Stride<_64, _1>>{});
  auto gD = local_tile(tma.get_tma_tensor(make_shape(256, 256)), Shape<_16, _64>{}, make_coord(blockIdx.x, 0));
  auto [tDgD, tDsD] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sD), group_modes<0, 2>(gD));
  if (threadIdx.x == 0) initialize_barrier(bar, 1);
  sD(threadIdx.x) = 0.f;
  tma_store_fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    copy(tma, tDsD, tDgD);  //! copy(tma.with(bar), tDsD, tDgD);
    tma_store_arrive();
    tma_store_wait<0>();
  }
}

void launch(float* D) {
  auto mD = make_tensor(make_gmem_ptr(D), make_shape(256, 256), make_stride(256, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_STORE{}, mD, Layout<Shape<_16, _64>, Stride<_64, _1>>{});
  kernel<<<16, 128>>>(tma);
}
