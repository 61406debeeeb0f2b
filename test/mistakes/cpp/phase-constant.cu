// A barrier is waited for in a loop with phase 0 each time.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, int m, int k, float* out) {
  __shared__ alignas(128) half_t smem[64 * 64];
  __shared__ alignas(8) uint64_t bar;
  Tensor sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor gA = local_tile(tma.get_tma_tensor(make_shape(m, k)), Shape<_64, _64>{}, make_coord(blockIdx.x, _));
  auto cta = tma.get_slice(Int<0>{});
  Tensor tAgA = cta.partition_S(gA);
  Tensor tAsA = cta.partition_D(sA);
  if (threadIdx.x == 0) {
    initialize_barrier(bar, 1);
    cutlass::arch::fence_barrier_init();
  }
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < size<2>(gA); ++i) {
    if (threadIdx.x == 0) {
      set_barrier_transaction_bytes(bar, 64 * 64 * sizeof(half_t));
      copy(tma.with(bar), tAgA(_, _, _, i), tAsA);
    }
    wait_barrier(bar, i & 1);  //! wait_barrier(bar, 0);
    sum += float(sA(threadIdx.x % 64, threadIdx.x / 64));
    __syncthreads();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(half_t const* A, int m, int k, float* out) {
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(m, k), make_stride(k, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  kernel<<<m / 64, 128>>>(tma, m, k, out);
}
