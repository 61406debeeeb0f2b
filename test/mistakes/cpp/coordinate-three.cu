#include <cute/tensor.hpp>
using namespace cute;
template <class Shape_MNK>
__global__ void t(Shape_MNK p, float const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), select<0, 2>(p), make_stride(_1{}, get<0>(p)));
  auto tiler = make_shape(Int<128>{}, Int<128>{}, Int<8>{});
  auto coord = make_coord(blockIdx.x, blockIdx.y, _);
  auto gA = local_tile(mA, tiler, coord, Step<_1, X, _1>{});  //! auto gA = local_tile(mA, tiler, coord);
}
void h(float* a, int m, int n, int k) { t<<<1, 1>>>(make_shape(m, n, k), a); }
