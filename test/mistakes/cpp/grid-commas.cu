// The parameters' type is a template of two arguments; without __grid_constant__ the tensor map is a local copy.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;

template <class Smem>
struct Storage {
  alignas(128) half_t A[cosize_v<Smem>];
  alignas(128) half_t B[cosize_v<Smem>];
  uint64_t full[3];
};

template <class Tma, class Smem>
struct Mainloop {
  struct Params {
    Tma a, b;
  };
  __device__ static void load(Params const& params, Storage<Smem>& smem) {
    auto gA = local_tile(params.a.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(blockIdx.x, _));
    auto gB = local_tile(params.b.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(blockIdx.y, _));
    auto sA = make_tensor(make_smem_ptr(smem.A), Smem{});
    auto sB = make_tensor(make_smem_ptr(smem.B), Smem{});
    auto [tAgA, tAsA] = tma_partition(params.a, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
    auto [tBgB, tBsB] = tma_partition(params.b, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sB), group_modes<0, 2>(gB));
    if (cute::elect_one_sync()) {
      set_barrier_transaction_bytes(smem.full[0], 2 * 128 * 64 * sizeof(half_t));
      copy(params.a.with(smem.full[0]), tAgA(_, 0), tAsA(_, 0));
    }
    if (cute::elect_one_sync()) {
      copy(params.b.with(smem.full[0]), tBgB(_, 0), tBsB(_, 0));
    }
  }
};

template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT typename Mainloop<Tma, Smem>::Params const params) {  //! __global__ void kernel(typename Mainloop<Tma, Smem>::Params const params) {
  extern __shared__ char raw[];
  auto& smem = *reinterpret_cast<Storage<Smem>*>(raw);
  if (threadIdx.x == 0) initialize_barrier(smem.full[0], 1);
  __syncthreads();
  if (cutlass::canonical_warp_idx_sync() == 0) Mainloop<Tma, Smem>::load(params, smem);
  wait_barrier(smem.full[0], 0);
}

int main() {
  half_t* A = nullptr;
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _3>{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout(_, _, 0), Shape<_128, _64>{});
  using Loop = Mainloop<decltype(tma), decltype(layout)>;
  kernel<decltype(tma), decltype(layout)><<<dim3(4, 4), 128, sizeof(Storage<decltype(layout)>)>>>(typename Loop::Params{tma, tma});
}
