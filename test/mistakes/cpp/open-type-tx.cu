// Both tiles arrive on the barrier, the bytes of one are expected, whatever its elements are.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;

template <class T, class TmaA, class TmaB, class Smem>
__global__ void kernel(T*, CUTE_GRID_CONSTANT TmaA const tmaA, CUTE_GRID_CONSTANT TmaB const tmaB, Smem layout) {
  __shared__ alignas(128) T A[cosize_v<Smem>];
  __shared__ alignas(128) T B[cosize_v<Smem>];
  __shared__ uint64_t full;
  auto gA = local_tile(tmaA.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(blockIdx.x, 0));
  auto gB = local_tile(tmaB.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(blockIdx.y, 0));
  auto sA = make_tensor(make_smem_ptr(A), layout);
  auto sB = make_tensor(make_smem_ptr(B), layout);
  auto [tAgA, tAsA] = tma_partition(tmaA, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  auto [tBgB, tBsB] = tma_partition(tmaB, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sB), group_modes<0, 2>(gB));
  constexpr int bytes = sizeof(T) * (size(Smem{}) + size(Smem{}));  //! constexpr int bytes = sizeof(T) * size(Smem{});
  if (threadIdx.x == 0) {
    initialize_barrier(full, 1);
    set_barrier_transaction_bytes(full, bytes);
    copy(tmaA.with(full), tAgA, tAsA);
    copy(tmaB.with(full), tBgB, tBsB);
  }
  __syncthreads();
  wait_barrier(full, 0);
}

template <class T>
void launch(T* A, T* B) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto mB = make_tensor(make_gmem_ptr(B), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tmaA = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{});
  auto tmaB = make_tma_atom(SM90_TMA_LOAD{}, mB, layout, Shape<_128, _64>{});
  kernel<T><<<dim3(4, 8), 128>>>(A, tmaA, tmaB, layout);
}
