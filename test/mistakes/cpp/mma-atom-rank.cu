// The class TiledMMA wants three modes of its atoms; make_tiled_mma alone fills them up.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t const* a) {
  using Mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_4, _1, _1>>>;  //! using Mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_4, _1>>>;
  Tensor gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Mma mma;
  auto tArA = mma.get_slice(threadIdx.x).partition_fragment_A(gA);
}
