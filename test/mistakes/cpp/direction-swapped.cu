// Source and destination of a TMA load change places.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, float* out) {
  __shared__ alignas(128) float buffer[32 * 32];
  __shared__ uint64_t bar;
  auto sA = make_tensor(make_smem_ptr(buffer), Layout<Shape<_32, _32>>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(256, 256)), Shape<_32, _32>{}, make_coord(blockIdx.x, 0));
  auto cta = tma.get_slice(0);
  auto tAgA = cta.partition_S(gA);
  auto tAsA = cta.partition_D(sA);
  if (threadIdx.x == 0) initialize_barrier(bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    set_barrier_transaction_bytes(bar, 32 * 32 * 4);
    copy(tma.with(bar), tAgA, tAsA);  //! copy(tma.with(bar), tAsA, tAgA);
  }
  wait_barrier(bar, 0);
  out[threadIdx.x] = sA(threadIdx.x);
}

void launch(float const* A, float* out) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(256, 256), make_stride(Int<1>{}, 256));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Layout<Shape<_32, _32>>{});
  kernel<<<8, 128>>>(tma, out);
}
