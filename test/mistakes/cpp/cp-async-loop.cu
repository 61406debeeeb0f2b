// Two stages that cp.async fills in a loop: what is copied out of a stage has been waited for.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void __launch_bounds__(128) sums(half_t const* in, float* out, int tiles) {
  __shared__ __align__(16) half_t smem[2 * 64 * 64];
  Tensor s = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64, _2>, Stride<_64, _1, Int<4096>>>{});
  Tensor g = make_tensor(make_gmem_ptr(in), make_layout(make_shape(_64{}, _64{}, tiles), make_stride(_64{}, _1{}, Int<4096>{})));
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                              Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = load.get_slice(threadIdx.x);
  Tensor tg = thr.partition_S(g);
  Tensor ts = thr.partition_D(s);
  Tensor rows = local_partition(s, Layout<Shape<_64, _2>>{}, threadIdx.x);
  Tensor mine = make_tensor_like(rows(_, _, 0));
  float sum = 0;
  copy(load, tg(_, _, _, 0), ts(_, _, _, 0));
  cp_async_fence();
  for (int t = 0; t < tiles; ++t) {
    cp_async_wait<0>();  //! (nothing)
    __syncthreads();
    if (t + 1 < tiles) copy(load, tg(_, _, _, t + 1), ts(_, _, _, (t + 1) % 2));
    cp_async_fence();
    copy(rows(_, _, t % 2), mine);  // told
    for (int i = 0; i < size(mine); ++i) sum += float(mine(i));
  }
  out[threadIdx.x] = sum;
}

void launch(half_t const* in, float* out, int tiles) { sums<<<1, 128>>>(in, out, tiles); }
