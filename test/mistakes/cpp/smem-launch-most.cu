#include <cute/tensor.hpp>
using namespace cute;

template <class T, int kStages>
struct Storage {
  alignas(128) T tiles[kStages][128 * 64];
};

template <class T, int kStages>
__global__ void kernel(T* out) {
  extern __shared__ char raw[];
  auto& storage = *reinterpret_cast<Storage<T, kStages>*>(raw);
  out[threadIdx.x] = storage.tiles[0][threadIdx.x];
}

template <int kStages>
void launch(half_t* out) {
  kernel<half_t, kStages><<<1, 128, sizeof(Storage<half_t, kStages>)>>>(out);  // told
}

int main() {
  half_t* out = nullptr;
  cudaMalloc(&out, 128 * sizeof(half_t));
  launch<2>(out);  //! launch<16>(out);
}
