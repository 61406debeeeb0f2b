// Bank conflicts, before and after a swizzle: 64 columns of half_t are one 128-byte row of shared memory.
#include <cute/tensor.hpp>

using namespace cute;

// Eight rows of 64 halves. A column of 16-byte chunks falls into the same four banks: an 8-way conflict.
using PlainAtom = Layout<Shape<_8, _64>, Stride<_64, _1>>;

// XORing the row into the chunk index spreads that column over all 32 banks.
using SwizzledAtom = decltype(composition(Swizzle<3, 3, 3>{}, PlainAtom{}));

using PlainTile    = decltype(tile_to_shape(PlainAtom{}, Shape<_128, _64>{}));
using SwizzledTile = decltype(tile_to_shape(SwizzledAtom{}, Shape<_128, _64>{}));

__global__ void transpose_tile(half_t const* in, half_t* out, int ld)
{
  __shared__ alignas(128) half_t smem[cosize_v<SwizzledTile>];

  Tensor gmem = make_tensor(make_gmem_ptr(in), make_shape(Int<128>{}, Int<64>{}), make_stride(ld, Int<1>{}));
  Tensor sPlain = make_tensor(make_smem_ptr(smem), PlainTile{});
  Tensor sSwizzled = make_tensor(make_smem_ptr(smem), SwizzledTile{});

  // One thread's row of eight halves and the column below it.
  Tensor row    = local_tile(sSwizzled, Shape<_1, _8>{}, make_coord(threadIdx.x, 0));
  Tensor column = local_tile(sSwizzled, Shape<_8, _1>{}, make_coord(0, threadIdx.x));
}
