#include <cute/tensor.hpp>
using namespace cute;
template <int kStages>
__global__ void prologue(half_t const* A, int K) {
  auto gA = local_tile(make_tensor(make_gmem_ptr(A), make_shape(_128{}, K), make_stride(K, _1{})), Shape<_128, _32>{}, make_coord(0, _));
  __shared__ half_t sm[128 * 32 * kStages];
  auto sA = make_tensor(make_smem_ptr(sm), make_layout(make_shape(_128{}, _32{}, Int<kStages>{}), make_stride(_32{}, _1{}, Int<128 * 32>{})));
  auto tc = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tc.get_slice(threadIdx.x);
  auto tg = thr.partition_S(gA);
  auto ts = thr.partition_D(sA);
  CUTE_UNROLL
  for (int st = 0; st < kStages; ++st) {  //! for (int st = 0; st <= kStages; ++st) {
    copy(tc, tg(_, _, _, st), ts(_, _, _, st));  // told
    cp_async_fence();
  }
}
template __global__ void prologue<3>(half_t const*, int);
