// Rows of 516 bytes under vectors of 16.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void load(half_t const* A) {
  __shared__ half_t smem[64 * 64];
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(Int<64>{}, Int<64>{}), make_stride(Int<264>{}, _1{}));  //! auto mA = make_tensor(make_gmem_ptr(A), make_shape(Int<64>{}, Int<64>{}), make_stride(Int<258>{}, _1{}));
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                               Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(mA);  // told
  copy(tiled, tAgA, thr.partition_D(sA));
}
