// ldmatrix.trans moves values of 16 bits, the tile holds floats.
#include <cute/tensor.hpp>
using namespace cute;

using Element = half_t;  //! using Element = double;

__global__ void kernel(double* C) {
  __shared__ Element smem[64 * 64];
  auto sB = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<SM75_U32x1_LDSM_N, Element>{}, Layout<Shape<_8, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _2>>{});  // told
  auto src = tiled.get_slice(threadIdx.x).partition_S(sB);
  C[threadIdx.x] = double(src(0));
}
