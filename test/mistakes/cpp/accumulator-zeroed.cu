// wgmma over the tiles of K: the first gemm leaves out what the registers hold, those behind it add.
#include <cute/tensor.hpp>
using namespace cute;

template <class LayoutA, class LayoutB>
__global__ void __launch_bounds__(128) product(float* out, int tiles) {
  extern __shared__ __align__(1024) half_t shared[];
  Tensor sA = make_tensor(make_smem_ptr(shared), LayoutA{});
  Tensor sB = make_tensor(make_smem_ptr(shared + cosize_v<LayoutA>), LayoutB{});
  auto mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto thr = mma.get_slice(threadIdx.x);
  Tensor rA = thr.partition_fragment_A(sA);
  Tensor rB = thr.partition_fragment_B(sB);
  Tensor acc = partition_fragment_C(mma, Shape<_64, _128>{});
  mma.accumulate_ = GMMA::ScaleOut::Zero;
  for (int t = 0; t < tiles; ++t) {
    warpgroup_arrive();
    for (int k = 0; k < size<2>(rA); ++k) {
      gemm(mma, rA(_, _, k), rB(_, _, k), acc);
      mma.accumulate_ = GMMA::ScaleOut::One;  //! mma.accumulate_ = GMMA::ScaleOut::Zero;
    }
    warpgroup_commit_batch();
    warpgroup_wait<0>();
  }
  Tensor gC = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _128>, Stride<_128, _1>>{});
  copy(acc, thr.partition_C(gC));
}

void launch(float* out, int tiles) {
  auto a = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{});
  auto b = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  product<decltype(a), decltype(b)><<<1, 128, 24576>>>(out, tiles);
}
