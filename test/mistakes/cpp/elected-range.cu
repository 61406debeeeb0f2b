// The first 32 threads load, not the first.
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
  if (threadIdx.x == 0) initialize_barrier(smem.full[0], 1);
  __syncthreads();
  if (threadIdx.x != 0) return;  //! if (threadIdx.x >= 32) return;
  set_barrier_transaction_bytes(smem.full[0], 2 * 128 * 64 * sizeof(half_t));
  copy(tmaA.with(smem.full[0]), tAgA(_, 0), tAsA(_, 0));  // told
  copy(tmaB.with(smem.full[0]), tBgB(_, 0), tBsB(_, 0));
}

int main() {
  half_t* A = nullptr;
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _3>{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout(_, _, 0), Shape<_128, _64>{});
  kernel<<<dim3(4, 4), 128, sizeof(Storage<decltype(layout)>)>>>(tma, tma, layout);
}
