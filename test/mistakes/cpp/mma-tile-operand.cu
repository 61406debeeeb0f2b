// Two warpgroups take 128 rows of A, the tile has 64.
#include <cute/tensor.hpp>
using namespace cute;
using Op = SM90_64x128x16_F32BF16BF16_SS<GMMA::Major::K, GMMA::Major::K>;
__global__ void wg() {
  __shared__ alignas(1024) bfloat16_t a[64 * 64], b[128 * 64];
  auto mma = make_tiled_mma(Op{}, Layout<Shape<_1, _1, _1>>{});  //! auto mma = make_tiled_mma(Op{}, Layout<Shape<_2, _1, _1>>{});
  auto sA = make_tensor(make_smem_ptr(a), tile_to_shape(GMMA::Layout_K_SW128_Atom<bfloat16_t>{}, Shape<_64, _64>{}));
  auto sB = make_tensor(make_smem_ptr(b), tile_to_shape(GMMA::Layout_K_SW128_Atom<bfloat16_t>{}, Shape<_128, _64>{}));
  auto thr = mma.get_slice(threadIdx.x);
  auto rA = thr.make_fragment_A(thr.partition_A(sA));  // told
  auto rB = thr.make_fragment_B(thr.partition_B(sB));
  auto acc = partition_fragment_C(mma, Shape<_64, _128>{});
  warpgroup_arrive();
  gemm(mma, rA, rB, acc);
  warpgroup_commit_batch();
  warpgroup_wait<0>();
}
