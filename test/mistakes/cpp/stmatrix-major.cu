// stmatrix without .trans writes rows of a tile that is column-major.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void epilogue(half_t* D) {
  __shared__ half_t smem[64 * 64];
  auto sD = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64>, Stride<_64, _1>>{});  //! auto sD = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64>, Stride<_1, _64>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1>>{}, Tile<_64, _16, _16>{});
  auto acc = partition_fragment_C(mma, Shape<_64, _64>{});
  auto out = make_tensor_like<half_t>(acc);
  for (int i = 0; i < size(acc); ++i) out(i) = half_t(acc(i));
  auto store = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto thr = store.get_slice(threadIdx.x);
  copy(store, thr.retile_S(out), thr.partition_D(sD));  // told
  D[threadIdx.x] = smem[threadIdx.x];
}
