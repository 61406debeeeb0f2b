// The prologue of a double buffer copies both K blocks to registers of one.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void prologue(float* out) {
  __shared__ float smem[64 * 16];
  auto sB = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _16>, Stride<_1, _64>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_16, _4>>{}, Layout<Shape<_4, _1>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tsB = thr.partition_S(sB);
  auto trB = make_fragment_like(tsB(_, _, 0));
  if (threadIdx.x < 64) {
    copy(tiled, tsB(_, _, 0), trB);  //! copy(tiled, tsB(_, _, 0), trB(_, 0));
  }
  out[threadIdx.x] = trB(0);
}
