// The loop counts down a variable that is given other numbers besides: each of its rounds is one round all the same.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
#include <cutlass/pipeline/sm90_pipeline.hpp>

using namespace cute;
using Full = cutlass::arch::ClusterTransactionBarrier;
using Free = cutlass::arch::ClusterBarrier;

constexpr int Stages = 4;

struct Storage {
  alignas(128) float tile[Stages * 256];
  uint64_t full[Stages];
  uint64_t free[Stages];
};

__global__ void kernel(float const* in, float* out, int tiles) {
  extern __shared__ char raw[];
  Storage& storage = *reinterpret_cast<Storage*>(raw);
  int warp_idx = cutlass::canonical_warp_idx_sync();
  int lane_predicate = cute::elect_one_sync();
  int left = tiles;
  for (int pipe = 0; pipe < Stages; ++pipe) {
    if (warp_idx == 0 && lane_predicate) {
      Full::init(&storage.full[pipe], 1);
      Free::init(&storage.free[pipe], 256);  //! Free::init(&storage.free[pipe], 1);
    }
  }
  __syncthreads();
  for (int pipe = 0; pipe < Stages; ++pipe) {
    if (warp_idx == 0 && lane_predicate) Full::arrive_and_expect_tx(&storage.full[pipe], 0);
    --left;
  }
  auto write = cutlass::PipelineState<Stages>();
  auto read = cutlass::PipelineState<Stages>();
  while (left > -Stages) {
    int now = read.index();
    Full::wait(&storage.full[now], read.phase());
    out[threadIdx.x] = storage.tile[now * 256 + threadIdx.x];
    Free::arrive(&storage.free[now]);
    ++read;
    if (warp_idx == 0 && lane_predicate) {
      int pipe = write.index();
      Free::wait(&storage.free[pipe], write.phase());
      Full::arrive_and_expect_tx(&storage.full[pipe], 0);
      ++write;
    }
    --left;
  }
}

void launch(float const* in, float* out) { kernel<<<1, 256, sizeof(Storage)>>>(in, out, 8); }
