// divide-not-exact: a tile that does not divide the shape; the last tile hangs over the edge.
#include <cute/tensor.hpp>

using namespace cute;

void ragged_tiles()
{
  auto matrix = make_layout(make_shape(Int<100>{}, Int<64>{}));
  auto tiles  = zipped_divide(matrix, make_shape(Int<48>{}, Int<64>{}));   // 100 is not a multiple of 48
}

void stride_does_not_divide()
{
  auto row  = make_layout(make_shape(Int<6>{}, Int<4>{}), LayoutRight{});
  auto some = composition(row, make_layout(Int<4>{}, Int<4>{}));           // 4 does not divide 6: every 4th element is no layout
}
