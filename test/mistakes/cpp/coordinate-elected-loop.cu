// One thread walks the tiles of the wrong mode; its number is handed to a tensor in the same loop, which changes nothing of it.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* in, float* out) {
  __shared__ float tile[64];
  Tensor gX = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _4096>, Stride<Int<4096>, _1>>{});
  Tensor tiles = local_tile(gX, Shape<_1, _64>{}, make_coord(_, _));  // (1,64,32 rows,64 columns)
  Tensor sX = make_tensor(make_smem_ptr(tile), Layout<_64>{});
  int thread = threadIdx.x;
  float sum = 0.f;
  for (int k = 0; k < 64; ++k) {
    if (thread == 0) {
      for (int i = 0; i < 64; ++i) sX(i) = tiles(0, i, blockIdx.x, k);  //! for (int i = 0; i < 64; ++i) sX(i) = tiles(0, i, k, blockIdx.x);
    }
    __syncthreads();
    sum += sX(thread) + sX(threadIdx.x);
    __syncthreads();
  }
  out[thread] = sum;
}
