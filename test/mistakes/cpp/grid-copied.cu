// The kernel copies the TMA object out of its parameters and loads with the copy.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;

template <class Tma>
struct Params {
  Tma tmaLoad;
  int rows, cols;
};

struct Storage {
  alignas(128) half_t smem[64 * 64];
  alignas(8) uint64_t bar;
};

template <class Tma>
__global__ void load_kernel(CUTE_GRID_CONSTANT Params<Tma> const params) {
  extern __shared__ __align__(128) uint8_t raw[];
  auto& storage = *reinterpret_cast<Storage*>(raw);
  auto const& tmaLoad = params.tmaLoad;  //! auto tmaLoad = params.tmaLoad;
  Tensor sS = make_tensor(make_smem_ptr(storage.smem), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor mS = tmaLoad.get_tma_tensor(make_shape(params.rows, params.cols));
  Tensor gS = local_tile(mS, Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));
  auto cta = tmaLoad.get_slice(Int<0>{});
  if (threadIdx.x == 0) {
    initialize_barrier(storage.bar, 1);
    cutlass::arch::fence_barrier_init();
    set_barrier_transaction_bytes(storage.bar, 64 * 64 * sizeof(half_t));
    copy(tmaLoad.with(storage.bar), cta.partition_S(gS), cta.partition_D(sS));
  }
  __syncthreads();
  wait_barrier(storage.bar, 0);
}

void run(half_t const* src, int rows, int cols) {
  auto gS = make_tensor(make_gmem_ptr(src), make_shape(rows, cols), make_stride(cols, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, gS, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Params<decltype(tma)> params{tma, rows, cols};
  load_kernel<<<dim3(rows / 64, cols / 64), 128, sizeof(Storage)>>>(params);
}
