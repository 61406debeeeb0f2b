// One warp loads the next tile while two warpgroups work on this one; each side counts all that take part.
#include <cutlass/arch/barrier.h>

using cutlass::arch::NamedBarrier;

enum Barriers : uint32_t { TileFull = 0, TileFree = 1 };

__global__ void kernel(float const* in, float* out, int tiles) {
  __shared__ float tile[256];
  if (threadIdx.x < 32) {
    for (int t = 0; t < tiles; ++t) {
      NamedBarrier::sync(288, Barriers::TileFree);
      for (int i = threadIdx.x; i < 256; i += 32) tile[i] = in[t * 256 + i];
      NamedBarrier::arrive(288, Barriers::TileFull);  //! NamedBarrier::arrive(256, Barriers::TileFull);
    }
  } else {
    int i = threadIdx.x - 32;
    for (int t = 0; t < tiles; ++t) {
      NamedBarrier::arrive(288, Barriers::TileFree);
      NamedBarrier::sync(288, Barriers::TileFull);
      out[t * 256 + i] = 2 * tile[i];
    }
  }
}

void launch(float const* in, float* out) { kernel<<<32, 288>>>(in, out, 4); }
