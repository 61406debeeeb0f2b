#include <cute/tensor.hpp>
using namespace cute;

template <class TensorA, class TensorB, class TensorC>
__global__ void multiply(TensorA mA, TensorB mB, TensorC mC) {
  __shared__ float smem_a[64 * 8], smem_b[64 * 8];
  auto coord = make_coord(blockIdx.x, blockIdx.y, _);
  auto tile = Shape<_64, _64, _8>{};
  auto gA = local_tile(mA, tile, coord, Step<_1, X, _1>{});
  auto gB = local_tile(mB, tile, coord, Step<X, _1, _1>{});
  auto gC = local_tile(mC, tile, coord, Step<_1, _1, X>{});
  auto sA = make_tensor(make_smem_ptr(smem_a), Layout<Shape<_64, _8>>{});
  auto sB = make_tensor(make_smem_ptr(smem_b), Layout<Shape<_64, _8>>{});
  auto load = Layout<Shape<_32, _8>>{};
  auto threads = Layout<Shape<_16, _16>>{};
  auto tAgA = local_partition(gA, load, threadIdx.x);
  auto tAsA = local_partition(sA, load, threadIdx.x);
  auto tBgB = local_partition(gB, load, threadIdx.x);
  auto tBsB = local_partition(sB, load, threadIdx.x);
  auto tCsA = local_partition(sA, threads, threadIdx.x, Step<_1, X>{});
  auto tCsB = local_partition(sB, threads, threadIdx.x, Step<X, _1>{});  //! auto tCsB = local_partition(sB, threads, threadIdx.x, Step<_1, X>{});
  auto tCgC = local_partition(gC, threads, threadIdx.x, Step<_1, _1>{});
  auto tCrC = make_tensor_like(tCgC);
  clear(tCrC);
  for (int k = 0; k < size<2>(tAgA); ++k) {
    copy(tAgA(_, _, k), tAsA);
    copy(tBgB(_, _, k), tBsB);
    __syncthreads();
    gemm(tCsA, tCsB, tCrC);
    __syncthreads();
  }
  copy(tCrC, tCgC);
}

void launch(float const* a, float const* b, float* c) {
  auto mA = make_tensor(make_gmem_ptr(a), make_shape(512, 128));
  auto mB = make_tensor(make_gmem_ptr(b), make_shape(256, 128));
  auto mC = make_tensor(make_gmem_ptr(c), make_shape(512, 256));
  multiply<<<dim3(8, 4), 256>>>(mA, mB, mC);
}
