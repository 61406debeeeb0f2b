// The struct of parameters holds a TMA atom and is an ordinary parameter.
#include <cute/tensor.hpp>
using namespace cute;

template <class TmaA, class TmaB>
struct Params {
  TmaA a;
  TmaB b;
  int k;
};

template <class P>
__global__ void kernel(__grid_constant__ P const params) {  //! __global__ void kernel(P const params) {
  auto mA = params.a.get_tma_tensor(make_shape(512, 1024));
}

void launch(half_t* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Params<decltype(tma), decltype(tma)> params{tma, tma, 1024};
  kernel<<<8, 128>>>(params);
}
