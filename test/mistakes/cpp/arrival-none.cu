// The consumers are to say that a stage is free, and the producer waits for them.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>

using namespace cute;
using Bar = cutlass::arch::ClusterBarrier;

struct Storage {
  float tile[128];
  uint64_t full;
  uint64_t free;
};

__global__ void kernel(float const* in, float* out, int tiles) {
  extern __shared__ char raw[];
  Storage& storage = *reinterpret_cast<Storage*>(raw);
  if (threadIdx.x == 0) {
    Bar::init(&storage.full, 128);
    Bar::init(&storage.free, 128);
  }
  __syncthreads();
  for (int tile = 0; tile < tiles; ++tile) {
    if (threadIdx.x < 128) {
      Bar::wait(&storage.free, (tile & 1) ^ 1);  // told
      storage.tile[threadIdx.x] = in[tile * 128 + threadIdx.x];
      Bar::arrive(&storage.full);
    } else {
      Bar::wait(&storage.full, tile & 1);
      out[tile * 128 + threadIdx.x - 128] = storage.tile[255 - threadIdx.x];
      Bar::arrive(&storage.free);  //! (nothing)
    }
  }
}

void launch(float const* in, float* out) { kernel<<<1, 256, sizeof(Storage)>>>(in, out, 8); }
