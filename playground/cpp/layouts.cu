// Layouts, one idea a line: put the cursor on a name and watch the preview.
#include <cute/tensor.hpp>

using namespace cute;

// The same six words build every other layout in this folder.
void first_steps()
{
  auto column = make_layout(make_shape(Int<4>{}, Int<8>{}));                       // column-major by default
  auto row    = make_layout(make_shape(Int<4>{}, Int<8>{}), LayoutRight{});        // row-major
  auto padded = make_layout(make_shape(Int<4>{}, Int<8>{}), make_stride(Int<9>{}, Int<1>{}));

  auto tile    = make_shape(Int<2>{}, Int<4>{});
  auto divided = logical_divide(row, tile);     // each mode: (in the tile, which tile)
  auto zipped  = zipped_divide(row, tile);      // ((TILE_M,TILE_N),(m,n))
  auto merged  = coalesce(row);

  auto rest    = complement(Layout<_4, _2>{}, Int<24>{});
  auto picked  = composition(row, make_layout(Int<8>{}, Int<4>{}));
  auto block   = blocked_product(make_layout(tile), make_layout(make_shape(Int<2>{}, Int<2>{})));
  auto raked   = raked_product(make_layout(tile), make_layout(make_shape(Int<2>{}, Int<2>{})));
  auto inverse = right_inverse(row);
}

// A hierarchical layout: 8 x 8 blocks inside a 16 x 32 tile.
using Block = Layout<Shape<_8, _8>, Stride<_8, _1>>;
using Tile  = decltype(tile_to_shape(Block{}, Shape<_16, _32>{}));

// The size is a parameter of the template; the two callers below bind it.
template <int N>
void transposed(float* data)
{
  auto shape = make_shape(Int<N>{}, Int<N + 1>{});
  Tensor t = make_tensor(make_smem_ptr(data), make_layout(shape, LayoutRight{}));   // (N,N+1)
  Tensor strips = zipped_divide(t, make_shape(Int<4>{}, Int<1>{}));                 // ((4,1),(N/4,N+1))
}

void callers(float* data)
{
  transposed<16>(data);
  transposed<32>(data);
}
