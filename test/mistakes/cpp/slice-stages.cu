// The third of two stages.
#include <cute/tensor.hpp>
using namespace cute;

using Smem = decltype(tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_64, _32, _2>{}));

__global__ void kernel(half_t* out) {
  extern __shared__ half_t raw[];
  auto sA = make_tensor(make_smem_ptr(raw), Smem{});
  auto next = sA(_, _, Int<1>{});  //! auto next = sA(_, _, Int<2>{});
  out[threadIdx.x] = next(threadIdx.x);
}
