// The constant is right, and so is its double on the other side: what is told stands where it is used.
#include <cute/tensor.hpp>
#include <cute/arch/copy_sm90_tma.hpp>
#include <cute/arch/cluster_sm90.hpp>
using namespace cute;

using Tile64 = Layout<Shape<_64, _64>, Stride<_64, _1>>;
constexpr int kBytes = 64 * 64 * 2;

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, bool both, half_t* out) {
  __shared__ alignas(128) half_t a[64 * 64];
  __shared__ alignas(128) half_t b[64 * 64];
  __shared__ uint64_t bar;
  auto thr = tma.get_slice(0);
  auto gX = local_tile(tma.get_tma_tensor(Shape<_128, _64>{}), Shape<_64, _64>{}, make_coord(_, 0));
  auto tX = thr.partition_S(gX);
  auto tA = thr.partition_D(make_tensor(make_smem_ptr(a), Tile64{}));
  auto tB = thr.partition_D(make_tensor(make_smem_ptr(b), Tile64{}));
  if (threadIdx.x == 0) {
    initialize_barrier(bar, 1);
    if (both) {
      set_barrier_transaction_bytes(bar, 2 * kBytes);  //! set_barrier_transaction_bytes(bar, kBytes);
      copy(tma.with(bar), tX(_, _, _, 0), tA);
      copy(tma.with(bar), tX(_, _, _, 1), tB);
    } else {
      set_barrier_transaction_bytes(bar, 1 * kBytes);
      copy(tma.with(bar), tX(_, _, _, 0), tA);
    }
  }
  __syncthreads();
  wait_barrier(bar, 0);
  out[threadIdx.x] = a[threadIdx.x];
}

void run(half_t* x, half_t* out) {
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(x), Layout<Shape<_128, _64>, Stride<_64, _1>>{}), Tile64{});
  kernel<<<1, 128>>>(tma, true, out);
}
