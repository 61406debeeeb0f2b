// Every third element of modes of 4: the composition steps over the end of a mode.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(int* out) {
  auto layout = make_layout(make_shape(Int<4>{}, Int<6>{}, Int<8>{}), make_stride(Int<2>{}, Int<11>{}, Int<83>{}));
  auto every = composition(layout, Layout<_6, _4>{});  //! auto every = composition(layout, Layout<_6, _3>{});
  out[threadIdx.x] = every(threadIdx.x % 6);
}
