// Only one configuration has the barrier.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;

template <bool Stateful>
__global__ void kernel() {
  __shared__ uint64_t bar;
  if constexpr (Stateful) {
    if (threadIdx.x == 0) {
      initialize_barrier(bar, 1);  //! initialize_barrier(bar, 2);
    }
    __syncthreads();
    if (threadIdx.x == 0) arrive_barrier(bar);
    wait_barrier(bar, 0);
  }
}

void launch(bool stateful) {
  if (stateful)
    kernel<true><<<1, 128>>>();
  else
    kernel<false><<<1, 128>>>();
}
