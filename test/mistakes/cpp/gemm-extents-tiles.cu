#include <cute/tensor.hpp>
using namespace cute;
__global__ void sgemm(float const* A, float const* B, float* C) {
  auto bM = Int<128>{}; auto bN = Int<128>{}; auto bK = Int<8>{};
  __shared__ float as[128 * 8], bs[128 * 16];
  Tensor sA = make_tensor(make_smem_ptr(as), make_layout(make_shape(bM, bK)));
  Tensor sB = make_tensor(make_smem_ptr(bs), make_layout(make_shape(bN, bK)));  //! Tensor sB = make_tensor(make_smem_ptr(bs), make_layout(make_shape(bN, Int<16>{})));
  Tensor gC = make_tensor(make_gmem_ptr(C), make_shape(bM, bN), make_stride(bN, _1{}));
  TiledMMA mma = make_tiled_mma(UniversalFMA<float, float, float>{}, Layout<Shape<_16, _16, _1>>{});
  ThrMMA thr = mma.get_slice(threadIdx.x);
  Tensor tCsA = thr.partition_A(sA);
  Tensor tCsB = thr.partition_B(sB);
  Tensor tCgC = thr.partition_C(gC);
  Tensor tCrC = thr.make_fragment_C(tCgC);
  clear(tCrC);
  __syncthreads();
  gemm(mma, tCsA, tCsB, tCrC);  // told
  axpby(1.f, tCrC, 0.f, tCgC);
}
