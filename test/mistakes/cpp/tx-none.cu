// An arrival alone, where TMA brings bytes.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
template <class Tma>
__global__ void kernel(CUTLASS_GRID_CONSTANT Tma const tma, float* out) {
  __shared__ alignas(128) float smem[64 * 32];
  __shared__ uint64_t bar;
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto mA = tma.get_tma_tensor(make_shape(Int<64>{}, Int<32>{}));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(mA));
  using Bar = cutlass::arch::ClusterTransactionBarrier;
  if (threadIdx.x == 0) Bar::init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    Bar::arrive_and_expect_tx(&bar, 64 * 32 * sizeof(float));  //! Bar::arrive(&bar);
    copy(tma.with(bar), tAgA, tAsA);  // told
  }
  Bar::wait(&bar, 0);
  out[threadIdx.x] = smem[threadIdx.x];
}
void run(float const* A, float* o) {
  auto mA = make_tensor(A, make_shape(Int<64>{}, Int<32>{}), make_stride(Int<32>{}, Int<1>{}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, Layout<Shape<_64, _32>, Stride<_32, _1>>{}, make_shape(Int<64>{}, Int<32>{}));
  kernel<<<1, 128>>>(tma, o);
}
