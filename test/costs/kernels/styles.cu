// Twelve kernels in twelve ways to write a copy, each in two or three variants: tiled copies, plain copy(), copy_if, vectors by
// themselves, loops of an atom, helpers in helpers, functors.
#include <cute/tensor.hpp>
#include <cstdio>

using namespace cute;

/// 1. A transpose by plain copy() of partitions by thread: rows in, columns out.
template <class T, class Smem>
__global__ void plain_partitions(T const* src, T* dst) {
  __shared__ alignas(1024) T buf[cosize_v<Smem>];
  Tensor g = make_tensor(make_gmem_ptr(src), make_shape(_32{}, _32{}), LayoutRight{});
  Tensor o = make_tensor(make_gmem_ptr(dst), make_shape(_32{}, _32{}), LayoutLeft{});
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});
  auto rows = make_layout(make_shape(_4{}, _32{}), LayoutRight{});
  copy(local_partition(g, rows, threadIdx.x), local_partition(s, rows, threadIdx.x));
  __syncthreads();
  auto columns = make_layout(make_shape(_32{}, _4{}));
  copy(local_partition(s, columns, threadIdx.x), local_partition(o, columns, threadIdx.x));
}

/// 2. copy_if of 8 bytes with a predicate of the columns, out as it came.
template <int Pad>
struct Predicated {
  using Smem = Layout<Shape<_64, _32>, Stride<Int<32 + Pad>, _1>>;
  static constexpr int kThreads = 128;

  template <class G, class S>
  __device__ static void in(G const& g, S& s, int tid) {
    auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, float>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{},
                                 Layout<Shape<_1, _2>>{});
    auto thr = tiled.get_slice(tid);
    Tensor tg = thr.partition_S(g);
    Tensor ts = thr.partition_D(s);
    Tensor pred = make_tensor<bool>(make_shape(size<1>(ts), size<2>(ts)), make_stride(_0{}, _1{}));
    CUTE_UNROLL
    for (int i = 0; i < size<1>(pred); ++i) pred(0, i) = true;
    copy_if(tiled, pred, tg, ts);
  }
  template <class S, class G>
  __device__ static void out(S const& s, G& g, int tid) {
    auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, float>{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _1>>{});
    auto thr = tiled.get_slice(tid);
    copy(tiled, thr.partition_S(s), thr.partition_D(g));
  }
};

template <class Policy>
__global__ void predicated(float const* src, float* dst) {
  __shared__ alignas(128) float buf[cosize_v<typename Policy::Smem>];
  Tensor g = make_tensor(make_gmem_ptr(src), make_shape(_64{}, _32{}), LayoutRight{});
  Tensor o = make_tensor(make_gmem_ptr(dst), make_shape(_64{}, _32{}), LayoutLeft{});
  Tensor s = make_tensor(make_smem_ptr(buf), typename Policy::Smem{});
  Policy::in(g, s, threadIdx.x);
  __syncthreads();
  Policy::out(s, o, threadIdx.x);
}

/// 3. Vectors that copy() finds by itself: 8 bytes where the alignment says so, from rows that are as long as Row.
template <int Row>
__global__ void vectors(half_t const* src, half_t* dst) {
  __shared__ alignas(128) half_t buf[64 * Row];
  Tensor s = make_tensor(make_smem_ptr(buf), make_layout(make_shape(_64{}, _16{}), make_stride(Int<Row>{}, _1{})));
  Tensor g = make_tensor(make_gmem_ptr(src), make_layout(make_shape(_64{}, _16{}), LayoutRight{}));
  Tensor o = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_64{}, _16{}), LayoutRight{}));
  Tensor ts = local_tile(s, Shape<_1, _4>{}, make_coord(threadIdx.x / 4, threadIdx.x % 4));
  Tensor tg = local_tile(g, Shape<_1, _4>{}, make_coord(threadIdx.x / 4, threadIdx.x % 4));
  Tensor to = local_tile(o, Shape<_1, _4>{}, make_coord(threadIdx.x / 4, threadIdx.x % 4));
  copy(AutoVectorizingCopyWithAssumedAlignment<64>{}, tg, ts);
  __syncthreads();
  copy(AutoVectorizingCopyWithAssumedAlignment<64>{}, ts, to);
}

