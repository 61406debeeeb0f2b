#include <cute/tensor.hpp>
using namespace cute;
__global__ void tr(float const* in) {
  extern __shared__ float sm[];
  auto s = make_tensor(make_smem_ptr(sm), Layout<Shape<_64, Int<65>>>{});
  auto g = make_tensor(make_gmem_ptr(in), Shape<_64, _64>{}, Stride<_64, _1>{});
  for (int i = threadIdx.x; i < size(g); i += blockDim.x) s(i % 64, i / 64) = g(i);
}
void launch(float const* x) {
  tr<<<1, 256, 64 * 65 * sizeof(float)>>>(x);  //! tr<<<1, 256>>>(x);
}
