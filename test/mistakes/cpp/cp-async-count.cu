// Three stages in flight: a wait that leaves both groups of the prologue on their way waits for none of them.
#include <cute/tensor.hpp>
using namespace cute;

template <int Stages>
__global__ void __launch_bounds__(128) sums(half_t const* in, float* out, int tiles) {
  __shared__ __align__(16) half_t smem[Stages * 64 * 64];
  Tensor s = make_tensor(make_smem_ptr(smem), make_layout(Shape<_64, _64, Int<Stages>>{}, Stride<_64, _1, Int<4096>>{}));
  Tensor g = make_tensor(make_gmem_ptr(in), make_layout(make_shape(_64{}, _64{}, tiles), make_stride(_64{}, _1{}, Int<4096>{})));
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                              Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = load.get_slice(threadIdx.x);
  Tensor tg = thr.partition_S(g);
  Tensor ts = thr.partition_D(s);
  Tensor rows = local_partition(s, Layout<Shape<_64, _2>>{}, threadIdx.x);
  Tensor mine = make_tensor_like(rows(_, _, 0));
  float sum = 0;
  CUTE_UNROLL
  for (int t = 0; t < Stages - 1; ++t) {
    if (t < tiles) copy(load, tg(_, _, _, t), ts(_, _, _, t));
    cp_async_fence();
  }
  int stage = 0;
  int next = Stages - 1;
  for (int t = 0; t < tiles; ++t) {
    cp_async_wait<Stages - 2>();  //! cp_async_wait<Stages - 1>();
    __syncthreads();
    if (t + Stages - 1 < tiles) copy(load, tg(_, _, _, t + Stages - 1), ts(_, _, _, next));
    cp_async_fence();
    copy(rows(_, _, stage), mine);
    for (int i = 0; i < size(mine); ++i) sum += float(mine(i));
    next = stage;
    stage = (stage + 1) % Stages;
  }
  out[threadIdx.x] = sum;
}

void launch(half_t const* in, float* out, int tiles) { sums<3><<<1, 128>>>(in, out, tiles); }
