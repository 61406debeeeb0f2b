// The barrier expects half of what the instruction's struct brings.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t const* A) {
  __shared__ alignas(16) half_t buffer[1024];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    initialize_barrier(bar, 1);
    set_barrier_transaction_bytes(bar, 2048);  //! set_barrier_transaction_bytes(bar, 1024);
    SM90_BULK_COPY_G2S::copy(A, &bar, buffer, 2048);
  }
  __syncthreads();
  wait_barrier(bar, 0);
}

void launch(half_t const* A) { kernel<<<1, 128>>>(A); }
