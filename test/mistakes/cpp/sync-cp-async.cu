// cp.async is issued and threads meet: nobody waits for the copies.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void __launch_bounds__(128) kernel(half_t const* A, half_t* out) {
  __shared__ alignas(128) half_t smem[64 * 64];
  Tensor gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor gO = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _64>, Stride<_1, _64>>{});
  Tensor sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = g2s.get_slice(threadIdx.x);
  copy(g2s, thr.partition_S(gA), thr.partition_D(sA));
  cp_async_fence();
  cp_async_wait<0>();  //! (nothing)
  __syncthreads();
  auto tT = Layout<Shape<_64, _2>>{};
  copy(local_partition(sA, tT, threadIdx.x), local_partition(gO, tT, threadIdx.x));  // told
}

void run(half_t const* A, half_t* out) { kernel<<<1, 128>>>(A, out); }
