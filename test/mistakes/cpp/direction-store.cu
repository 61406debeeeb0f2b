#include <cute/tensor.hpp>
using namespace cute;
template <class Store>
__global__ void save(__grid_constant__ Store const st) {
  __shared__ alignas(128) float buf[16 * 32];
  auto s = make_tensor(make_smem_ptr(buf), Layout<Shape<_16, _32>, Stride<_32, _1>>{});
  for (int i = threadIdx.x; i < 512; i += blockDim.x) s(i) = i;
  tma_store_fence();
  __syncthreads();
  auto g = local_tile(st.get_tma_tensor(Shape<_64, _64>{}), Shape<_16, _32>{}, make_coord(blockIdx.x, 0));
  auto b = st.get_slice(0);
  if (threadIdx.x == 0) {
    copy(st, b.partition_S(s), b.partition_D(g));  // told
    tma_store_arrive();
    tma_store_wait<0>();
  }
}
void host(float* o) {
  auto g = make_tensor(make_gmem_ptr(o), Shape<_64, _64>{}, Stride<_64, _1>{});
  auto t = make_tma_copy(SM90_TMA_STORE{}, g, Layout<Shape<_16, _32>, Stride<_32, _1>>{});  //! auto t = make_tma_copy(SM90_TMA_LOAD{}, g, Layout<Shape<_16, _32>, Stride<_32, _1>>{});
  save<<<4, 64>>>(t);
}
