// The class that loads a tile makes its storage of raw bytes; nobody initialises its barrier.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
#include <cutlass/numeric_types.h>

using namespace cute;

template <int N>
struct Body {
  using Flat = Layout<Shape<Int<N>>>;
  struct SharedStorage : cute::aligned_struct<128> {
    cute::array_aligned<float, N> tile;
    alignas(16) cutlass::arch::ClusterTransactionBarrier full;
  };
  CUTLASS_DEVICE void operator()(float const* in, half_t* out, char* bytes) {
    SharedStorage& storage = *reinterpret_cast<SharedStorage*>(bytes);
    Tensor sX = make_tensor(make_smem_ptr(storage.tile.data()), Flat{});
    Tensor gX = make_tensor(make_gmem_ptr(in), Flat{});
    static constexpr uint32_t Bytes = size(Flat{}) * cute::sizeof_bits_v<float> / 8;
    auto bulk = Copy_Traits<SM90_BULK_COPY_AUTO>{};
    if (threadIdx.x == 0) {
      storage.full.init(1);  //! (nothing)
      storage.full.arrive_and_expect_tx(Bytes);  // told
      copy(bulk.with(*reinterpret_cast<uint64_t*>(&storage.full)), gX, sX);
    }
    __syncthreads();
    storage.full.wait(0);
    for (int i = threadIdx.x; i < N; i += 128) out[i] = half_t(sX(i));
  }
};

__global__ void kernel(float const* in, half_t* out) {
  extern __shared__ char bytes[];
  Body<4096> body;
  body(in, out, bytes);
}

void launch(float const* in, half_t* out) { kernel<<<1, 128, sizeof(Body<4096>::SharedStorage)>>>(in, out); }
