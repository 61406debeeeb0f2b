#include <cute/tensor.hpp>
using namespace cute;
__global__ void rot(float* p) {
  auto frag = make_tensor<float>(Shape<_4, _2, _3>{});
  auto a = frag(_, _, Int<2>{});  //! auto a = frag(_, _, Int<3>{});
  for (int i = 0; i < size(a); ++i) p[i] = a(i);
}
