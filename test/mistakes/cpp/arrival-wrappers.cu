// The project's own functions and classes around PTX, a prologue before the loop.
#include <cute/tensor.hpp>
#include <cstdint>
struct Barrier {
  uint64_t word;
  __device__ uint32_t address() { return cute::cast_smem_ptr_to_uint(&word); }
  __device__ void init(int count) { asm volatile("mbarrier.init.shared.b64 [%0], %1;\n" ::"r"(address()), "r"(count)); }
  __device__ void arrive_bytes(int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;\n" ::"r"(address()), "r"(bytes));
  }
  __device__ void wait(int phase) {
    asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@!p bra AGAIN;\n}\n" ::"r"(address()), "r"(phase));
  }
};
__device__ inline void load(void* to, void const* from, int bytes, Barrier& bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];\n"
               ::"r"(cute::cast_smem_ptr_to_uint(to)), "l"(from), "r"(bytes), "r"(bar.address()) : "memory");
}
__global__ void kernel(float const* in, float* out, int tiles) {
  __shared__ alignas(128) float tile[2][512];
  __shared__ Barrier bars[2];
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; ++s) bars[s].init(1);  //! for (int s = 0; s < 2; ++s) bars[s].init(128);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    bars[0].arrive_bytes(2048);
    load(tile[0], in, 2048, bars[0]);
  }
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0 && t + 1 < tiles) {
      bars[(t + 1) % 2].arrive_bytes(2048);
      load(tile[(t + 1) % 2], in + (t + 1) * 512, 2048, bars[(t + 1) % 2]);
    }
    bars[t % 2].wait((t / 2) & 1);
    out[t * 128 + threadIdx.x] = tile[t % 2][threadIdx.x];
    __syncthreads();
  }
}
void launch(float const* in, float* out) { kernel<<<1, 128>>>(in, out, 16); }
