// Warpgroup MMAs whose operands lie in shared memory in different ways: what reading them costs.
#include <cute/tensor.hpp>

using namespace cute;

/// One k-block of A and B from shared memory; nothing is loaded, the values do not matter.
template <class Op, class LayoutA, class LayoutB>
__device__ void from_shared(half_t* out, Op op, LayoutA layoutA, LayoutB layoutB) {
  extern __shared__ __align__(1024) half_t shared[];
  auto mma = make_tiled_mma(op);
  Tensor sA = make_tensor(make_smem_ptr(shared), layoutA);
  Tensor sB = make_tensor(make_smem_ptr(shared + cosize(layoutA)), layoutB);
  auto slice = mma.get_slice(threadIdx.x);
  Tensor tCrA = slice.make_fragment_A(slice.partition_A(sA));
  Tensor tCrB = slice.make_fragment_B(slice.partition_B(sB));
  Tensor tCrC = partition_fragment_C(mma, make_shape(size<0>(layoutA), size<0>(layoutB)));
  clear(tCrC);
  warpgroup_fence_operand(tCrC);
  warpgroup_arrive();
  gemm(mma, tCrA, tCrB, tCrC);
  warpgroup_commit_batch();
  warpgroup_wait<0>();
  warpgroup_fence_operand(tCrC);
  Tensor gC = make_tensor(make_gmem_ptr(out + threadIdx.x * size(tCrC)), tCrC.layout());
  copy(tCrC, gC);
}

/// A in registers, B in shared memory.
template <class Op, class LayoutB>
__device__ void from_registers(half_t* out, Op op, LayoutB layoutB) {
  extern __shared__ __align__(1024) half_t shared[];
  auto mma = make_tiled_mma(op);
  Tensor sB = make_tensor(make_smem_ptr(shared), layoutB);
  auto slice = mma.get_slice(threadIdx.x);
  Tensor tCrA = make_tensor<half_t>(partition_shape_A(mma, make_shape(_64{}, size<1>(layoutB))));
  Tensor tCrB = slice.make_fragment_B(slice.partition_B(sB));
  Tensor tCrC = partition_fragment_C(mma, make_shape(_64{}, size<0>(layoutB)));
  clear(tCrC);
  clear(tCrA);
  warpgroup_fence_operand(tCrA);
  warpgroup_fence_operand(tCrC);
  warpgroup_arrive();
  gemm(mma, tCrA, tCrB, tCrC);
  warpgroup_commit_batch();
  warpgroup_wait<0>();
  warpgroup_fence_operand(tCrC);
  Tensor gC = make_tensor(make_gmem_ptr(out + threadIdx.x * size(tCrC)), tCrC.layout());
  copy(tCrC, gC);
}

template <template <class> class Atom, class Shape>
using SmemTile = decltype(tile_to_shape(Atom<half_t>{}, Shape{}));

constexpr auto K = GMMA::Major::K;
constexpr auto MN = GMMA::Major::MN;

__global__ void wgmma_n64_sw128(half_t* out) {
  using A = SmemTile<GMMA::Layout_K_SW128_Atom, Shape<_64, _64>>;
  from_shared(out, SM90_64x64x16_F16F16F16_SS<K, K>{}, A{}, A{});
}
__global__ void wgmma_n128_sw128(half_t* out) {
  from_shared(out, SM90_64x128x16_F16F16F16_SS<K, K>{}, SmemTile<GMMA::Layout_K_SW128_Atom, Shape<_64, _64>>{},
              SmemTile<GMMA::Layout_K_SW128_Atom, Shape<_128, _64>>{});
}
__global__ void wgmma_n256_sw128(half_t* out) {
  from_shared(out, SM90_64x256x16_F16F16F16_SS<K, K>{}, SmemTile<GMMA::Layout_K_SW128_Atom, Shape<_64, _64>>{},
              SmemTile<GMMA::Layout_K_SW128_Atom, Shape<_256, _64>>{});
}
__global__ void wgmma_n64_sw32(half_t* out) {
  using A = SmemTile<GMMA::Layout_K_SW32_Atom, Shape<_64, _64>>;
  from_shared(out, SM90_64x64x16_F16F16F16_SS<K, K>{}, A{}, A{});
}
__global__ void wgmma_n64_inter(half_t* out) {
  using A = SmemTile<GMMA::Layout_K_INTER_Atom, Shape<_64, _64>>;
  from_shared(out, SM90_64x64x16_F16F16F16_SS<K, K>{}, A{}, A{});
}
__global__ void wgmma_n64_mn(half_t* out) {
  using A = SmemTile<GMMA::Layout_MN_SW128_Atom, Shape<_64, _64>>;
  from_shared(out, SM90_64x64x16_F16F16F16_SS<MN, MN>{}, A{}, A{});
}
__global__ void wgmma_n64_rs(half_t* out) {
  from_registers(out, SM90_64x64x16_F16F16F16_RS<K, K>{}, SmemTile<GMMA::Layout_K_SW128_Atom, Shape<_64, _64>>{});
}
__global__ void wgmma_n128_rs(half_t* out) {
  from_registers(out, SM90_64x128x16_F16F16F16_RS<K, K>{}, SmemTile<GMMA::Layout_K_SW128_Atom, Shape<_128, _64>>{});
}

template <class Kernel>
void launch(Kernel kernel, half_t* out) {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  kernel<<<1, 128, 65536>>>(out);
}

int main() {
  void* memory;
  cudaMalloc(&memory, 1 << 20);
  auto out = static_cast<half_t*>(memory);
  launch(wgmma_n64_sw128, out);
  launch(wgmma_n128_sw128, out);
  launch(wgmma_n256_sw128, out);
  launch(wgmma_n64_sw32, out);
  launch(wgmma_n64_inter, out);
  launch(wgmma_n64_mn, out);
  launch(wgmma_n64_rs, out);
  launch(wgmma_n128_rs, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
