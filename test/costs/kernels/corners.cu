// Corners: planes of threads, some of the warps, predicates, slabs of a warp, rows shorter than a line.
#include <cute/tensor.hpp>

using namespace cute;

struct __align__(128) Shared {
  float a[32 * 33];
  float b[32 * 36];
};

/// Two buffers in one array; warp and lane by shifts; a loop of the run.
__global__ void two_buffers(float const* in, float* out, int tiles) {
  extern __shared__ char raw[];
  Shared& sh = *reinterpret_cast<Shared*>(raw);
  int tid = threadIdx.x + threadIdx.y * blockDim.x;
  int warp = tid >> 5, lane = tid & 31;
  Tensor G = make_tensor(make_gmem_ptr(in), make_shape(_32{}, _32{}, tiles), make_stride(_32{}, _1{}, Int<1024>{}));
  Tensor A = make_tensor(make_smem_ptr(sh.a), Shape<_32, _32>{}, Stride<Int<33>, _1>{});
  Tensor B = make_tensor(make_smem_ptr(sh.b), Shape<_32, _32>{}, Stride<Int<36>, _1>{});
  Tensor O = make_tensor(make_gmem_ptr(out), make_shape(_32{}, _32{}, tiles), make_stride(_1{}, _32{}, Int<1024>{}));
  auto vec = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  auto v = vec.get_slice(tid);
  for (int t = 0; t < tiles; ++t) {
    copy(vec, v.partition_S(G(_, _, t)), v.partition_D(B));
    __syncthreads();
    Tensor col = local_tile(B, Shape<_32, _8>{}, make_coord(0, warp));
    Tensor colA = local_tile(A, Shape<_32, _8>{}, make_coord(0, warp));
    Tensor f = make_fragment_like(col(lane, _));
    copy(col(lane, _), f);
    copy(DefaultCopy{}, f, colA(lane, _));
    __syncthreads();
    Tensor oc = local_tile(O(_, _, t), Shape<_32, _8>{}, make_coord(0, warp));
    copy(colA(lane, _), oc(lane, _));
  }
}

/// Half of the warps load, the other half store.
__global__ void half_of_the_warps(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t buf[64 * 40];
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<_64, _32>, Stride<Int<40>, _1>>{});
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  if (threadIdx.x < 64) {
    auto ld = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint32_t>, half_t>{}, Layout<Shape<_4, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, _2>>{});
    auto t = ld.get_slice(threadIdx.x);
    copy(ld, t.partition_S(g), t.partition_D(s));
    cp_async_fence();
    cp_async_wait<0>();
  }
  __syncthreads();
  if (threadIdx.x >= 64) {
    auto st = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
    auto t = st.get_slice(threadIdx.x - 64);
    copy(st, t.partition_S(s), t.partition_D(o));
  }
}

/// A predicate that holds everywhere.
__global__ void with_predicate(float const* in, float* out, int m) {
  Tensor g = make_tensor(make_gmem_ptr(in), make_shape(m, _32{}), make_stride(_32{}, _1{}));
  Tensor o = make_tensor(make_gmem_ptr(out), make_shape(m, _32{}), make_stride(_1{}, m));
  Tensor c = make_identity_tensor(shape(g));
  Tensor tg = local_partition(local_tile(g, Shape<_64, _32>{}, make_coord(blockIdx.x, 0)), Layout<Shape<_4, _32>, Stride<_32, _1>>{}, threadIdx.x);
  Tensor to = local_partition(local_tile(o, Shape<_64, _32>{}, make_coord(blockIdx.x, 0)), Layout<Shape<_4, _32>, Stride<_32, _1>>{}, threadIdx.x);
  Tensor tc = local_partition(local_tile(c, Shape<_64, _32>{}, make_coord(blockIdx.x, 0)), Layout<Shape<_4, _32>, Stride<_32, _1>>{}, threadIdx.x);
  Tensor p = make_tensor<bool>(shape(tg));
  for (int i = 0; i < size(p); ++i) p(i) = get<0>(tc(i)) < m;
  Tensor r = make_fragment_like(tg);
  clear(r);
  copy_if(p, tg, r);
  copy_if(p, r, to);
}

/// stmatrix.trans into a tile whose columns are contiguous.
template <class L>
__global__ void stsm_trans(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t buf[cosize_v<L>];
  Tensor s = make_tensor(make_smem_ptr(buf), L{});
  auto mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_4, _1>>{}, Tile<_64, _16, _16>{});
  auto tm = mma.get_slice(threadIdx.x);
  Tensor r = make_tensor<half_t>(partition_shape_C(mma, Shape<_64, _32>{}));
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  copy(tm.partition_C(g), r);
  auto r2s = make_tiled_copy_C(Copy_Atom<SM90_U16x8_STSM_T, half_t>{}, mma);
  auto t = r2s.get_slice(threadIdx.x);
  copy(r2s, t.retile_S(r), t.partition_D(s));
  __syncthreads();
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _32>>{});
  auto st = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_4, _1>>{});
  auto u = st.get_slice(threadIdx.x);
  copy(st, u.partition_S(s), u.partition_D(o));
}

