// The bound is the threads of the MMA; the launch has those of the producer warp too.
#include <cute/tensor.hpp>
using namespace cute;

constexpr int mma_threads = 128;
constexpr int all_threads = 160;

template <class T>
__global__ void __launch_bounds__(all_threads) kernel(T* p) {  //! __global__ void __launch_bounds__(mma_threads) kernel(T* p) {
  auto gA = make_tensor(make_gmem_ptr(p), Layout<Shape<_160, _4>>{});
  for (int i = 0; i < 4; ++i) gA(threadIdx.x, i) = T(0);
}

void run(float* p) {
  kernel<float><<<1, all_threads>>>(p);  // told
}
