#include <cute/tensor.hpp>
using namespace cute;
__global__ void roles(half_t* out) {
  __shared__ half_t sm[64 * 64];
  int warp = threadIdx.x / 32;
  if (warp < 4) {
    auto s = make_tensor(make_smem_ptr(sm), Shape<_64, _64>{}, Stride<_64, _1>{});
    auto g = make_tensor(make_gmem_ptr(out), Shape<_64, _64>{}, Stride<_64, _1>{});  //! auto g = make_tensor(make_gmem_ptr(out), Shape<_64, _32>{}, Stride<_64, _1>{});
    auto tc = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
    auto thr = tc.get_slice(threadIdx.x % 128);
    copy(tc, thr.partition_S(s), thr.partition_D(g));  // told
  } else {
    __nanosleep(100);
  }
}
