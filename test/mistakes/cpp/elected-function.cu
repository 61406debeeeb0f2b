// The store stands in a function that waits for the whole block; one thread is to issue it.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
template <class Tma, class S, class G>
__device__ void store(Tma const& tma, S const& tAsA, G const& tAgA) {
  tma_store_fence();
  __syncthreads();
  if (threadIdx.x == 0) {  //! if (threadIdx.x < 32) {
    copy(tma, tAsA, tAgA);  // told
  }
}
template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Smem layout, int n) {
  __shared__ alignas(128) half_t buffer[128 * 64];
  auto sA = make_tensor(make_smem_ptr(buffer), layout);
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  store(tma, tAsA, tAgA);
}
void launch(half_t* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_STORE{}, mA, layout, Shape<_128, _64>{});
  kernel<<<1, 128>>>(tma, layout, 3);
}
