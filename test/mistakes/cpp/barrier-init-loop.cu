// Nine tiles, a barrier each; the loop that initialises them is one short.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>

using namespace cute;
using Barrier = cutlass::arch::ClusterTransactionBarrier;

constexpr int Tiles = 9;

struct Plan {
  alignas(1024) float tile[Tiles * 256];
  Barrier full[Tiles];
};

__device__ void expect(Barrier* full, int tile, int bytes) { full[tile].arrive_and_expect_tx(bytes); }

__global__ void kernel(float* out) {
  extern __shared__ char raw[];
  Plan& plan = *reinterpret_cast<Plan*>(raw);
  Barrier* full = plan.full;
  if (threadIdx.x == 0) {
    for (int i = 0; i < Tiles; ++i) {  //! for (int i = 0; i < Tiles - 1; ++i) {
      full[i].init(1);
    }
    cutlass::arch::fence_barrier_init();
  }
  __syncthreads();
  for (int i = 0; i < Tiles; ++i) {
    if (threadIdx.x == 0) expect(full, i, 0);
    full[i].wait(0);
    out[i * 256 + threadIdx.x] = plan.tile[i * 256 + threadIdx.x];
  }
}

void launch(float* out) { kernel<<<1, 256, sizeof(Plan)>>>(out); }
