// layout-not-congruent: shape and stride must have the same nesting.
#include <cute/tensor.hpp>

using namespace cute;

void flat_stride_for_nested_shape()
{
  auto shape  = make_shape(make_shape(Int<2>{}, Int<4>{}), Int<8>{});
  auto stride = make_stride(Int<1>{}, Int<8>{});
  auto layout = make_layout(shape, stride);               // ((2,4),8) against (1,8)
}

void one_stride_too_many()
{
  auto layout = make_layout(make_shape(Int<16>{}, Int<32>{}), make_stride(Int<1>{}, Int<16>{}, Int<512>{}));
}
