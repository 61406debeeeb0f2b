// The bytes of the box that the host encodes the tensor map with.
#include <cuda.h>
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;
template <int B>
__global__ void kernel(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ alignas(128) float tile[B * B];
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, 0, 0, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, B * B * sizeof(float));  //! token = cuda::device::barrier_arrive_tx(bar, 1, B * B);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  for (int i = threadIdx.x; i < 1024; i += 128) out[i] = tile[i];
}
int main() {
  const int N = 32;
  float* d; float* out;
  CUtensorMap map{};
  constexpr uint32_t rank = 2;
  uint64_t size[rank] = {1024, 1024};
  uint64_t stride[rank - 1] = {1024 * sizeof(float)};
  uint32_t box[rank] = {N, N};
  uint32_t elem[rank] = {1, 1};
  cuTensorMapEncodeTiled(&map, CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_FLOAT32, rank, d, size, stride, box, elem,
    CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE, CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B,
    CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_NONE, CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  kernel<N><<<1, 128>>>(map, out);
}
