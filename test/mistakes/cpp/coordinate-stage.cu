// The last stage is one further than the last.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A) {
  extern __shared__ float smem[];
  constexpr int stages = 4;
  auto sA = make_tensor(make_smem_ptr(smem), make_shape(Int<64>{}, Int<16>{}, Int<stages>{}));
  auto gA = make_tensor(make_gmem_ptr(A), make_shape(Int<64>{}, Int<16>{}));
  auto last = sA(_, _, stages - 1);  //! auto last = sA(_, _, stages);
  copy(gA, last);
}
