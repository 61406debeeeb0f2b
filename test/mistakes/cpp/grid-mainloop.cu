#include <cute/tensor.hpp>
using namespace cute;
template <class Element>
struct Mainloop {
  using Smem = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<Element>{}, Shape<_128, _64>{}));
  struct Arguments { Element const* q; int seqlen; };
  using TMA_Q = decltype(make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(static_cast<Element const*>(nullptr)), make_shape(0, _64{}), make_stride(_64{}, _1{})), Smem{}, Shape<_128, _64>{}, _1{}));
  struct Params { TMA_Q tma_q; int seqlen; };
  static Params to_params(Arguments const& a) {
    auto mQ = make_tensor(make_gmem_ptr(a.q), make_shape(a.seqlen, _64{}), make_stride(_64{}, _1{}));
    return {make_tma_copy(SM90_TMA_LOAD{}, mQ, Smem{}, Shape<_128, _64>{}, _1{}), a.seqlen};
  }
};
template <class Main>
__global__ void fwd(typename Main::Params const __grid_constant__ params) {  //! __global__ void fwd(typename Main::Params const params) {
  extern __shared__ __align__(1024) half_t smem[];
  __shared__ uint64_t bar;
  auto mQ = params.tma_q.get_tma_tensor(make_shape(params.seqlen, _64{}));
  auto gQ = local_tile(mQ, Shape<_128, _64>{}, make_coord(blockIdx.x, 0));
  auto sQ = make_tensor(make_smem_ptr(smem), typename Main::Smem{});
  auto slice = params.tma_q.get_slice(0);
  if (threadIdx.x == 0) {
    initialize_barrier(bar, 1);
    set_barrier_transaction_bytes(bar, 128 * 64 * 2);
    copy(params.tma_q.with(bar), slice.partition_S(gQ), slice.partition_D(sQ));
  }
  __syncthreads();
  wait_barrier(bar, 0);
}
void run(half_t const* q) {
  using Main = Mainloop<half_t>;
  auto params = Main::to_params({q, 4096});
  fwd<Main><<<32, 128, 16384>>>(params);
}
