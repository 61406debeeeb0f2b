// sizeof of a field is that of all stages; one phase brings one.
#include <cute/tensor.hpp>
#include <cuda/ptx>
#include <cstdint>
namespace ptx = cuda::ptx;

struct Shared {
  alignas(128) float stages[4][1024];
  uint64_t full[4];
};

__global__ void kernel(float const* in, float* out, int rounds) {
  __shared__ Shared shared;
  if (threadIdx.x == 0) {
    for (int i = 0; i < 4; ++i) ptx::mbarrier_init(&shared.full[i], 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    int stage = k % 4;
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &shared.full[stage], sizeof(shared.stages) / 4);  //! ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &shared.full[stage], sizeof(shared.stages));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, &shared.stages[stage][0], in + k * 1024, 4096, &shared.full[stage]);
    }
    while (!ptx::mbarrier_try_wait_parity(&shared.full[stage], (k / 4) & 1)) {
    }
    sum += shared.stages[stage][threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
