// The barrier of an emptied slot counts all threads, and one arrives; its wait stands at the head of the next round.
#include <cutlass/cutlass.h>
#include <cutlass/device_kernel.h>
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
#include <cutlass/cluster_launch.hpp>
using namespace cute;

template <class Tma, class L>
__global__ void consumer(CUTE_GRID_CONSTANT Tma const tma, L, int rows, int cols) {
  extern __shared__ __align__(1024) unsigned char mem[];
  __shared__ alignas(8) uint64_t full_bar;
  __shared__ alignas(8) uint64_t empty_bar;
  Tensor s = make_tensor(make_smem_ptr(reinterpret_cast<float*>(mem)), L{});
  Tensor g = local_tile(tma.get_tma_tensor(make_shape(rows, cols)), Shape<_64, _32>{}, make_coord(blockIdx.x, _));
  auto cta = tma.get_slice(0);
  Tensor tg = cta.partition_S(g);
  Tensor ts = cta.partition_D(s);
  if (threadIdx.x == 0) {
    cutlass::arch::ClusterTransactionBarrier::init(&full_bar, 1);
    cutlass::arch::ClusterBarrier::init(&empty_bar, 1);  //! cutlass::arch::ClusterBarrier::init(&empty_bar, 128);
  }
  cutlass::arch::fence_barrier_init();
  __syncthreads();
  int tiles = size<3>(tg);
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0) {
      if (t > 0) cutlass::arch::ClusterBarrier::wait(&empty_bar, (t - 1) & 1);
      cutlass::arch::ClusterTransactionBarrier::arrive_and_expect_tx(&full_bar, 64 * 32 * sizeof(float));
      copy(tma.with(full_bar), tg(_, _, _, t), ts);
    }
    cutlass::arch::ClusterTransactionBarrier::wait(&full_bar, t & 1);
    __syncthreads();
    if (threadIdx.x == 0) cutlass::arch::ClusterBarrier::arrive(&empty_bar);
  }
}

void launch(float const* x, int rows, int cols) {
  auto l = tile_to_shape(GMMA::Layout_K_SW128_Atom<float>{}, Shape<_64, _32>{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(x), make_shape(rows, cols), make_stride(cols, _1{})), l);
  consumer<<<rows / 64, 128, 8192>>>(tma, l, rows, cols);
}