/// 4. A loop of one atom over the columns of a partition, in a helper of a helper.
namespace inner {
template <class Atom, class S, class D>
CUTE_DEVICE void one(Atom const& atom, S const& s, D&& d) {
  copy(atom, s, d);
}
template <class Atom, class S, class D>
CUTE_DEVICE void all(Atom const& atom, S const& s, D& d) {
  CUTE_UNROLL
  for (int j = 0; j < size<2>(s); ++j) one(atom, s(_, _, j), d(_, _, j));
}
}  // namespace inner

template <class Smem>
__global__ void looped(bfloat16_t const* src, bfloat16_t* dst) {
  extern __shared__ __align__(1024) char raw[];
  Tensor s = make_tensor(make_smem_ptr(reinterpret_cast<bfloat16_t*>(raw)), Smem{});
  Tensor g = make_tensor(make_gmem_ptr(src), make_layout(Shape<_64, _64>{}, LayoutRight{}));
  Tensor o = make_tensor(make_gmem_ptr(dst), make_layout(Shape<_64, _64>{}, LayoutLeft{}));
  auto in = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, bfloat16_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto ti = in.get_slice(threadIdx.x);
  Tensor a = ti.partition_S(g);
  Tensor b = ti.partition_D(s);
  inner::all(in, a, b);
  __syncthreads();
  auto out = make_tiled_copy(Copy_Atom<UniversalCopy<uint16_t>, bfloat16_t>{}, Layout<Shape<_64, _2>>{}, Layout<Shape<_1, _1>>{});
  auto to = out.get_slice(threadIdx.x);
  Tensor c = to.partition_S(s);
  Tensor d = to.partition_D(o);
  inner::all(out, c, d);
}

/// 5. ldmatrix of two matrices by columns, retiled to what an MMA takes as B.
template <class Smem>
__global__ void matrices_trans(half_t const* src, uint32_t* dst) {
  __shared__ alignas(1024) half_t buf[cosize_v<Smem>];
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});  // (N,K), N contiguous
  Tensor g = make_tensor(make_gmem_ptr(src), make_layout(Shape<_32, _32>{}, LayoutLeft{}));
  auto in = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint64_t>, half_t>{}, Layout<Shape<_8, _8>>{}, Layout<Shape<_4, _1>>{});
  auto ti = in.get_slice(threadIdx.x);
  copy(in, ti.partition_S(g), ti.partition_D(s));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_1, _2>>{}, Tile<_16, _16, _16>{});
  auto tm = mma.get_slice(threadIdx.x);
  Tensor r = tm.partition_fragment_B(s);
  auto ld = make_tiled_copy_B(Copy_Atom<SM75_U16x4_LDSM_T, half_t>{}, mma);
  auto tl = ld.get_slice(threadIdx.x);
  copy(ld, tl.partition_S(s), tl.retile_D(r));
  Tensor words = recast<uint32_t>(r);
  uint32_t sum = 0;
  for (int i = 0; i < size(words); ++i) sum ^= words(i);
  if (sum == 0x12345678u) dst[threadIdx.x] = sum;
}

/// 6. Four bytes of cp.async at a time, transposed on the way, into rows of 16 + Pad floats.
template <int Pad>
__global__ void async_transposed(float const* src, float* dst) {
  __shared__ alignas(128) float buf[32 * (16 + Pad)];
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<_32, _16>, Stride<Int<16 + Pad>, _1>>{});
  Tensor g = make_tensor(make_gmem_ptr(src), Layout<Shape<_32, _16>, Stride<_1, _32>>{});
  Tensor o = make_tensor(make_gmem_ptr(dst), Layout<Shape<_32, _16>, Stride<_16, _1>>{});
  auto in = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint32_t>, float>{}, Layout<Shape<_32, _4>>{});
  auto ti = in.get_slice(threadIdx.x);
  copy(in, ti.partition_S(g), ti.partition_D(s));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  auto out = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _4>>{});
  if constexpr ((16 + Pad) % 4 == 0) {
    auto to = out.get_slice(threadIdx.x);
    copy(out, to.partition_S(s), to.partition_D(o));
  }
}

