#include <cute/tensor.hpp>
using namespace cute;
template <class TA, class TB, class LA, class LB, class TiledMma>
__global__ void tile(TA const* A, TB const* B, LA la, LB lb, TiledMma mma, float* out) {
  alignas(1024) extern __shared__ char memory[];
  auto sA = make_tensor(make_smem_ptr(reinterpret_cast<TA*>(memory)), la);
  auto sB = make_tensor(make_smem_ptr(reinterpret_cast<TB*>(memory) + cosize(la)), lb);
  auto thr = mma.get_thread_slice(threadIdx.x);
  auto rA = thr.make_fragment_A(thr.partition_A(sA));
  auto rB = thr.make_fragment_B(thr.partition_B(sB));
  auto acc = partition_fragment_C(mma, Shape<_128, _64>{});
  clear(acc);
  warpgroup_arrive();
  gemm(mma, rA, rB, acc);
  warpgroup_commit_batch();
  warpgroup_wait<0>();
  out[threadIdx.x] = acc(0);
}
void launch(half_t const* a, half_t const* b, float* out) {
  auto la = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto lb = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{});
  TiledMMA mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}, Layout<Shape<_2, _1, _1>>{});  //! TiledMMA mma = make_tiled_mma(SM90_64x64x16_F32BF16BF16_SS<GMMA::Major::K, GMMA::Major::K>{}, Layout<Shape<_2, _1, _1>>{});
  auto* kernel = &tile<half_t, half_t, decltype(la), decltype(lb), decltype(mma)>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 24 * 1024);
  kernel<<<1, 256, 24 * 1024>>>(a, b, la, lb, mma, out);
}
