#include <cute/tensor.hpp>
using namespace cute;

using Smem = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));

template <class Tma>
__global__ void load(CUTE_GRID_CONSTANT Tma const tma, float* out) {
  __shared__ alignas(1024) half_t tile[cosize_v<Smem>];
  __shared__ alignas(8) uint64_t arrived;
  auto mA = tma.get_tma_tensor(make_shape(1024, 512));
  auto gA = local_tile(mA, Shape<_128, _64>{}, make_coord(blockIdx.x, 0));
  auto sA = make_tensor(make_smem_ptr(tile), Smem{});
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));  //! auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(gA), group_modes<0, 2>(sA));
  if (threadIdx.x == 0) {
    initialize_barrier(arrived, 1);
    cutlass::arch::fence_barrier_init();
    set_barrier_transaction_bytes(arrived, 128 * 64 * 2);
    copy(tma.with(arrived), tAgA, tAsA);
  }
  __syncthreads();
  wait_barrier(arrived, 0);
  out[threadIdx.x] = sA(threadIdx.x, 0);
}

void launch(half_t const* A, float* out) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(1024, 512), make_stride(512, _1{}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, Smem{}, Shape<_128, _64>{});
  load<<<8, 128>>>(tma, out);
}
