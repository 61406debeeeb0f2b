// The first stages are brought by cp.async in a loop, and the first of them is read before anyone has waited.
#include <cute/tensor.hpp>

using namespace cute;

constexpr int Stages = 4;
using Tile = Layout<Shape<_64, _32, Int<Stages>>, Stride<_32, _1, Int<64 * 32>>>;

__global__ void kernel(half_t const* in, half_t* out, int tiles) {
  extern __shared__ __align__(16) half_t smem[];
  auto sA = make_tensor(make_smem_ptr(smem), Tile{});
  auto gA = make_tensor(make_gmem_ptr(in), make_shape(Int<64>{}, Int<32>{}, tiles), make_stride(_32{}, _1{}, 64 * 32));
  auto gO = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                              Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto mine = load.get_slice(threadIdx.x);
  auto from = mine.partition_S(gA);
  auto to = mine.partition_D(sA);
  int read = 0;
  for (int stage = 0; stage < Stages - 1; ++stage) {
    copy(load, from(_, _, _, stage), to(_, _, _, stage));
    cp_async_fence();
  }
  cp_async_wait<Stages - 2>();  //! (nothing)
  __syncthreads();
  auto held = make_fragment_like(mine.partition_D(gO));
  copy(to(_, _, _, read), held);  // told
  for (int tile = 1; tile < tiles; ++tile) {
    cp_async_wait<Stages - 2>();
    __syncthreads();
    read = (read + 1) % Stages;
    copy(to(_, _, _, read), held);
  }
  copy(held, mine.partition_D(gO));
}

void launch(half_t const* in, half_t* out) { kernel<<<1, 128, Stages * 64 * 32 * 2>>>(in, out, 16); }
