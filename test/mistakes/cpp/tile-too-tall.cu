// 256 threads copy rows of a tile that has 16.
#include <cute/tensor.hpp>
using namespace cute;

template <int Rows>
__global__ void store(float* C) {
  __shared__ float smem[Rows * 64];
  auto sC = make_tensor(make_smem_ptr(smem), make_layout(make_shape(Int<Rows>{}, Int<64>{}), LayoutRight{}));
  auto gC = make_tensor(make_gmem_ptr(C), make_layout(make_shape(Int<Rows>{}, Int<64>{}), LayoutRight{}));
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_32, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto src = thr.partition_S(sC);  // told
  copy(tiled, src, thr.partition_D(gC));
}

void run(float* C) {
  store<64><<<1, 256>>>(C);  //! store<16><<<1, 256>>>(C);
}
