// The producers' vector runs across the rows of a column-major matrix.
#include <cute/tensor.hpp>
using namespace cute;

template <class Values>
__device__ void produce(float const* A, float* smem) {
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _32>>{});
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _32>>{});
  auto tiled = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, float>{}, Layout<Shape<_8, _4>>{}, Values{});
  auto thr = tiled.get_slice(threadIdx.x % 32);
  for (int k = 0; k < 4; ++k) {
    if (k % 2 == threadIdx.x / 32) copy(tiled, thr.partition_S(gA), thr.partition_D(sA));  // told
  }
}

__global__ void kernel(float const* A) {
  __shared__ alignas(16) float smem[64 * 32];
  if (threadIdx.x < 64)
    produce<Layout<Shape<_4, _1>>>(A, smem);  //! produce<Layout<Shape<_1, _4>>>(A, smem);
}
