// The copy's tile is 64 columns wide, the tensor 32.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void load(half_t const* A) {
  __shared__ half_t smem[128 * 32];
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _32>, Stride<_32, _1>>{});
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_128, _32>, Stride<_32, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{},
                               Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});  //! Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(gA);  // told
  copy(tiled, tAgA, thr.partition_D(sA));
}
