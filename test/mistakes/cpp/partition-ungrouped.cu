// Hopper: load a tile by TMA, scale it, store it by TMA.
#include <cute/tensor.hpp>
#include <cute/arch/copy_sm90_tma.hpp>
#include <cutlass/arch/barrier.h>
#include <cutlass/util/device_memory.h>

namespace demo {
using namespace cute;

constexpr int kTileM = 64;
constexpr int kTileN = 128;
constexpr int kStages = 4;
constexpr int kThreads = 128;

using T = cutlass::bfloat16_t;
using SmemLayout = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<T>{}, Shape<Int<kTileM>, Int<kTileN>, Int<kStages>>{}));

struct alignas(1024) SharedStorage {
  alignas(1024) cute::array_aligned<T, cosize_v<SmemLayout>, 1024> tile;
  uint64_t full_bar[kStages];
  uint64_t empty_bar[kStages];
};

template <class LoadTma, class StoreTma>
struct KernelParams {
  LoadTma load;
  StoreTma store;
  int rows;
  int cols;
  float alpha;
};

template <class P>
__global__ __launch_bounds__(kThreads) void scale_kernel(CUTE_GRID_CONSTANT P const params) {
  extern __shared__ char raw[];
  SharedStorage &storage = *reinterpret_cast<SharedStorage *>(raw);
  int warp = threadIdx.x / 32;
  bool leader = cute::elect_one_sync();

  auto sX = make_tensor(make_smem_ptr(storage.tile.data()), SmemLayout{});
  auto mX = params.load.get_tma_tensor(make_shape(params.rows, params.cols));
  auto gX = local_tile(mX, Shape<Int<kTileM>, Int<kTileN>>{}, make_coord(blockIdx.x, _));
  auto [tXgX, tXsX] = tma_partition(params.load, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sX), group_modes<0, 2>(gX));

  auto mY = params.store.get_tma_tensor(make_shape(params.rows, params.cols));
  auto gY = local_tile(mY, Shape<Int<kTileM>, Int<kTileN>>{}, make_coord(blockIdx.x, _));
  auto [tYgY, tYsY] = tma_partition(params.store, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sX), group_modes<0, 2>(gY));  //! auto [tYgY, tYsY] = tma_partition(params.store, Int<0>{}, Layout<_1>{}, sX, gY);

  constexpr uint32_t kBytes = kTileM * kTileN * sizeof(T);
  if (warp == 0 && leader) {
    prefetch_tma_descriptor(params.load.get_tma_descriptor());
    for (int i = 0; i < kStages; ++i) {
      initialize_barrier(storage.full_bar[i], 1);
      initialize_barrier(storage.empty_bar[i], kThreads);
    }
    cutlass::arch::fence_barrier_init();
  }
  __syncthreads();

  int tiles = size<2>(gX);
  if (warp == 0 && leader) {
    for (int i = 0; i < kStages && i < tiles; ++i) {
      set_barrier_transaction_bytes(storage.full_bar[i], kBytes);
      copy(params.load.with(storage.full_bar[i]), tXgX(_, i), tXsX(_, i));
    }
  }
  int phase = 0;
  for (int t = 0; t < tiles; ++t) {
    int stage = t % kStages;
    wait_barrier(storage.full_bar[stage], phase);
    auto mine = local_partition(sX(_, _, stage), Layout<Shape<_8, _16>, Stride<_16, _1>>{}, threadIdx.x);
    for (int i = 0; i < size(mine); ++i) {
      mine(i) = T(float(mine(i)) * params.alpha);
    }
    tma_store_fence();
    __syncthreads();
    if (warp == 0 && leader) {
      copy(params.store, tYsY(_, stage), tYgY(_, t));
      tma_store_arrive();
      tma_store_wait<0>();
    }
    arrive_barrier(storage.empty_bar[stage]);
    if (stage == kStages - 1) phase ^= 1;
  }
}

void scale(int rows, int cols, float alpha) {
  cutlass::DeviceAllocation<T> x(rows * cols);
  cutlass::DeviceAllocation<T> y(rows * cols);
  auto mX = make_tensor(make_gmem_ptr(x.get()), make_shape(rows, cols), make_stride(cols, Int<1>{}));
  auto mY = make_tensor(make_gmem_ptr(y.get()), make_shape(rows, cols), make_stride(cols, Int<1>{}));
  auto load = make_tma_atom(SM90_TMA_LOAD{}, mX, SmemLayout{}(_, _, 0), Shape<Int<kTileM>, Int<kTileN>>{});
  auto store = make_tma_atom(SM90_TMA_STORE{}, mY, SmemLayout{}(_, _, 0), Shape<Int<kTileM>, Int<kTileN>>{});
  KernelParams<decltype(load), decltype(store)> params{load, store, rows, cols, alpha};
  int smem = sizeof(SharedStorage);
  auto kernel = scale_kernel<decltype(params)>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, smem);
  kernel<<<rows / kTileM, kThreads, smem>>>(params);
}
}  // namespace demo
