// The contiguous mode's stride is a number of the run.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void load(float const* A, int ld) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(Int<64>{}, Int<64>{}), make_stride(ld, Int<1>{}));  //! auto mA = make_tensor(make_gmem_ptr(A), make_shape(Int<64>{}, Int<64>{}), make_stride(ld, 1));
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_16, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, _4>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(mA);
  auto tArA = make_fragment_like(tAgA);
  if (blockIdx.x > 3) copy(tiled, tAgA, tArA);  // told
}
