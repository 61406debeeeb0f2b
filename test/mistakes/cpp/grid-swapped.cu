#include <cute/tensor.hpp>
using namespace cute;

template <class In, class Out>
__global__ void transpose(In in, Out out) {
  __shared__ float tile[32 * 33];
  auto sT = make_tensor(make_smem_ptr(tile), make_layout(Shape<_32, _32>{}, Stride<_33, _1>{}));
  auto gIn = local_tile(in, Shape<_32, _32>{}, make_coord(blockIdx.y, blockIdx.x));
  auto gOut = local_tile(out, Shape<_32, _32>{}, make_coord(blockIdx.x, blockIdx.y));
  for (int row = threadIdx.y; row < 32; row += 8) sT(row, threadIdx.x) = gIn(row, threadIdx.x);
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += 8) gOut(row, threadIdx.x) = sT(threadIdx.x, row);
}

void launch(float const* in, float* out, int rows, int columns) {
  auto mIn = make_tensor(make_gmem_ptr(in), make_shape(rows, columns), make_stride(columns, _1{}));
  auto mOut = make_tensor(make_gmem_ptr(out), make_shape(columns, rows), make_stride(rows, _1{}));
  dim3 grid(ceil_div(columns, 32), ceil_div(rows, 32));  //! dim3 grid(ceil_div(rows, 32), ceil_div(columns, 32));
  transpose<<<grid, dim3(32, 8)>>>(mIn, mOut);
}
