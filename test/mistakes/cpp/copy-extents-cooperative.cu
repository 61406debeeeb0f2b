#include <cute/tensor.hpp>
#include <cute/algorithm/cooperative_copy.hpp>
using namespace cute;
__global__ void load(half_t const* A, half_t const* B) {
  extern __shared__ half_t shared[];
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto tile = Shape<_128, _256, _64>{};
  auto gA = local_tile(mA, tile, make_coord(0, 0, 0), Step<_1, X, _1>{});  //! auto gA = local_tile(mA, tile, make_coord(0, 0, 0), Step<X, _1, _1>{});
  cooperative_copy<128>(threadIdx.x, gA, sA);  // told
}
