// The predicate guards rows; it is made for the whole tile instead of for the thread's part.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void guarded(float const* A, float* B, int m) {
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(B), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(gA);
  auto tBgB = thr.partition_D(gB);
  auto cA = thr.partition_S(make_identity_tensor(shape(gA)));
  auto pred = make_tensor<bool>(make_shape(size<1>(tAgA), size<2>(tAgA)));  //! auto pred = make_tensor<bool>(make_shape(size<1>(tAgA), size<2>(tAgA), _2{}, _2{}));
  for (int i = 0; i < size(pred); ++i) pred(i) = get<0>(cA(0, i, 0)) < m;
  copy_if(tiled, pred, tAgA, tBgB);  // told
}
