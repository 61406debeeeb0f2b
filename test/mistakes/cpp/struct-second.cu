// The first tile's bytes are no multiple of 128: the second one begins between.
#include <cute/tensor.hpp>
using namespace cute;

using LayoutA = Layout<Shape<Int<36>, Int<40>>, Stride<Int<40>, _1>>;
using LayoutB = Layout<Shape<_32, Int<40>>, Stride<Int<40>, _1>>;
template <class T>
struct SharedStorage {
  alignas(128) array_aligned<T, cosize_v<LayoutA>> smem_A;
  alignas(128) cute::array<T, cosize_v<LayoutB>> smem_B;  //! cute::array<T, cosize_v<LayoutB>> smem_B;
  uint64_t bar;
};

template <class T, class TmaB>
__global__ void kernel(CUTE_GRID_CONSTANT TmaB const tma_b) {
  extern __shared__ char raw[];
  using Storage = SharedStorage<T>;
  Storage& storage = *reinterpret_cast<Storage*>(raw);
  auto sB = make_tensor(make_smem_ptr(storage.smem_B.data()), LayoutB{});
  auto gB = local_tile(tma_b.get_tma_tensor(make_shape(320, 400)), Shape<_32, Int<40>>{}, make_coord(blockIdx.x, 0));
  auto [tBgB, tBsB] = tma_partition(tma_b, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sB), group_modes<0, 2>(gB));
  if (threadIdx.x == 0) initialize_barrier(storage.bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    set_barrier_transaction_bytes(storage.bar, sizeof(T) * size(LayoutB{}));
    copy(tma_b.with(storage.bar), tBgB, tBsB);
  }
  wait_barrier(storage.bar, 0);
}

void launch(half_t const* B) {
  auto mB = make_tensor(make_gmem_ptr(B), make_shape(320, 400), make_stride(400, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mB, LayoutB{});
  kernel<half_t><<<10, 128, sizeof(SharedStorage<half_t>)>>>(tma);
}
