// All of shared memory is cut from one array by hand, the barriers too; the bytes of K are expected, V comes as well.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;

template <int Stages, class TmaK, class TmaV, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT TmaK const tmaK, CUTE_GRID_CONSTANT TmaV const tmaV, Smem layout) {
  extern __shared__ __align__(128) char raw[];
  half_t* pK = reinterpret_cast<half_t*>(raw);
  half_t* pV = pK + cosize_v<Smem>;
  constexpr int bytes_of_tiles = 2 * cosize_v<Smem> * sizeof(half_t);
  uint64_t* full = reinterpret_cast<uint64_t*>(raw + bytes_of_tiles);
  uint64_t* empty = full + Stages;
  auto gK = local_tile(tmaK.get_tma_tensor(make_shape(1024, 64)), Shape<_64, _64>{}, make_coord(_, 0));
  auto gV = local_tile(tmaV.get_tma_tensor(make_shape(1024, 64)), Shape<_64, _64>{}, make_coord(_, 0));
  auto sK = make_tensor(make_smem_ptr(pK), layout);
  auto sV = make_tensor(make_smem_ptr(pV), layout);
  auto [tKgK, tKsK] = tma_partition(tmaK, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sK), group_modes<0, 2>(gK));
  auto [tVgV, tVsV] = tma_partition(tmaV, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sV), group_modes<0, 2>(gV));
  using Full = cutlass::arch::ClusterTransactionBarrier;
  using Empty = cutlass::arch::ClusterBarrier;
  constexpr int tx_bytes = 2 * 64 * 64 * sizeof(half_t);  //! constexpr int tx_bytes = 64 * 64 * sizeof(half_t);
  if (threadIdx.x == 0) {
    for (int s = 0; s < Stages; ++s) {
      Full::init(&full[s], 1);
      Empty::init(&empty[s], 128);
    }
    cutlass::arch::fence_barrier_init();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int s = 0; s < Stages; ++s) {
      Full::arrive_and_expect_tx(&full[s], tx_bytes);
      copy(tmaK.with(full[s]), tKgK(_, s), tKsK(_, s));
      copy(tmaV.with(full[s]), tVgV(_, s), tVsV(_, s));
    }
  }
  for (int s = 0; s < Stages; ++s) {
    Full::wait(&full[s], 0);
    Empty::arrive(&empty[s]);
  }
}

void launch(half_t const* K, half_t const* V) {
  auto mK = make_tensor(make_gmem_ptr(K), make_shape(1024, Int<64>{}), make_stride(Int<64>{}, Int<1>{}));
  auto mV = make_tensor(make_gmem_ptr(V), make_shape(1024, Int<64>{}), make_stride(Int<64>{}, Int<1>{}));
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64, _2>{});
  auto tmaK = make_tma_atom(SM90_TMA_LOAD{}, mK, layout(_, _, 0), Shape<_64, _64>{});
  auto tmaV = make_tma_atom(SM90_TMA_LOAD{}, mV, layout(_, _, 0), Shape<_64, _64>{});
  kernel<2><<<1, 128, 32832>>>(tmaK, tmaV, layout);
}
