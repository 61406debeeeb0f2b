#include <cute/tensor.hpp>
using namespace cute;
template <class TA, class ASmem, class TiledCopyA>
__global__ void device_gemm(TA const* A, ASmem sA_layout, TiledCopyA copy_a, int M, int K, int ldA) {
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(Int<1>{}, ldA));
  Tensor gA = local_tile(mA, Shape<_128, _8>{}, make_coord(blockIdx.x, _));
  __shared__ TA smemA[cosize_v<ASmem>];
  Tensor sA = make_tensor(make_smem_ptr(smemA), sA_layout);
  ThrCopy thr = copy_a.get_slice(threadIdx.x);
  Tensor tAgA = thr.partition_S(gA);
  Tensor tAsA = thr.partition_D(sA);
  copy(copy_a, tAgA(_, _, _, 0), tAsA(_, _, _, 0));
}
template <class TA>
void gemm_nt(int m, int k, TA const* A, int ldA) {
  auto sA = make_layout(make_shape(Int<128>{}, Int<8>{}, Int<3>{}));
  auto copyA = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, TA>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_8, _1>>{});  //! auto copyA = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, TA>{}, Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{});
  device_gemm<<<m / 128, 128>>>(A, sA, copyA, m, k, ldA);
}
int main() {
  half_t* d = nullptr;
  cudaMalloc(&d, sizeof(half_t) * 5120 * 4096);
  gemm_nt<half_t>(5120, 4096, d, 5120);
}