/// A slab for each warp in an array of arrays of float2.
__global__ void slabs(float2 const* in, float2* out) {
  __shared__ alignas(16) float2 buf[4][32 * 9];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  Tensor s = make_tensor(make_smem_ptr(&buf[warp][0]), Layout<Shape<_32, _8>, Stride<_9, _1>>{});
  Tensor g = make_tensor(make_gmem_ptr(in + warp * 256), Layout<Shape<_32, _8>, Stride<_8, _1>>{});
  Tensor o = make_tensor(make_gmem_ptr(out + warp * 256), Layout<Shape<_32, _8>, Stride<_8, _1>>{});
  Tensor a = local_partition(g, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, lane);
  Tensor b = local_partition(s, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, lane);
  copy(a, b);
  __syncwarp();
  copy(DefaultCopy{}, s(lane, _), o(lane, _));
}

/// A swizzled tile of doubles.
__global__ void doubles(double const* in, double* out) {
  __shared__ alignas(128) double buf[32 * 32];
  auto sw = composition(Swizzle<4, 0, 5>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor s = make_tensor(make_smem_ptr(buf), sw);
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _32>>{});
  copy(local_partition(g, Layout<Shape<_4, _32>, Stride<_32, _1>>{}, threadIdx.x), local_partition(s, Layout<Shape<_4, _32>, Stride<_32, _1>>{}, threadIdx.x));
  __syncthreads();
  copy(local_partition(s, Layout<Shape<_32, _4>>{}, threadIdx.x), local_partition(o, Layout<Shape<_32, _4>>{}, threadIdx.x));
}

/// cp.async into padded rows that are shorter than a line, or as long.
template <class Op, int W, int Pad>
__global__ void cp_narrow(half_t const* in, half_t* out, int ld) {
  __shared__ alignas(128) half_t buf[64 * (W + Pad)];
  Tensor g = make_tensor(make_gmem_ptr(in), make_shape(_64{}, Int<W>{}), make_stride(ld, _1{}));
  Tensor s = make_tensor(make_smem_ptr(buf), Shape<_64, Int<W>>{}, Stride<Int<W + Pad>, _1>{});
  auto c = make_tiled_copy(Copy_Atom<Op, half_t>{}, Layout<Shape<Int<1024 / W>, Int<W / 8>>, Stride<Int<W / 8>, _1>>{}, Layout<Shape<_1, _8>>{});
  auto t = c.get_slice(threadIdx.x);
  copy(c, t.partition_S(g), t.partition_D(s));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  Tensor o = make_tensor(make_gmem_ptr(out), Shape<_64, Int<W>>{}, LayoutLeft{});
  copy(local_partition(s, Layout<Shape<_64, _2>>{}, threadIdx.x), local_partition(o, Layout<Shape<_64, _2>>{}, threadIdx.x));
}

/// Three warps.
__global__ void three_warps(float const* in, float* out) {
  __shared__ float buf[96 * 17];
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_16, Int<96>>, Stride<Int<96>, _1>>{});
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<_16, Int<96>>, Stride<_1, Int<17>>>{});
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_16, Int<96>>, Stride<_1, _16>>{});
  copy(local_partition(g, Layout<Shape<_1, Int<96>>>{}, threadIdx.x), local_partition(s, Layout<Shape<_1, Int<96>>>{}, threadIdx.x));
  __syncthreads();
  copy(local_partition(s, Layout<Shape<_16, Int<6>>>{}, threadIdx.x), local_partition(o, Layout<Shape<_16, Int<6>>>{}, threadIdx.x));
}

int main() {
  void *in, *out;
  cudaMalloc(&in, 1 << 22); cudaMalloc(&out, 1 << 22); cudaMemset(in, 0, 1 << 22);
  auto h = (half_t const*)in; auto ho = (half_t*)out;
  auto f = (float const*)in; auto fo = (float*)out;
  two_buffers<<<1, dim3(16, 8), sizeof(Shared)>>>(f, fo, 2);
  half_of_the_warps<<<1, 128>>>(h, ho);
  with_predicate<<<2, 128>>>(f, fo, 128);
  stsm_trans<Layout<Shape<_64, _32>>><<<1, 128>>>(h, ho);
  stsm_trans<Layout<Shape<_64, _32>, Stride<_1, Int<72>>>><<<1, 128>>>(h, ho);
  slabs<<<1, 128>>>((float2 const*)in, (float2*)out);
  doubles<<<1, 128>>>((double const*)in, (double*)out);
  cp_narrow<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, 32, 8><<<1, 128>>>(h, ho, 32);
  cp_narrow<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, 32, 8><<<1, 128>>>(h, ho, 32);
  cp_narrow<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, 64, 8><<<1, 128>>>(h, ho, 128);
  cp_narrow<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, 64, 8><<<1, 128>>>(h, ho, 128);
  three_warps<<<1, 96>>>(f, fo);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