/// 7. Accumulators to shared memory down columns, then 16 bytes a thread along rows.
template <class Smem>
__global__ void epilogue(half_t* dst) {
  extern __shared__ __align__(1024) half_t shared[];
  Tensor s = make_tensor(make_smem_ptr(shared), Smem{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});
  auto tm = mma.get_slice(threadIdx.x);
  Tensor acc = partition_fragment_C(mma, Shape<_64, _64>{});
  for (int i = 0; i < size(acc); ++i) acc(i) = float(threadIdx.x + i);
  Tensor half = make_fragment_like<half_t>(acc);
  for (int i = 0; i < size(acc); ++i) half(i) = half_t(acc(i));
  auto st = make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, mma);
  auto ts = st.get_slice(threadIdx.x);
  copy(st, ts.retile_S(half), ts.partition_D(s));
  __syncthreads();
  Tensor o = make_tensor(make_gmem_ptr(dst), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto out = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto to = out.get_slice(threadIdx.x);
  copy(out, to.partition_S(s), to.partition_D(o));
}

/// 8. Doubles: 16 bytes in, 8 bytes out down the columns.
template <class Smem>
__global__ void doubles(double const* src, double* dst) {
  __shared__ alignas(1024) double buf[cosize_v<Smem>];
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});
  Tensor g = make_tensor(make_gmem_ptr(src), Layout<Shape<_32, _16>, Stride<_16, _1>>{});
  Tensor o = make_tensor(make_gmem_ptr(dst), Layout<Shape<_32, _16>, Stride<_1, _32>>{});
  auto in = make_tiled_copy(Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, double>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _2>>{});
  auto ti = in.get_slice(threadIdx.x);
  copy(in, ti.partition_S(g), ti.partition_D(s));
  __syncthreads();
  auto out = make_tiled_copy(Copy_Atom<UniversalCopy<double>, double>{}, Layout<Shape<_32, _2>>{});
  auto to = out.get_slice(threadIdx.x);
  copy(out, to.partition_S(s), to.partition_D(o));
}

/// 9. Bytes in pairs, of an element type of one byte: in along rows, out along columns.
template <int Row>
__global__ void byte_pairs(int8_t const* src, int8_t* dst, int ld) {
  __shared__ alignas(128) int8_t buf[64 * Row];
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<_64, _64>, Stride<Int<Row>, _1>>{});
  Tensor g = make_tensor(make_gmem_ptr(src), make_layout(make_shape(_64{}, _64{}), make_stride(ld, _1{})));
  Tensor o = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_64{}, _64{}), make_stride(_1{}, ld)));
  auto in = make_tiled_copy(Copy_Atom<UniversalCopy<uint16_t>, int8_t>{}, Layout<Shape<_4, _32>, Stride<_32, _1>>{}, Layout<Shape<_1, _2>>{});
  auto ti = in.get_slice(threadIdx.x);
  copy(in, ti.partition_S(g), ti.partition_D(s));
  __syncthreads();
  auto out = make_tiled_copy(Copy_Atom<UniversalCopy<uint8_t>, int8_t>{}, Layout<Shape<_64, _2>>{}, Layout<Shape<_1, _1>>{});
  auto to = out.get_slice(threadIdx.x);
  copy(out, to.partition_S(s), to.partition_D(o));
}

