#include <cute/tensor.hpp>
using namespace cute;
template <int kStages>
struct SharedStorage {
  using LA = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<bfloat16_t>{}, make_shape(_128{}, _64{}, Int<kStages>{})));
  using LB = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<bfloat16_t>{}, make_shape(_256{}, _64{}, Int<kStages>{})));
  alignas(1024) bfloat16_t A[cosize_v<LA>];
  alignas(1024) bfloat16_t B[cosize_v<LB>];
  uint64_t full[kStages], empty[kStages];
};
template <int S>
__global__ void gemm(int m) { extern __shared__ char buf[]; auto& st = *reinterpret_cast<SharedStorage<S>*>(buf); }
int main() {
  constexpr int stages = 4;  //! constexpr int stages = 5;
  size_t smem = sizeof(SharedStorage<stages>);
  auto kernel = gemm<stages>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, smem);  // told
  kernel<<<132, 384, smem>>>(0);
}
