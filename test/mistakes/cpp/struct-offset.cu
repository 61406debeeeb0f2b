// The tiles of B follow those of A in one buffer, the barriers between them.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, half_t* out) {
  extern __shared__ char raw[];
  uint64_t* bars = reinterpret_cast<uint64_t*>(raw);
  half_t* tiles = reinterpret_cast<half_t*>(raw + 128);  //! half_t* tiles = reinterpret_cast<half_t*>(raw + 2 * sizeof(uint64_t));
  auto sA = make_tensor(make_smem_ptr(tiles), Layout<Shape<_32, _64, _2>, Stride<_64, _1, Int<2048>>>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 512)), Shape<_32, _64>{}, make_coord(blockIdx.x, _));
  auto cta = tma.get_slice(0);
  auto tAgA = cta.partition_S(gA);
  auto tAsA = cta.partition_D(sA);  // told
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; ++s) initialize_barrier(bars[s], 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; ++s) {
      set_barrier_transaction_bytes(bars[s], 32 * 64 * 2);
      copy(tma.with(bars[s]), tAgA(_, _, _, s), tAsA(_, _, _, s));
    }
  }
  wait_barrier(bars[0], 0);
  wait_barrier(bars[1], 0);
  out[threadIdx.x] = sA(threadIdx.x);
}

void launch(half_t const* A, half_t* out) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 512), make_stride(512, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  kernel<<<16, 128, 128 + 2 * 32 * 64 * 2>>>(tma, out);
}