/// 10. stmatrix of accumulators, and ldmatrix of what it stored by rows.
template <class Smem>
__global__ void __launch_bounds__(128) matrices_back(uint32_t* dst) {
  __shared__ alignas(1024) half_t buf[cosize_v<Smem>];
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1>>{}, Tile<_64, _16, _16>{});
  auto tm = mma.get_slice(threadIdx.x);
  Tensor c = make_fragment_like<half_t>(partition_fragment_C(mma, Shape<_64, _32>{}));
  for (int i = 0; i < size(c); ++i) c(i) = half_t(float(threadIdx.x + i));
  auto st = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto ts = st.get_slice(threadIdx.x);
  copy(st, ts.retile_S(c), ts.partition_D(s));
  __syncthreads();
  Tensor a = tm.partition_fragment_A(s);
  auto ld = make_tiled_copy_A(Copy_Atom<SM75_U32x2_LDSM_N, half_t>{}, mma);
  auto tl = ld.get_slice(threadIdx.x);
  copy(ld, tl.partition_S(s), tl.retile_D(a));
  Tensor words = recast<uint32_t>(a);
  uint32_t sum = 0;
  for (int i = 0; i < size(words); ++i) sum ^= words(i);
  if (sum == 0x12345678u) dst[threadIdx.x] = sum;
}

/// 11. A functor that owns its storage, called with raw shared memory; rows of cp.async past L1, a block of columns each.
template <class T, int Rows, int Pad>
struct Through {
  static constexpr int kColumns = 64 / sizeof(T);
  using Smem = Layout<Shape<Int<Rows>, Int<kColumns>>, Stride<Int<kColumns + Pad>, _1>>;
  struct SharedStorage { alignas(128) T data[cosize_v<Smem>]; };
  template <class G, class O>
  __device__ void operator()(G const& g, O& o, char* raw) const {
    auto& storage = *reinterpret_cast<SharedStorage*>(raw);
    Tensor s = make_tensor(make_smem_ptr(storage.data), Smem{});
    constexpr int kVector = 16 / sizeof(T);
    auto in = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, T>{}, Layout<Shape<_16, _4>, Stride<_4, _1>>{},
                              Layout<Shape<_1, Int<kVector>>>{});
    auto ti = in.get_slice(threadIdx.x);
    copy(in, ti.partition_S(g), ti.partition_D(s));
    cp_async_fence();
    cp_async_wait<0>();
    __syncthreads();
    auto out = make_tiled_copy(Copy_Atom<UniversalCopy<T>, T>{}, Layout<Shape<_32, _2>>{});
    auto to = out.get_slice(threadIdx.x);
    copy(out, to.partition_S(s), to.partition_D(o));
  }
};

template <class F, class T>
__global__ void functor(T const* src, T* dst, F f) {
  extern __shared__ __align__(1024) char raw[];
  Tensor g = make_tensor(make_gmem_ptr(src), make_layout(make_shape(_32{}, Int<F::kColumns>{}), LayoutRight{}));
  Tensor o = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_32{}, Int<F::kColumns>{}), LayoutLeft{}));
  f(g, o, raw);
}

/// 12. Threads in three rows of 32, a tile of 96 x 8 floats stored down its columns by plain copy().
template <class Smem>
__global__ void three_warps(float const* src, float* dst) {
  __shared__ alignas(128) float buf[cosize_v<Smem>];
  int tid = threadIdx.x + 32 * threadIdx.y;
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});
  Tensor g = make_tensor(make_gmem_ptr(src), Layout<Shape<_96, _8>>{});
  Tensor o = make_tensor(make_gmem_ptr(dst), Layout<Shape<_96, _8>, Stride<_8, _1>>{});
  copy(local_partition(g, Layout<_96>{}, tid), local_partition(s, Layout<_96>{}, tid));
  __syncthreads();
  auto out = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, float>{}, Layout<Shape<_24, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _2>>{});
  auto to = out.get_slice(tid);
  copy(out, to.partition_S(s), to.partition_D(o));
}

