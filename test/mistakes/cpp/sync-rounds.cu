// The result goes out by way of a buffer of two tiles that lies in whatever stage was read last.
#include <cute/tensor.hpp>

using namespace cute;

using Stages = Layout<Shape<_32, _64, _3>, Stride<_64, _1, Int<32 * 64>>>;
using Pair = Layout<Shape<_32, _32, _2>, Stride<_32, _1, _1024>>;

__global__ void kernel(float* out, int last) {
  __shared__ float smem[3 * 32 * 64];
  auto stages = make_tensor(make_smem_ptr(smem), Stages{});
  int stage = 0;
  for (int k = 0; k < last; ++k) stage = (stage + 1) % 3;
  auto buffer = make_tensor(stages(_, _, stage).data(), Pair{});
  auto gO = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _32, _8>, Stride<_32, _1, _1024>>{});
  auto put = make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, float>{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _8>>{});
  auto take = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{},
                              Layout<Shape<_1, _4>>{});
  auto in = put.get_slice(threadIdx.x).partition_D(buffer);
  auto from = take.get_slice(threadIdx.x).partition_S(buffer);
  auto to = take.get_slice(threadIdx.x).partition_D(gO);
  auto held = make_fragment_like(in(_, _, _, 0));
  clear(held);
  for (int i = 0; i < 8; i += 2) {
    for (int j = 0; j < 2; ++j) copy(put, held, in(_, _, _, j));
    __syncthreads();  //! (nothing)
    for (int j = 0; j < 2; ++j) copy(take, from(_, _, _, j), to(_, _, _, i + j));  // told
    __syncthreads();
  }
}

void launch(float* out, int last) { kernel<<<1, 128>>>(out, last); }
