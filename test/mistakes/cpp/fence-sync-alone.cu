#include <cute/tensor.hpp>
using namespace cute;
template <class Acc, class Smem, class Store, class R2S>
__device__ void epilogue(Acc const& acc, Smem const& sC, Store const& st, R2S const& r2s, int tid, int m) {
  auto thr = r2s.get_slice(tid);
  copy(r2s, thr.retile_S(acc), thr.partition_D(sC));
  tma_store_fence();  //! (nothing)
  __syncthreads();
  auto g = local_tile(st.get_tma_tensor(make_shape(m, _64{})), Shape<_64, _64>{}, make_coord(blockIdx.x, 0));
  auto b = st.get_slice(_0{});
  if (tid == 0) {
    copy(st, b.partition_S(sC), b.partition_D(g));  // told
    tma_store_arrive();
  }
  tma_store_wait<0>();
}
template <class Store>
__global__ void kern(const __grid_constant__ Store st, int m) {
  __shared__ alignas(1024) half_t buf[64 * 64];
  auto mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_4, _1>>{}, Tile<_64, _16, _16>{});
  auto acc = partition_fragment_C(mma, Shape<_64, _64>{});
  clear(acc);
  auto sC = make_tensor(make_smem_ptr(buf), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
  auto r2s = make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, mma);
  epilogue(acc, sC, st, r2s, threadIdx.x, m);
}
void host(half_t* o, int m) {
  auto t = make_tma_copy(SM90_TMA_STORE{}, make_tensor(make_gmem_ptr(o), make_shape(m, _64{}), make_stride(_64{}, _1{})), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
  kern<<<m / 64, 128>>>(t, m);
}