int main() {
  void *i, *o;
  cudaMalloc(&i, 1 << 20);
  cudaMalloc(&o, 1 << 20);
  cudaMemset(i, 0, 1 << 20);
  auto f = static_cast<float const*>(i);
  auto fo = static_cast<float*>(o);
  auto h = static_cast<half_t const*>(i);
  auto ho = static_cast<half_t*>(o);
  auto b = static_cast<bfloat16_t const*>(i);
  auto bo = static_cast<bfloat16_t*>(o);
  auto u = static_cast<uint32_t*>(o);
  plain_partitions<float, Layout<Shape<_32, _32>, Stride<_32, _1>>><<<1, 128>>>(f, fo);
  plain_partitions<float, Layout<Shape<_32, _32>, Stride<Int<33>, _1>>><<<1, 128>>>(f, fo);
  plain_partitions<half_t, ComposedLayout<Swizzle<4, 1, 4>, _0, Layout<Shape<_32, _32>, Stride<_32, _1>>>><<<1, 128>>>(h, ho);
  predicated<Predicated<0>><<<1, 128>>>(f, fo);
  predicated<Predicated<2>><<<1, 128>>>(f, fo);
  vectors<16><<<1, 256>>>(h, ho);
  vectors<20><<<1, 256>>>(h, ho);
  looped<Layout<Shape<_64, _64>, Stride<_64, _1>>><<<1, 128, 16384>>>(b, bo);
  looped<Layout<Shape<_64, _64>, Stride<Int<72>, _1>>><<<1, 128, 16384>>>(b, bo);
  looped<ComposedLayout<Swizzle<3, 3, 3>, _0, Layout<Shape<_64, _64>, Stride<_64, _1>>>><<<1, 128, 16384>>>(b, bo);
  matrices_trans<Layout<Shape<_32, _32>, Stride<_1, _32>>><<<1, 64>>>(h, u);
  matrices_trans<Layout<Shape<_32, _32>, Stride<_1, Int<40>>>><<<1, 64>>>(h, u);
  matrices_trans<ComposedLayout<Swizzle<2, 3, 3>, _0, Layout<Shape<_32, _32>, Stride<_1, _32>>>><<<1, 64>>>(h, u);
  async_transposed<0><<<1, 128>>>(f, fo);
  async_transposed<1><<<1, 128>>>(f, fo);
  async_transposed<4><<<1, 128>>>(f, fo);
  epilogue<Layout<Shape<_64, _64>, Stride<_64, _1>>><<<1, 128, 16384>>>(ho);
  epilogue<Layout<Shape<_64, _64>, Stride<Int<72>, _1>>><<<1, 128, 16384>>>(ho);
  epilogue<ComposedLayout<Swizzle<3, 3, 3>, _0, Layout<Shape<_64, _64>, Stride<_64, _1>>>><<<1, 128, 16384>>>(ho);
  doubles<Layout<Shape<_32, _16>, Stride<_16, _1>>><<<1, 64>>>(static_cast<double const*>(i), static_cast<double*>(o));
  doubles<Layout<Shape<_32, _16>, Stride<Int<18>, _1>>><<<1, 64>>>(static_cast<double const*>(i), static_cast<double*>(o));
  doubles<ComposedLayout<Swizzle<3, 1, 4>, _0, Layout<Shape<_32, _16>, Stride<_16, _1>>>><<<1, 64>>>(static_cast<double const*>(i), static_cast<double*>(o));
  byte_pairs<64><<<1, 128>>>(static_cast<int8_t const*>(i), static_cast<int8_t*>(o), 64);
  byte_pairs<68><<<1, 128>>>(static_cast<int8_t const*>(i), static_cast<int8_t*>(o), 64);
  matrices_back<Layout<Shape<_64, _32>, Stride<_32, _1>>><<<1, 128>>>(u);
  matrices_back<Layout<Shape<_64, _32>, Stride<Int<40>, _1>>><<<1, 128>>>(u);
  matrices_back<ComposedLayout<Swizzle<2, 3, 3>, _0, Layout<Shape<_64, _32>, Stride<_32, _1>>>><<<1, 128>>>(u);
  functor<<<1, 64, 8192>>>(f, fo, Through<float, 32, 0>{});
  functor<<<1, 64, 8192>>>(f, fo, Through<float, 32, 4>{});
  functor<<<1, 64, 8192>>>(h, ho, Through<half_t, 32, 8>{});
  three_warps<Layout<Shape<_96, _8>, Stride<_8, _1>>><<<1, dim3(32, 3)>>>(f, fo);
  three_warps<Layout<Shape<_96, _8>, Stride<Int<10>, _1>>><<<1, dim3(32, 3)>>>(f, fo);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  return e != cudaSuccess;
}
