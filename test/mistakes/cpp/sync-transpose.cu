// The tile goes through shared memory, the barrier between is forgotten.
#include <cute/tensor.hpp>
using namespace cute;

template <class TS, class TD, class SL, class SLT, class TL, class TLT>
__global__ void transpose(TS S, TD D, SL sl, SLT slt, TL tl, TLT tlt) {
  __shared__ float smem[cosize_v<SL>];
  Tensor sM = make_tensor(make_smem_ptr(smem), sl);
  Tensor sMT = make_tensor(make_smem_ptr(smem), slt);
  Tensor gS = S(make_coord(_, _), blockIdx.x, blockIdx.y);
  Tensor gD = D(make_coord(_, _), blockIdx.y, blockIdx.x);
  Tensor tSgS = local_partition(gS, tl, threadIdx.x);
  Tensor tSsS = local_partition(sM, tl, threadIdx.x);
  Tensor tDgD = local_partition(gD, tlt, threadIdx.x);
  Tensor tDsD = local_partition(sMT, tlt, threadIdx.x);
  copy(tSgS, tSsS);
  __syncthreads();  //! (nothing)
  copy(tDsD, tDgD);  // told
}

void run(float const* in, float* out, int m, int n) {
  Tensor S = tiled_divide(make_tensor(make_gmem_ptr(in), make_shape(m, n), make_stride(n, Int<1>{})), Shape<_32, _32>{});
  Tensor D = tiled_divide(make_tensor(make_gmem_ptr(out), make_shape(n, m), make_stride(m, Int<1>{})), Shape<_32, _32>{});
  auto sl = Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{};
  auto slt = Layout<Shape<_32, _32>, Stride<_1, Int<33>>>{};
  auto tl = Layout<Shape<_8, _32>, Stride<_32, _1>>{};
  transpose<<<dim3(m / 32, n / 32), 256>>>(S, D, sl, slt, tl, tl);
}
