// One arrival expects the bytes of A and of B, the barrier counts one for each.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
using Barrier = cutlass::arch::ClusterTransactionBarrier;

struct Storage {
  alignas(128) float A[32 * 32];
  alignas(128) float B[32 * 32];
  Barrier full;
};

template <class TmaA, class TmaB>
__global__ void kernel(CUTE_GRID_CONSTANT TmaA const tma_a, CUTE_GRID_CONSTANT TmaB const tma_b) {
  extern __shared__ char raw[];
  Storage& storage = *reinterpret_cast<Storage*>(raw);
  auto layout = Layout<Shape<_32, _32>, Stride<_32, _1>>{};
  auto sA = make_tensor(make_smem_ptr(storage.A), layout);
  auto sB = make_tensor(make_smem_ptr(storage.B), layout);
  auto gA = local_tile(tma_a.get_tma_tensor(make_shape(256, 256)), Shape<_32, _32>{}, make_coord(blockIdx.x, 0));
  auto gB = local_tile(tma_b.get_tma_tensor(make_shape(256, 256)), Shape<_32, _32>{}, make_coord(blockIdx.y, 0));
  auto [tAgA, tAsA] = tma_partition(tma_a, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  auto [tBgB, tBsB] = tma_partition(tma_b, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sB), group_modes<0, 2>(gB));
  if (threadIdx.x == 0) {
    storage.full.init(1);  //! storage.full.init(2);
    cutlass::arch::fence_barrier_init();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    storage.full.arrive_and_expect_tx(2 * 32 * 32 * sizeof(float));
    copy(tma_a.with(*reinterpret_cast<uint64_t*>(&storage.full)), tAgA, tAsA);
    copy(tma_b.with(*reinterpret_cast<uint64_t*>(&storage.full)), tBgB, tBsB);
  }
  storage.full.wait(0);
}

void launch(float const* A, float const* B) {
  auto layout = Layout<Shape<_32, _32>, Stride<_32, _1>>{};
  auto tma_a = make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(A), make_shape(256, 256), make_stride(256, Int<1>{})), layout);
  auto tma_b = make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(B), make_shape(256, 256), make_stride(256, Int<1>{})), layout);
  kernel<<<dim3(8, 8), 128, sizeof(Storage)>>>(tma_a, tma_b);
}
