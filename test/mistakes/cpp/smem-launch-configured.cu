// The launch's configuration gives half of the storage that the kernel lays over its dynamic shared memory.
#include <cute/tensor.hpp>
using namespace cute;

template <class LayoutA, class LayoutB>
struct Storage {
  alignas(128) ArrayEngine<half_t, cosize_v<LayoutA>> A;
  alignas(128) ArrayEngine<half_t, cosize_v<LayoutB>> B;
};

template <class Shared, class LayoutA, class LayoutB>
__global__ void kernel(half_t const* A, LayoutA layoutA, LayoutB layoutB) {
  extern __shared__ char memory[];
  Shared& storage = *reinterpret_cast<Shared*>(memory);
  auto sA = make_tensor(make_smem_ptr(storage.A.begin()), layoutA);
  auto sB = make_tensor(make_smem_ptr(storage.B.begin()), layoutB);
  sA(threadIdx.x) = A[threadIdx.x];
  sB(threadIdx.x) = A[threadIdx.x];
}

void launch(half_t const* A, cudaStream_t stream) {
  auto layoutA = Layout<Shape<_128, _64>, Stride<_64, _1>>{};
  auto layoutB = Layout<Shape<_64, _64>, Stride<_64, _1>>{};
  using Shared = Storage<decltype(layoutA), decltype(layoutB)>;
  int bytes = sizeof(Shared);  //! int bytes = sizeof(Shared) / 2;
  cudaLaunchConfig_t config;
  config.gridDim = 1;
  config.blockDim = 128;
  config.dynamicSmemBytes = bytes;  // told
  config.stream = stream;
  auto* instance = &kernel<Shared, decltype(layoutA), decltype(layoutB)>;
  cudaFuncSetAttribute(*instance, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaLaunchKernelEx(&config, instance, A, layoutA, layoutB);
}
