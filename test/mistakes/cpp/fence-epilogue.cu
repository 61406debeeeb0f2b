// The accumulators are written with stmatrix and stored by TMA; a barrier of threads is no fence of proxies.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  __shared__ alignas(128) half_t smem[64 * 64];
  auto sD = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1>>{}, Tile<_64, _16, _16>{});
  auto acc = partition_fragment_C(mma, Shape<_64, _64>{});
  clear(acc);
  auto half = make_tensor_like<half_t>(acc);
  for (int i = 0; i < size(acc); ++i) half(i) = half_t(acc(i));
  auto r2s = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto thr = r2s.get_slice(threadIdx.x);
  copy(r2s, thr.retile_S(half), thr.partition_D(sD));
  cutlass::arch::fence_view_async_shared();  //! (nothing)
  __syncthreads();
  auto gD = local_tile(tma.get_tma_tensor(make_shape(512, 512)), Shape<_64, _64>{}, make_coord(blockIdx.x, 0));
  auto [tDgD, tDsD] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sD), group_modes<0, 2>(gD));
  if (threadIdx.x / 32 == 0 && elect_one_sync()) {
    copy(tma, tDsD, tDgD);  // told
    tma_store_arrive();
    tma_store_wait<0>();
  }
}

void launch(half_t* D) {
  auto mD = make_tensor(make_gmem_ptr(D), make_shape(512, 512), make_stride(512, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_STORE{}, mD, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  kernel<<<8, 128>>>(tma);
}
