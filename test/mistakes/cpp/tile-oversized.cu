// 256 threads of 8 values for a tile of 32 columns.
#include <cute/tensor.hpp>
using namespace cute;

template <class Threads>
__global__ void kernel(half_t const* A) {
  __shared__ alignas(16) half_t smem[32 * 32];
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{}, Threads{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(gA), thr.partition_D(sA));  // told
}

void launch(half_t const* A) {
  kernel<Layout<Shape<_32, _4>, Stride<_4, _1>>><<<1, 128>>>(A);  //! kernel<Layout<Shape<_32, _8>, Stride<_8, _1>>><<<1, 256>>>(A);
}
