// A TMA copy of every tile along K into one stage.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;

template <class Smem>
struct Storage {
  alignas(128) half_t A[cosize_v<Smem>];
  alignas(128) half_t B[cosize_v<Smem>];
  uint64_t full[3];
};

template <class TmaA, class TmaB, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT TmaA const tmaA, CUTE_GRID_CONSTANT TmaB const tmaB, Smem layout) {
  extern __shared__ char raw[];
  auto& smem = *reinterpret_cast<Storage<Smem>*>(raw);
  auto gA = local_tile(tmaA.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(blockIdx.x, _));
  auto gB = local_tile(tmaB.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(blockIdx.y, _));
  auto sA = make_tensor(make_smem_ptr(smem.A), layout);
  auto sB = make_tensor(make_smem_ptr(smem.B), layout);
  auto [tAgA, tAsA] = tma_partition(tmaA, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  auto [tBgB, tBsB] = tma_partition(tmaB, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sB), group_modes<0, 2>(gB));
  using Barrier = cutlass::arch::ClusterTransactionBarrier;
  constexpr int bytes = sizeof(make_tensor_like(tensor<0>(tAsA))) + sizeof(make_tensor_like(tensor<0>(tBsB)));
  bool leads = cutlass::canonical_warp_idx_sync() == 0 && elect_one_sync();
  if (leads) {
    for (int i = 0; i < 3; ++i) Barrier::init(&smem.full[i], 1);
  }
  cluster_sync();
  if (leads) {
    for (int i = 0; i < 3; ++i) {
      Barrier::arrive_and_expect_tx(&smem.full[i], bytes);
      copy(tmaA.with(smem.full[i]), tAgA(_, i), tAsA(_, i));
      copy(tmaB.with(smem.full[i]), tBgB(_, i), tBsB(_, i));  //! copy(tmaB.with(smem.full[i]), tBgB(_, _), tBsB(_, i));
    }
  }
  Barrier::wait(&smem.full[0], 0);
}

int main() {
  half_t* A = nullptr;
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _3>{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout(_, _, 0), Shape<_128, _64>{});
  kernel<<<dim3(4, 4), 128, sizeof(Storage<decltype(layout)>)>>>(tma, tma, layout);
}
