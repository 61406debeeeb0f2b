// A pipeline whose consumers are counted in one place, for the examples of its rule.
const dsl = (count: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    bars = smem.allocate_array(cutlass.Int64, 8)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=4,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, ${count}),${mark}
        tx_count=16384,
        barrier_storage=bars,
    )
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 4)
    if warp_idx >= 4:
        for k in range(16):
            pipe.consumer_wait(state)
            pipe.consumer_release(state)
            state.advance()

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(256, 1, 1))
`;

const cpp = (count: string, mark = ""): string => `
#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using Pipeline = cutlass::PipelineAsync<2>;
__global__ void kernel() {
  __shared__ typename Pipeline::SharedStorage storage;
  Pipeline::Params params;
  params.producer_arv_count = 128;
  params.consumer_arv_count = ${count};${mark}
  Pipeline pipeline(storage, params);
  Pipeline::PipelineState state;
  for (int k = 0; k < 8; ++k, ++state) {
    if (threadIdx.x < 128) {
      pipeline.producer_acquire(state);
      pipeline.producer_commit(state);
    } else {
      pipeline.consumer_wait(state);
      pipeline.consumer_release(state);
    }
  }
}
void launch() { kernel<<<1, 256>>>(); }`;

export const countingPipeline = { cpp, python: dsl } as const;

/** With both sides in one kernel, and the consumer's wait given. */
export const pairedPipeline = {
  cpp: (wait: string, mark = ""): string => `
#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using Pipeline = cutlass::PipelineAsync<2>;
__global__ void kernel() {
  __shared__ typename Pipeline::SharedStorage storage;
  Pipeline::Params params;
  params.producer_arv_count = 128;
  params.consumer_arv_count = 128;
  Pipeline pipeline(storage, params);
  Pipeline::PipelineState state;
  for (int k = 0; k < 8; ++k, ++state) {
    if (threadIdx.x < 128) {
      pipeline.producer_acquire(state);
      pipeline.producer_commit(state);
    } else {${wait}
      pipeline.consumer_release(state);${mark}
    }
  }
}
void launch() { kernel<<<1, 256>>>(); }`,
  python: (wait: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline

@cute.kernel
def kernel():
    smem = cutlass.utils.SmemAllocator()
    pipe = pipeline.PipelineAsync.create(
        num_stages=2,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 128),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 128),
        barrier_storage=smem.allocate_array(cutlass.Int64, 4),
    )
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 128:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for k in range(8):
            pipe.producer_acquire(state)
            pipe.producer_commit(state)
            state.advance()
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for k in range(8):${wait}
            pipe.consumer_release(state)${mark}
            state.advance()

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(256, 1, 1))
`,
} as const;
