// The project elects the thread by a function of its own around `elect.sync`; the other copy is every thread's.
#include <cuda.h>
#include <cstdint>
__device__ inline uint32_t elect() {
  uint32_t chosen = 0;
  asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.b32 %0, 1, 0, p;\n}\n" : "=r"(chosen));
  return chosen;
}
__device__ inline uint32_t shared(void const* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ inline void init(uint32_t bar, int n) { asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(bar), "r"(n)); }
__device__ inline void load(uint32_t to, CUtensorMap const* map, int x, int y, uint32_t bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(bar) : "memory");
}
__global__ void kernel(__grid_constant__ const CUtensorMap map) {
  __shared__ alignas(128) float tile[2][32 * 32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) init(shared(&full), 1);
  __syncthreads();
  if (threadIdx.x < 32) {
    if (elect()) load(shared(tile[0]), &map, 0, 0, shared(&full));
    if (threadIdx.x == 0) {  //! {
      load(shared(tile[1]), &map, 32, 0, shared(&full));  // told
    }
  }
}
void launch(CUtensorMap const& map) { kernel<<<1, 128>>>(map); }
