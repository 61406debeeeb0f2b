// The atom of the store to shared memory counts in elements that stmatrix has no room for.
#include <cute/tensor.hpp>
using namespace cute;

using Mma = decltype(make_tiled_mma(SM90_64x64x16_F32BF16BF16_SS<GMMA::Major::K, GMMA::Major::K>{}));

template <class Values, class Tile>
__device__ void save(Values const& values, Tile const& tile) {
  auto store = make_tiled_copy_C(
      Copy_Atom<SM90_U32x4_STSM_N, bfloat16_t>{},  //! Copy_Atom<SM90_U32x4_STSM_N, double>{},
      Mma{});
  auto mine = store.get_slice(threadIdx.x);
  copy(store, mine.retile_S(values), mine.partition_D(tile));
}

__global__ void kernel() {
  __shared__ alignas(128) bfloat16_t buffer[64 * 64];
  auto tile = make_tensor(make_smem_ptr(buffer), tile_to_shape(GMMA::Layout_K_SW128_Atom<bfloat16_t>{}, Shape<_64, _64>{}));
  auto sums = partition_fragment_C(Mma{}, Shape<_64, _64>{});
  auto values = make_tensor<bfloat16_t>(sums.layout());
  save(values, tile);
}

int main() { kernel<<<1, 128>>>(); }
