#include <cute/tensor.hpp>
#include <thrust/device_vector.h>
using namespace cute;
template <class T_, int kM_, int kK_>
struct Config {
  using T = T_;
  static constexpr int kM = kM_, kK = kK_;
  using G2SAtom = Copy_Atom<Copy_Traits<SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>>, T>;
  using G2S = decltype(make_tiled_copy(G2SAtom{}, make_layout(make_shape(Int<16>{}, Int<2>{}), make_stride(Int<2>{}, Int<1>{})),
                                       make_layout(make_shape(Int<1>{}, Int<8>{}))));
  using SmemLayout = Layout<Shape<Int<kM>, Int<kK>>, Stride<Int<kK>, _1>>;
};
template <class Config>
__global__ void load(typename Config::T const* A) {
  using T = typename Config::T;
  __shared__ T smem[cosize_v<typename Config::SmemLayout>];
  Tensor gA = make_tensor(make_gmem_ptr(A), make_layout(make_shape(Int<Config::kM>{}, Int<Config::kK>{}), make_stride(Int<Config::kK>{}, Int<1>{})));  //! Tensor gA = make_tensor(make_gmem_ptr(A), make_layout(make_shape(Int<Config::kM>{}, Int<Config::kK>{})));
  Tensor sA = make_tensor(make_smem_ptr(smem), typename Config::SmemLayout{});
  typename Config::G2S g2s;
  auto thr = g2s.get_slice(threadIdx.x);
  copy(g2s, thr.partition_S(gA), thr.partition_D(sA));  // told
}
int main() {
  thrust::device_vector<half_t> a(64 * 64);
  load<Config<half_t, 64, 64>><<<1, 32>>>(thrust::raw_pointer_cast(a.data()));
}
