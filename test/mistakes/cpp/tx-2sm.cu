// Both CTAs of a pair load their half, and the leader's barrier counts both.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Smem layout) {
  __shared__ alignas(128) half_t buffer[cosize_v<Smem>];
  __shared__ uint64_t full;
  auto sA = make_tensor(make_smem_ptr(buffer), layout);
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(blockIdx.x, 0));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  bool leader = block_rank_in_cluster() % 2 == 0;
  int bytes = 2 * sizeof(make_tensor_like(tAsA));  //! int bytes = sizeof(make_tensor_like(tAsA));
  if (threadIdx.x == 0) initialize_barrier(full, 1);
  cluster_sync();
  if (threadIdx.x == 0) {
    if (leader) set_barrier_transaction_bytes(full, bytes);
    copy(tma.with(full), tAgA, tAsA);
  }
  if (leader) wait_barrier(full, 0);
}

void launch(half_t* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto tma = make_tma_atom(SM100_TMA_2SM_LOAD{}, mA, layout, Shape<_128, _64>{});
  kernel<<<4, 128>>>(tma, layout);
}
