#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
template <class T, class Tma, class SL>
__global__ void load(__grid_constant__ const Tma tma, SL sl, int M, int N) {
  extern __shared__ __align__(1024) unsigned char mem[];
  T* data = reinterpret_cast<T*>(mem);
  __shared__ uint64_t mbar[1];
  const int warp_idx = cutlass::canonical_warp_idx_sync();
  const bool leader = cute::elect_one_sync();
  auto s = make_tensor(make_smem_ptr(data), sl);
  auto g = local_tile(tma.get_tma_tensor(make_shape(M, N)), Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));
  if (warp_idx == 0 && leader) {
    initialize_barrier(mbar[0], 1);
  }
  __syncthreads();
  auto [tg, ts] = tma_partition(tma, group_modes<0, 2>(s), group_modes<0, 2>(g));
  if (warp_idx == 0 && leader) {  //! if (warp_idx == 0) {
    set_barrier_transaction_bytes(mbar[0], sizeof(T) * 64 * 64);
    copy(tma.with(mbar[0]), tg, ts);  // told
  }
  wait_barrier(mbar[0], 0);
}
int main() {
  half_t* p = nullptr;
  cudaMalloc(&p, 2048 * 2048 * 2);
  auto g = make_tensor(make_gmem_ptr(p), make_shape(2048, 2048), GenRowMajor{});
  auto sl = GMMA::Layout_K_SW128_Atom<half_t>{};
  auto slt = tile_to_shape(sl, Shape<_64, _64>{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, g, slt);
  load<half_t><<<dim3(32, 32), 128, 8192>>>(tma, slt, 2048, 2048);
}
