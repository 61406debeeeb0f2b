// A producer and a consumer of a CUTLASS pipeline, each with a state of its own.
#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;

using Smem = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64, _4>{}));
using Pipeline = cutlass::PipelineTmaAsync<4>;

struct Storage {
  alignas(1024) half_t tiles[cosize_v<Smem>];
  Pipeline::SharedStorage pipeline;
};

template <class Tma>
__global__ void __launch_bounds__(256) stream(CUTE_GRID_CONSTANT Tma const tma, float* out, int m, int k) {
  extern __shared__ __align__(1024) char raw[];
  auto& shared = *reinterpret_cast<Storage*>(raw);
  Tensor s = make_tensor(make_smem_ptr(shared.tiles), Smem{});
  Pipeline::Params params;
  params.transaction_bytes = 64 * 64 * sizeof(half_t);
  params.role = threadIdx.x < 128 ? Pipeline::ThreadCategory::Producer : Pipeline::ThreadCategory::Consumer;
  params.is_leader = threadIdx.x == 0;
  params.num_consumers = 128;
  Pipeline pipeline(shared.pipeline, params, Shape<_1, _1, _1>{});
  __syncthreads();
  int const tiles = k / 64;
  if (threadIdx.x == 0) {
    auto cta = tma.get_slice(0);
    Tensor from = cta.partition_S(local_tile(tma.get_tma_tensor(make_shape(m, k)), Shape<_64, _64>{}, make_coord(blockIdx.x, _)));
    Tensor to = cta.partition_D(s);
    auto state = cutlass::make_producer_start_state<Pipeline>();  //! cutlass::PipelineState<4> state;
    for (int t = 0; t < tiles; ++t, ++state) {
      pipeline.producer_acquire(state);
      copy(tma.with(*pipeline.producer_get_barrier(state)), from(_, _, _, t), to(_, _, _, state.index()));
    }
  } else if (threadIdx.x >= 128) {
    cutlass::PipelineState<4> state;
    float sum = 0;
    for (int t = 0; t < tiles; ++t, ++state) {
      pipeline.consumer_wait(state);
      sum += s(threadIdx.x % 64, 0, state.index());
      pipeline.consumer_release(state);
    }
    out[threadIdx.x - 128] = sum;
  }
}

void launch(half_t const* in, float* out, int m, int k) {
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(in), make_shape(m, k), make_stride(k, _1{})),
                           Smem{}(_, _, 0));
  stream<<<m / 64, 256, sizeof(Storage)>>>(tma, out, m, k);
}
