// The pipeline is told the elements of a stage, not its bytes.
#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;

using Pipeline = cutlass::PipelineTmaAsync<2>;
using Smem = Layout<Shape<_64, _64, _2>, Stride<_64, _1, _4096>>;
struct Storage {
  alignas(128) float A[cosize_v<Smem>];
  typename Pipeline::SharedStorage pipeline;
};

template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  extern __shared__ char raw[];
  Storage& smem = *reinterpret_cast<Storage*>(raw);
  auto sA = make_tensor(make_smem_ptr(smem.A), Smem{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_64, _64>{}, make_coord(blockIdx.x, _));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  typename Pipeline::Params params;
  params.role = threadIdx.x < 32 ? Pipeline::ThreadCategory::Producer : Pipeline::ThreadCategory::Consumer;
  params.is_leader = threadIdx.x == 0;
  params.num_consumers = 128;
  params.transaction_bytes = 64 * 64 * sizeof(float);  //! params.transaction_bytes = 64 * 64;
  Pipeline pipeline(smem.pipeline, params, Shape<_1, _1, _1>{});
  auto state = cutlass::make_producer_start_state<Pipeline>();
  if (threadIdx.x == 0) {
    for (int k = 0; k < size<1>(tAgA); ++k) {
      pipeline.producer_acquire(state);
      copy(tma.with(*pipeline.producer_get_barrier(state)), tAgA(_, k), tAsA(_, state.index()));
      ++state;
    }
  }
}

void launch(float* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, Smem{}(_, _, 0), Shape<_64, _64>{});
  kernel<<<8, 128, sizeof(Storage)>>>(tma);
}
