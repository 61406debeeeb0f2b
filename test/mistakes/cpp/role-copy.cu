#include <cute/tensor.hpp>
using namespace cute;
template <class Layout0>
__global__ void store(half_t* C, Layout0 rows) {
  extern __shared__ half_t shared[];
  auto sC = make_tensor(make_smem_ptr(shared), rows);
  auto gC = make_tensor(make_gmem_ptr(C), rows);
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tCsC = thr.partition_S(sC);
  auto tCgC = thr.partition_D(gC);
  copy(tiled, tCsC, tCgC);  //! copy(tiled, tCgC, tCsC);
}
