// The slice of a tiled copy shows the whole tile too, of which each CTA brings half to both.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tma>
__global__ __cluster_dims__(2, 1, 1) void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  __shared__ alignas(128) half_t buffer[128 * 64];
  __shared__ uint64_t bar;
  auto sB = make_tensor(make_smem_ptr(buffer), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  auto gB = local_tile(tma.get_tma_tensor(make_shape(512, 512)), Shape<_128, _64>{}, make_coord(blockIdx.y, 0));
  auto slice = tma.get_slice(block_rank_in_cluster());
  auto tBgB = slice.partition_S(gB);
  auto tBsB = slice.partition_D(sB);
  if (threadIdx.x == 0) initialize_barrier(bar, 1);
  cluster_sync();
  if (threadIdx.x == 0) {
    set_barrier_transaction_bytes(bar, 128 * 64 * 2);  //! set_barrier_transaction_bytes(bar, 128 * 64 * 2 * 2);
    copy(tma.with(bar, uint16_t(3)), tBgB, tBsB);
  }
  wait_barrier(bar, 0);
  cluster_sync();
}

void launch(half_t const* B) {
  auto mB = make_tensor(make_gmem_ptr(B), make_shape(512, 512), make_stride(512, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, mB, Layout<Shape<_128, _64>, Stride<_64, _1>>{}, Shape<_128, _64>{}, Int<2>{});
  kernel<<<dim3(2, 4), 128>>>(tma);
}
