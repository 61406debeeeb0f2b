// What a function does with a pipeline that it hands on: calls that leave no instance, calls that are left out, names of two lambdas.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string): Promise<readonly string[]> => {
  const { problems } = await analysed(source, "cpp");
  return problems.map(({ code, message, place }) => `${code} at ${source.slice(place.start, place.end)}: ${message}`);
};

const few = [
  "pipeline-arrivals at 384: the consumers' barrier counts 384 arrivals, at most 256 come: its wait never ends; count those that arrive",
];

const kernel = (consumers: number, mma: string, rest = ""): string => `#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;
using Pipe = cutlass::PipelineTmaAsync<2>;
struct Plan { typename Pipe::SharedStorage pipe; };
void somewhere(Pipe pipeline);
template <bool Large>
struct Mainloop {
  __device__ void tail(Pipe pipeline, cutlass::PipelineState<2>& state) { pipeline.producer_tail(state); }
  __device__ void mma(Pipe pipeline, cutlass::PipelineState<2>& state, int count) {
    ${mma}
  }
};
template <bool Large>
__global__ void kernel() {
  extern __shared__ char buf[];
  Plan& plan = *reinterpret_cast<Plan*>(buf);
  typename Pipe::Params params;
  params.transaction_bytes = 8192;
  params.num_consumers = ${consumers};
  Pipe pipeline(plan.pipe, params, Shape<_1, _1, _1>{});
  Mainloop<Large> mainloop;
  cutlass::PipelineState<2> state;
  if (threadIdx.x / 128 > 0) mainloop.mma(pipeline, state, 8);
  else mainloop.tail(pipeline, state);
  ${rest}
}
void launch() { kernel<false><<<1, 384>>>(); }`;

const step = "pipeline.consumer_wait(state); pipeline.consumer_release(state); ++state;";
const loop = `for (int k = 0; k < count; ++k) { ${step} }`;

test("a method that only waits for its pipeline's last stages", async () => {
  expect(await told(kernel(256, loop))).toEqual([]);
  expect(await told(kernel(384, loop))).toEqual(few);
});

test("a call that the configuration leaves out hands the pipeline to nobody", async () => {
  expect(await told(kernel(384, loop, "if constexpr (Large) somewhere(pipeline);"))).toEqual(few);
  expect(await told(kernel(384, loop, "if constexpr (!Large) somewhere(pipeline);"))).toEqual([]);
});

test("one name for the lambdas of two branches", async () => {
  const branch = (body: string): string =>
    `{ auto step = [&](int k) { ${body} }; for (int k = 0; k < count; ++k) step(k); }`;
  expect(await told(kernel(256, `if constexpr (Large) ${branch(step)} else ${branch(step)}`))).toEqual([]);
  expect(await told(kernel(384, `if constexpr (Large) ${branch(step)} else ${branch(step)}`))).toEqual(few);
});

test("a class whose operator() is the kernel", async () => {
  const source = (consumers: number): string => `#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;
using Pipe = cutlass::PipelineTmaAsync<2>;
struct Kernel {
  static constexpr int MaxThreadsPerBlock = 384;
  struct SharedStorage { typename Pipe::SharedStorage pipe; };
  struct Params { int count; };
  __device__ void operator()(Params const& params, char* smem) {
    SharedStorage& storage = *reinterpret_cast<SharedStorage*>(smem);
    typename Pipe::Params pipe_params;
    pipe_params.transaction_bytes = 8192;
    pipe_params.num_consumers = ${consumers};
    Pipe pipeline(storage.pipe, pipe_params, Shape<_1, _1, _1>{});
    cutlass::PipelineState<2> state;
    if (threadIdx.x / 128 > 0)
      for (int k = 0; k < params.count; ++k) { ${step} }
  }
};
void launch(typename Kernel::Params params) { cutlass::device_kernel<Kernel><<<1, 384>>>(params); }`;
  expect(await told(source(256))).toEqual([]);
  expect(await told(source(384))).toEqual(few);
});
