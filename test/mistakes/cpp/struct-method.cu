// The storage makes the tensor of its own array, which lies behind a barrier.
#include <cute/tensor.hpp>
using namespace cute;

template <class L>
struct Storage {
  alignas(16) cute::uint64_t bar;
  alignas(1024) cute::ArrayEngine<half_t, cosize_v<L>> A;  //! cute::ArrayEngine<half_t, cosize_v<L>> A;
  CUTE_DEVICE constexpr auto tensor_sA() { return make_tensor(make_smem_ptr(A.begin()), L{}); }
};

template <class Tma, class L>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, L layout) {
  extern __shared__ char raw[];
  Storage<L>& storage = *reinterpret_cast<Storage<L>*>(raw);
  auto sA = storage.tensor_sA();
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));  // told
  tma_store_fence();
  __syncthreads();
  if (threadIdx.x == 0) copy(tma, tAsA, tAgA);
}

void launch(half_t* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto tma = make_tma_atom(SM90_TMA_STORE{}, mA, layout, Shape<_128, _64>{});
  kernel<<<1, 128, sizeof(Storage<decltype(layout)>)>>>(tma, layout);
}
