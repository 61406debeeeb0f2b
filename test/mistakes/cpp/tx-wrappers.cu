// Functions of the project around PTX: the bytes of the copy that they bring.
#include <cstdint>
__device__ inline uint32_t shared(void const* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ inline void init(uint64_t* bar, int n) { asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared(bar)), "r"(n)); }
__device__ inline void expect(uint32_t bar, int n) { asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(bar), "r"(n)); }
__device__ inline void await(uint32_t bar, int phase) {
  asm volatile("{\n.reg .pred p;\nW:\nmbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@!p bra W;\n}" ::"r"(bar), "r"(phase));
}
__device__ inline void load(uint32_t to, void const* from, int bytes, uint32_t bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(to), "l"(from), "r"(bytes), "r"(bar) : "memory");
}
__global__ void kernel(float const* in, float* out) {
  __shared__ alignas(128) float tile[512];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(shared(&full), 512 * sizeof(float));  //! expect(shared(&full), 512);
    load(shared(tile), in, 512 * sizeof(float), shared(&full));
  }
  await(shared(&full), 0);
  out[threadIdx.x] = tile[threadIdx.x];
}
void launch(float const* in, float* out) { kernel<<<1, 128>>>(in, out); }
