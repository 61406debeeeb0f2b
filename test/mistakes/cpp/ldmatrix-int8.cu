#include <cute/tensor.hpp>
using namespace cute;
template <int kN, int kD>
struct KV {
  using Atom = decltype(composition(Swizzle<2, 4, 3>{}, Layout<Shape<_8, Int<kD>>, Stride<Int<kD>, _1>>{}));
  using Smem = decltype(tile_to_shape(Atom{}, Shape<Int<kN>, Int<kD>>{}));
  using SmemT = decltype(composition(Smem{}, make_layout(Shape<Int<kD>, Int<kN>>{}, GenRowMajor{})));
};
__global__ void attn() {
  using C = KV<64, 64>;
  __shared__ int8_t v[cosize_v<C::Smem>];
  auto mma = make_tiled_mma(SM80_16x8x32_S32S8S8S32_TN{}, Layout<Shape<_4, _1, _1>>{}, Tile<_64, _16, _32>{});
  Tensor sV = make_tensor(make_smem_ptr(v), C::Smem{});  //! Tensor sV = make_tensor(make_smem_ptr(v), C::SmemT{});
  auto copy_v = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, int8_t>{}, mma);  //! auto copy_v = make_tiled_copy_B(Copy_Atom<SM75_U16x4_LDSM_T, int8_t>{}, mma);
  auto thr_v = copy_v.get_thread_slice(threadIdx.x);
  auto thr = mma.get_thread_slice(threadIdx.x);
  Tensor tOrV = thr.partition_fragment_B(sV);
  Tensor tOsV = thr_v.partition_S(sV);
  Tensor tOrVc = thr_v.retile_D(tOrV);
  cute::copy(copy_v, tOsV(_, _, 0), tOrVc(_, _, 0));  // told
}
