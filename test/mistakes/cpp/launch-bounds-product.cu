// The producer warp came later; the kernel still promises eight warps.
#include <cute/tensor.hpp>
using namespace cute;

template <class T>
__global__ void __launch_bounds__(9 * 32) kernel(T* p) {  //! __global__ void __launch_bounds__(8 * 32) kernel(T* p) {
  auto gA = make_tensor(make_gmem_ptr(p), Layout<Shape<Int<288>, _4>>{});
  for (int i = 0; i < 4; ++i) gA(threadIdx.x, i) = T(0);
}

void run(float* p) {
  dim3 block(9 * 32);  // told
  kernel<float><<<1, block>>>(p);
}
