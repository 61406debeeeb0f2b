// Each round waits for the one before; behind the loop nobody has waited for the last.
#include <cute/tensor.hpp>
#include <cute/atom/mma_traits_sm90_gmma.hpp>
using namespace cute;

using Tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64, _4>{}));

__global__ void kernel(float* c) {
  extern __shared__ __align__(1024) half_t smem[];
  auto sA = make_tensor(make_smem_ptr(smem), Tile{});
  auto sB = make_tensor(make_smem_ptr(smem + cosize_v<Tile>), Tile{});
  auto gC = make_tensor(make_gmem_ptr(c), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto rA = thr.partition_fragment_A(sA);
  auto rB = thr.partition_fragment_B(sB);
  auto acc = thr.partition_fragment_C(gC);
  clear(acc);
  for (int k = 0; k < 4; ++k) {
    warpgroup_wait<0>();
    warpgroup_fence_operand(acc);
    warpgroup_arrive();
    gemm(mma, rA(_, _, _, k), rB(_, _, _, k), acc);
    warpgroup_commit_batch();
  }
  warpgroup_wait<0>();  //! (nothing)
  auto tCgC = thr.partition_C(gC);
  for (int i = 0; i < size(acc); ++i) tCgC(i) = acc(i) * 2.f;  // told
}
