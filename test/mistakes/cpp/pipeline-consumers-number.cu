// The kernel was written for two groups of consumers; the launch has one.
#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;
using Pipeline = cutlass::PipelineTmaAsync<2>;
constexpr int consumers = 128;  //! constexpr int consumers = 256;

__global__ void __launch_bounds__(256) kernel() {
  __shared__ typename Pipeline::SharedStorage storage;
  Pipeline::Params params;
  params.transaction_bytes = 4096;
  params.num_consumers = consumers;  // told
  Pipeline pipeline(storage, params, Shape<_1, _1, _1>{});
  Pipeline::PipelineState state;
  for (int k = 0; k < 8; ++k, ++state) {
    if (threadIdx.x >= 128) {
      pipeline.consumer_wait(state);
      pipeline.consumer_release(state);
    } else if (threadIdx.x == 0) {
      pipeline.producer_acquire(state);
    }
  }
}

void launch() { kernel<<<1, 256>>>(); }
