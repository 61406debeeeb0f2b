// The same below a branch of the run.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* A) {
  __shared__ half_t smem[1024];
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    auto s = make_tensor(make_smem_ptr(smem), make_shape(_32{}, _32{}), make_stride(_32{}, _1{}));  //! auto s = make_tensor(make_smem_ptr(smem), make_shape(_32{}, _32{}), make_stride(make_stride(_32{}, _1{}), _1{}));
    s(0, 0) = A[0];
  }
}
