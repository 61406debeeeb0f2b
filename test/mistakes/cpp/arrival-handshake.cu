// A barrier says that a stage is full, another that it is free; the threads of one warpgroup free it.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
#include <cutlass/pipeline/sm90_pipeline.hpp>

using namespace cute;
using Full = cutlass::arch::ClusterTransactionBarrier;
using Free = cutlass::arch::ClusterBarrier;

constexpr int Stages = 3;

struct Storage {
  alignas(128) float tile[Stages * 128];
  uint64_t full[Stages];
  uint64_t free[Stages];
};

__global__ void kernel(float const* in, float* out, int tiles) {
  extern __shared__ char raw[];
  Storage& storage = *reinterpret_cast<Storage*>(raw);
  uint64_t* full = storage.full;
  uint64_t* free = storage.free;
  int warp_idx = cutlass::canonical_warp_idx_sync();
  int lane_predicate = cute::elect_one_sync();
  for (int pipe = 0; pipe < Stages; ++pipe) {
    if (warp_idx == 0 && lane_predicate) {
      Full::init(&full[pipe], 1);
      Free::init(&free[pipe], 128);  //! Free::init(&free[pipe], 256);
    }
  }
  __syncthreads();
  for (int pipe = 0; pipe < Stages; ++pipe)
    if (warp_idx == 0 && lane_predicate) Full::arrive_and_expect_tx(&full[pipe], 0);
  auto write = cutlass::PipelineState<Stages>();
  auto read = cutlass::PipelineState<Stages>();
  while (tiles > -Stages) {
    int now = read.index();
    Full::wait(&full[now], read.phase());
    out[threadIdx.x] = storage.tile[now * 128 + threadIdx.x];
    Free::arrive(&free[now]);
    ++read;
    if (warp_idx == 0 && lane_predicate && tiles > 0) {
      int pipe = write.index();
      Free::wait(&free[pipe], write.phase());
      Full::arrive_and_expect_tx(&full[pipe], 0);
      ++write;
    }
    --tiles;
  }
}

void launch(float const* in, float* out) { kernel<<<1, 128, sizeof(Storage)>>>(in, out, 8); }
