// Two tiles and their barrier, carved by hand out of dynamic shared memory.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
using Full = cutlass::arch::ClusterTransactionBarrier;

template <class SA, class SB, class TmaA, class TmaB>
__global__ void tiles(CUTE_GRID_CONSTANT TmaA const tmaA, CUTE_GRID_CONSTANT TmaB const tmaB, int m, int n, int k, half_t* out) {
  extern __shared__ __align__(1024) uint8_t shared[];
  half_t* a = reinterpret_cast<half_t*>(shared);
  half_t* b = a + cosize_v<SA>;
  uint64_t* full = reinterpret_cast<uint64_t*>(b + cosize_v<SB>);
  Tensor sA = make_tensor(make_smem_ptr(a), SA{});
  Tensor sB = make_tensor(make_smem_ptr(b), SB{});
  Tensor gA = local_tile(tmaA.get_tma_tensor(make_shape(m, k)), Shape<_128, _64>{}, make_coord(blockIdx.x, _));
  Tensor gB = local_tile(tmaB.get_tma_tensor(make_shape(n, k)), Shape<_128, _64>{}, make_coord(blockIdx.y, _));
  auto sliceA = tmaA.get_slice(0);
  auto sliceB = tmaB.get_slice(0);
  constexpr int bytes = (size(SA{}) + size(SB{})) * sizeof(half_t);  //! constexpr int bytes = (size(SA{}) + size(SB{}));
  if (threadIdx.x == 0) Full::init(full, 1);
  cutlass::arch::fence_barrier_init();
  __syncthreads();
  for (int t = 0; t < size<2>(gA); ++t) {
    if (threadIdx.x == 0) {
      Full::arrive_and_expect_tx(full, bytes);
      copy(tmaA.with(*full), sliceA.partition_S(gA(_, _, t)), sliceA.partition_D(sA));
      copy(tmaB.with(*full), sliceB.partition_S(gB(_, _, t)), sliceB.partition_D(sB));
    }
    Full::wait(full, t & 1);
    if (t == 0) out[threadIdx.x] = sA(threadIdx.x, 0) + sB(threadIdx.x, 0);
    __syncthreads();
  }
}

void launch(half_t const* A, half_t const* B, half_t* out, int m, int n, int k) {
  auto smem = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto tmaA = make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(A), make_shape(m, k), make_stride(k, _1{})), smem);
  auto tmaB = make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(B), make_shape(n, k), make_stride(k, _1{})), smem);
  tiles<decltype(smem), decltype(smem)><<<dim3(m / 128, n / 128), 128, 2 * 16384 + 8>>>(tmaA, tmaB, m, n, k, out);
}
