// The stride comes with the arguments of a template.
#include <cute/tensor.hpp>
using namespace cute;

template <class Stride>
__global__ void load(half_t const* A, Stride dA) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(Int<128>{}, Int<32>{}), dA);
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_4, _1>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(mA);
  auto tArA = make_fragment_like(tAgA);
  copy(tiled, tAgA, tArA);  // told
}

void run(half_t const* A, int ld) {
  load<<<1, 128>>>(A, make_stride(_1{}, ld));  //! load<<<1, 128>>>(A, make_stride(ld, _1{}));
}
