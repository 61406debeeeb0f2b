// A transpose through shared memory, with everything that can be lost on the way: look at the hints behind the copies, hover on
// `copy`, and try what it proposes on the layout of sT.
#include <cute/tensor.hpp>

using namespace cute;

__global__ void transpose(float const* in, float* out) {
  __shared__ float shared[32 * 32];
  Tensor gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor gOut = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor sT = make_tensor(make_smem_ptr(shared), Layout<Shape<_32, _32>, Stride<_32, _1>>{});

  auto rows = Layout<Shape<_4, _32>, Stride<_32, _1>>{};
  auto columns = Layout<Shape<_32, _4>>{};
  copy(local_partition(gIn, rows, threadIdx.x), local_partition(sT, rows, threadIdx.x));
  __syncthreads();
  Tensor down = local_partition(sT, columns, threadIdx.x);
  Tensor along = local_partition(gOut, columns, threadIdx.x);
  copy(down, along);
}

void launch(float const* in, float* out) { transpose<<<1, 128>>>(in, out); }
