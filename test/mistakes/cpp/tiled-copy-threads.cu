// 32 values for each thread and an atom that moves 4 of 12: not a whole number of times.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, float* out) {
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_96, _16>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_8, _16>>{}, Layout<_12>{});  //! auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_8, _16>>{}, Layout<_6>{});
  auto tAgA = tiled.get_slice(threadIdx.x).partition_S(gA);
  auto tArA = make_fragment_like(tAgA);
  copy(tiled, tAgA, tArA);
  out[threadIdx.x] = tArA(0);
}
