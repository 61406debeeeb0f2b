#include <cute/tensor.hpp>
using namespace cute;
__global__ void wg2() {
  __shared__ alignas(1024) half_t a[64 * 64], b[64 * 64];
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::MN>{});  //! auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto sA = make_tensor(make_smem_ptr(a), GMMA::Layout_K_SW128_Atom<half_t>{});
  auto sA2 = make_tensor(make_smem_ptr(a), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
  auto sB = make_tensor(make_smem_ptr(b), tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
  auto thr = mma.get_slice(threadIdx.x);
  auto rA = thr.make_fragment_A(thr.partition_A(sA2));
  auto rB = thr.make_fragment_B(thr.partition_B(sB));  // told
  auto acc = partition_fragment_C(mma, Shape<_64, _64>{});
  gemm(mma, rA, rB, acc);
}
