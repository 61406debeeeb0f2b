// Three groups of warps were to consume; one of them has become the producer.
#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;
using Pipeline = cutlass::PipelineTmaAsync<4>;

__global__ void kernel(int tiles) {
  __shared__ typename Pipeline::SharedStorage storage;
  int group = cutlass::canonical_warp_group_idx();
  Pipeline::Params params;
  params.transaction_bytes = 16384;
  params.role = group == 0 ? Pipeline::ThreadCategory::Producer : Pipeline::ThreadCategory::Consumer;
  params.is_leader = threadIdx.x == 0;
  params.num_consumers = 2 * cutlass::NumThreadsPerWarpGroup;  //! params.num_consumers = 3 * cutlass::NumThreadsPerWarpGroup;
  Pipeline pipeline(storage, params, Shape<_1, _1, _1>{});
  __syncthreads();
  if (group == 0) {
    auto state = cutlass::make_producer_start_state<Pipeline>();
    for (int k = 0; k < tiles; ++k, ++state) {
      if (threadIdx.x == 0) pipeline.producer_acquire(state);
    }
  } else {
    Pipeline::PipelineState state;
    for (int k = 0; k < tiles; ++k, ++state) {
      pipeline.consumer_wait(state);
      pipeline.consumer_release(state);
    }
  }
}

void launch() { kernel<<<1, 384>>>(16); }
