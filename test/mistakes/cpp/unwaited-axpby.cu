// The result of wgmma is scaled into global memory behind the loop that computes it.
#include <cute/tensor.hpp>
#include <cute/atom/mma_traits_sm90_gmma.hpp>

using namespace cute;
using Tiles = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64, _2>{}));

__global__ void kernel(float* c) {
  extern __shared__ __align__(1024) half_t smem[];
  auto sA = make_tensor(make_smem_ptr(smem), Tiles{});
  auto sB = make_tensor(make_smem_ptr(smem + 2 * 4096), Tiles{});
  auto gC = make_tensor(make_gmem_ptr(c), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto rA = thr.partition_fragment_A(sA);
  auto rB = thr.partition_fragment_B(sB);
  auto tCgC = thr.partition_C(gC);
  auto acc = thr.make_fragment_C(tCgC);
  clear(acc);
  for (int stage = 0; stage < 2; ++stage) {
    warpgroup_arrive();
    gemm(mma, rA(_, _, _, stage), rB(_, _, _, stage), acc);
    warpgroup_commit_batch();  //! (nothing)
    warpgroup_wait<0>();
  }
  axpby(1.0f, acc, 0.0f, tCgC);  // told
}

void launch(float* c) { kernel<<<1, 128, 4 * 4096 * 2>>>(c); }
