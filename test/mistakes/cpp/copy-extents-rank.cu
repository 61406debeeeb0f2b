// A stage of a pipeline is chosen on the side of shared memory; on that of global memory the K tile is forgotten.
#include <cute/tensor.hpp>
using namespace cute;

template <class Copy>
__device__ void fill(Copy copy_a, float const* A, float* smem, int k_tile, int stage) {
  auto gA = make_tensor(make_gmem_ptr(A), make_layout(make_shape(_128{}, _8{}, 16), make_stride(_1{}, 128, 1024)));
  auto sA = make_tensor(make_smem_ptr(smem), make_layout(make_shape(_128{}, _8{}, _3{})));
  auto thr = copy_a.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(gA);
  auto tAsA = thr.partition_D(sA);
  copy(copy_a, tAgA(_, _, _, k_tile), tAsA(_, _, _, stage));  //! copy(copy_a, tAgA, tAsA(_, _, _, stage));
}

__global__ void kernel(float const* A, int n) {
  __shared__ float smem[128 * 8 * 3];
  auto copy_a = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{});
  for (int k = 0; k < n; ++k) fill(copy_a, A, smem, k, k % 3);
}

void run(float const* A, int n) { kernel<<<1, 256>>>(A, n); }
