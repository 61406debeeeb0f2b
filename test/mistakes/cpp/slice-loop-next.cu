// The fragment of the next K block, also in the last round.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, float* out) {
  __shared__ float smem[128 * 8];
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_128, _8>>{});
  auto mma = make_tiled_mma(UniversalFMA<float, float, float>{}, Layout<Shape<_16, _16, _1>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto tCsA = thr.partition_A(sA);
  auto tCrA = thr.make_fragment_A(tCsA);
  auto blocks = size<2>(tCrA);
  copy(tCsA(_, _, 0), tCrA(_, _, 0));
  CUTE_UNROLL
  for (int k = 0; k < blocks; ++k) {
    int next = (k + 1) % blocks;  //! int next = k + 1;
    copy(tCsA(_, _, next), tCrA(_, _, next));  // told
  }
  out[threadIdx.x] = tCrA(0, 0, 0);
}

void launch(float const* A, float* out) { kernel<<<1, 256>>>(A, out); }
