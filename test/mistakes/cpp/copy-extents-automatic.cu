#include <cute/tensor.hpp>
using namespace cute;
__global__ void epilogue(half_t* out) {
  __shared__ alignas(128) half_t buffer[128 * 64];
  auto sO = make_tensor(make_smem_ptr(buffer), Layout<Shape<_128, _64>, Stride<_64, _1>>{});  //! auto sO = make_tensor(make_smem_ptr(buffer), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto gO = make_tensor(make_gmem_ptr(out), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, half_t>{},
                               Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto rO = make_fragment_like(thr.partition_D(gO));
  copy(tiled, thr.partition_S(sO), rO);  // told
  copy(tiled, rO, thr.partition_D(gO));
}
