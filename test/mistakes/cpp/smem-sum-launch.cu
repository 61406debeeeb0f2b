// The launch gives what three stages need, the attribute allows two.
#include <cute/tensor.hpp>
using namespace cute;

template <int Stages>
struct Storage {
  alignas(128) half_t A[Stages][128 * 128];
};

template <int Stages>
__global__ void kernel(half_t const* A) {
  extern __shared__ char raw[];
  auto& storage = *reinterpret_cast<Storage<Stages>*>(raw);
  storage.A[0][threadIdx.x] = A[threadIdx.x];
}

void launch(half_t const* A) {
  int smem = sizeof(Storage<3>);
  cudaFuncSetAttribute(kernel<3>, cudaFuncAttributeMaxDynamicSharedMemorySize, smem);  //! cudaFuncSetAttribute(kernel<3>, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Storage<2>));
  kernel<3><<<1, 128, smem>>>(A);  // told
}
