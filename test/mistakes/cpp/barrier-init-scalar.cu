// The barrier that the matrix instructions arrive at is never initialised.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;

struct Storage {
  alignas(16) uint64_t done;
  alignas(16) uint32_t tmem;
};

__global__ void kernel(int rounds) {
  extern __shared__ char raw[];
  Storage& storage = *reinterpret_cast<Storage*>(raw);
  bool leads = threadIdx.x < 32 && elect_one_sync();
  if (leads) {
    initialize_barrier(storage.done, 1);  //! (nothing)
  }
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    if (leads) {
      cutlass::arch::umma_arrive(&storage.done);  // told
    }
    wait_barrier(storage.done, round & 1);
  }
}

int main() { kernel<<<1, 128, sizeof(Storage)>>>(4); }
