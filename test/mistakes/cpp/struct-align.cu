// The barrier comes first and the tile has no alignment of its own.
#include <cute/tensor.hpp>
using namespace cute;

struct Shared {
  uint64_t full;
  alignas(128) half_t A[64 * 64];  //! half_t A[64 * 64];
};

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  extern __shared__ char memory[];
  Shared& shared = *reinterpret_cast<Shared*>(memory);
  auto sA = make_tensor(make_smem_ptr(shared.A), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 512)), Shape<_64, _64>{}, make_coord(blockIdx.x, 0));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  if (threadIdx.x == 0) initialize_barrier(shared.full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    set_barrier_transaction_bytes(shared.full, 64 * 64 * 2);
    copy(tma.with(shared.full), tAgA, tAsA);
  }
  wait_barrier(shared.full, 0);
}

void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 512), make_stride(512, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  kernel<<<8, 128, sizeof(Shared)>>>(tma);
}
