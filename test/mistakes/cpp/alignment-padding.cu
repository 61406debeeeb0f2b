// The padding of the shared tile is no multiple of the vector.
#include <cute/tensor.hpp>
using namespace cute;

using Padded = Layout<Shape<_32, _64>, Stride<Int<72>, _1>>;  //! using Padded = Layout<Shape<_32, _64>, Stride<Int<65>, _1>>;

__global__ void kernel(bfloat16_t* out) {
  __shared__ bfloat16_t smem[cosize_v<Padded>];
  auto sC = make_tensor(make_smem_ptr(smem), Padded{});
  auto gC = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, bfloat16_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tCsC = thr.partition_S(sC);  // told
  copy(tiled, tCsC, thr.partition_D(gC));
}
