// Copies that some of the block's threads run: under a test of the thread, of the warp, of the warp's role.
#include <cute/tensor.hpp>

using namespace cute;

/// The first warp copies a tile whose rows are 33 apart; the other warps wait.
__global__ void first_warp(float const* in, float* out) {
  __shared__ alignas(16) float buf[32 * 33];
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _32>>{});
  auto along = Layout<Shape<_1, _32>>{};
  if (threadIdx.x < 32) copy(local_partition(g, along, threadIdx.x), local_partition(s, along, threadIdx.x));
  __syncthreads();
  if (threadIdx.x >= 32 && threadIdx.x < 96) {
    auto down = Layout<Shape<_32, _2>>{};
    copy(local_partition(s, down, threadIdx.x - 32), local_partition(o, down, threadIdx.x - 32));
  }
}

/// Half of the first warp: what the partition says is more than what runs.
__global__ void half_warp(float const* in, float* out) {
  __shared__ alignas(16) float buf[32 * 32];
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _32>>{});
  auto along = Layout<Shape<_4, _32>, Stride<_32, _1>>{};
  Tensor a = local_partition(g, along, threadIdx.x);
  Tensor b = local_partition(s, along, threadIdx.x);
  if (threadIdx.x % 32 < 16) copy(a, b);
  __syncthreads();
  auto down = Layout<Shape<_32, _4>>{};
  Tensor c = local_partition(s, down, threadIdx.x);
  Tensor d = local_partition(o, down, threadIdx.x);
  if (threadIdx.x < 48) copy(c, d);
}

/// Roles by warp: one loads for all, three store.
__global__ void roles(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t buf[96 * 40];
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<Int<96>, _32>, Stride<_32, _1>>{});
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<Int<96>, _32>, Stride<Int<40>, _1>>{});
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<Int<96>, _32>, Stride<_32, _1>>{});
  int const warp = threadIdx.x / 32;
  if (warp == 3) {
    auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_8, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
    auto t = load.get_slice(threadIdx.x % 32);
    copy(load, t.partition_S(g), t.partition_D(s));
    cp_async_fence();
    cp_async_wait<0>();
  }
  __syncthreads();
  if (warp != 3) {
    auto store = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, Layout<Shape<Int<12>, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
    auto t = store.get_slice(threadIdx.x);
    copy(store, t.partition_S(s), t.partition_D(o));
  }
}

/// alpha x + beta y, y read and written.
__global__ void scaled(float const* in, float* out, float alpha, float beta) {
  Tensor x = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  Tensor y = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _16>>{});
  auto threads = Layout<Shape<_64, _2>>{};
  axpby(alpha, local_partition(x, threads, threadIdx.x), beta, local_partition(y, threads, threadIdx.x));
}

int main() {
  void *i, *o;
  cudaMalloc(&i, 1 << 22);
  cudaMalloc(&o, 1 << 22);
  auto f = static_cast<float const*>(i);
  auto fo = static_cast<float*>(o);
  first_warp<<<1, 128>>>(f, fo);
  half_warp<<<1, 128>>>(f, fo);
  roles<<<1, 128>>>(static_cast<half_t const*>(i), static_cast<half_t*>(o));
  scaled<<<1, 128>>>(f, fo, 2.0f, 3.0f);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  return e != cudaSuccess;
}
