#include <cute/tensor.hpp>
using namespace cute;
template <int kBlockM, int kBlockN, int kHeadDim>
struct Traits {
  using TiledMma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_4, _1, _1>>, Tile<_64, _16, _16>>;
  using SmemQ = Layout<Shape<Int<kBlockM>, Int<kHeadDim>>, Stride<Int<kHeadDim>, _1>>;
  using SmemK = Layout<Shape<Int<kBlockN>, Int<kHeadDim>>, Stride<Int<kHeadDim>, _1>>;
};
template <class T, int M, int N, int D>
__global__ void scores() {
  __shared__ half_t q[M * D], kk[N * D];
  typename T::TiledMma mma;
  auto thr = mma.get_thread_slice(threadIdx.x);
  Tensor sQ = make_tensor(make_smem_ptr(q), typename T::SmemQ{});
  Tensor sK = make_tensor(make_smem_ptr(kk), typename T::SmemK{});
  Tensor rQ = thr.partition_fragment_A(sQ);
  Tensor rK = thr.partition_fragment_B(sK);
  Tensor acc = partition_fragment_C(mma, Shape<Int<M>, Int<N>>{});  //! Tensor acc = partition_fragment_C(mma, Shape<Int<M>, Int<D>>{});
  clear(acc);
  #pragma unroll
  for (int k = 0; k < size<2>(rQ); ++k) {
    gemm(mma, rQ(_, _, k), rK(_, _, k), acc);  // told
  }
}
template __global__ void scores<Traits<64, 128, 64>, 64, 128, 64>();
