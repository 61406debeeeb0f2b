// The barrier waits for all threads, one of them arrives.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  __shared__ alignas(128) half_t buffer[64 * 64];
  __shared__ uint64_t bar;
  auto sA = make_tensor(make_smem_ptr(buffer), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 512)), Shape<_64, _64>{}, make_coord(blockIdx.x, 0));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  if (threadIdx.x == 0) initialize_barrier(bar, 1);  //! if (threadIdx.x == 0) initialize_barrier(bar, 128);
  __syncthreads();
  if (threadIdx.x == 0) {
    set_barrier_transaction_bytes(bar, 64 * 64 * 2);
    copy(tma.with(bar), tAgA, tAsA);
  }
  wait_barrier(bar, 0);
}

void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 512), make_stride(512, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  kernel<<<8, 128>>>(tma);
}
