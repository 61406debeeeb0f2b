// Without an atom C++ writes as many elements as the destination has.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void epilogue(float* C) {
  auto mC = make_tensor(make_gmem_ptr(C), make_shape(Int<256>{}, Int<256>{}), GenRowMajor{});
  auto gC = local_tile(mC, make_shape(Int<64>{}, Int<64>{}), make_coord(blockIdx.x, blockIdx.y));
  auto tCgC = local_partition(gC, Layout<Shape<_16, _16>>{}, threadIdx.x);
  auto tCrC = make_tensor<float>(Shape<_4, _4>{});  //! auto tCrC = make_tensor<float>(Shape<_4, _2>{});
  clear(tCrC);
  copy(tCrC, tCgC);  // told
}
