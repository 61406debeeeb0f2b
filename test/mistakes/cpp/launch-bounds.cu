// The thread layout was doubled, the kernel still promises blocks of 256.
#include <cute/tensor.hpp>
using namespace cute;

template <class ThreadLayout>
__global__ static void __launch_bounds__(256, 1) scale(float* p, ThreadLayout threads) {
  auto gA = make_tensor(make_gmem_ptr(p), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  auto mine = local_partition(gA, threads, threadIdx.x);
  for (int i = 0; i < size(mine); ++i) mine(i) *= 2.0f;
}

template <class T>
void run(T* p) {
  auto threads = make_layout(make_shape(Int<4>{}, Int<64>{}), LayoutRight{});  //! auto threads = make_layout(make_shape(Int<8>{}, Int<64>{}), LayoutRight{});
  dim3 grid(1);
  dim3 block(size(threads));  // told
  scale<<<grid, block>>>(p, threads);
}

int main() { run<float>(nullptr); }
