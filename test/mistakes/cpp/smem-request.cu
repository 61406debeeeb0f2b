// Eight stages of A and of B are more than a block may have.
#include <cute/tensor.hpp>
using namespace cute;

template <class T, int Stages>
struct SharedStorage {
  alignas(128) T A[128 * 64 * Stages];
  alignas(128) T B[128 * 64 * Stages];
  uint64_t barriers[2 * Stages];
};

template <int Stages>
__global__ void kernel(half_t const* A) {
  extern __shared__ char raw[];
  auto& storage = *reinterpret_cast<SharedStorage<half_t, Stages>*>(raw);
  auto sA = make_tensor(make_smem_ptr(storage.A), make_shape(Int<128>{}, Int<64>{}, Int<Stages>{}));
  sA(0) = A[0];
}

void run(half_t const* A) {
  constexpr int stages = 6;  //! constexpr int stages = 8;
  int bytes = int(sizeof(SharedStorage<half_t, stages>));
  cudaFuncSetAttribute(kernel<stages>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);  // told
  kernel<stages><<<1, 128, bytes>>>(A);
}
