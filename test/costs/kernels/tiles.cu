// Kernels launched as templates with their tiles, several blocks and loops: every access of their copies counted by an H200.
#include <cute/tensor.hpp>
#include <cute/algorithm/cooperative_copy.hpp>

using namespace cute;

/// Through shared memory in pieces of 8 bytes, out by single elements, of a matrix whose sides only the run knows.
template <class SmemLayout, int Bm, int Bn>
__global__ void transpose_smem(half_t const* __restrict__ src, half_t* __restrict__ dst, int M, int N) {
  __shared__ alignas(16) half_t smem[cosize_v<SmemLayout>];
  Tensor S = make_tensor(make_gmem_ptr(src), make_layout(make_shape(M, N), LayoutRight{}));
  Tensor D = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(N, M), LayoutRight{}));
  Tensor s = local_tile(S, make_shape(Int<Bm>{}, Int<Bn>{}), make_coord(blockIdx.x, blockIdx.y));
  Tensor d = local_tile(D, make_shape(Int<Bn>{}, Int<Bm>{}), make_coord(blockIdx.y, blockIdx.x));
  Tensor tile = make_tensor(make_smem_ptr(smem), SmemLayout{});
  Tensor tileT = make_tensor(make_smem_ptr(smem), select<1, 0>(SmemLayout{}));
  auto tc = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, make_layout(make_shape(Int<16>{}, Int<8>{}), LayoutRight{}), make_layout(make_shape(_1{}, _4{})));
  auto thr = tc.get_thread_slice(threadIdx.x);
  copy(tc, thr.partition_S(s), thr.partition_D(tile));
  __syncthreads();
  auto tc2 = make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{}, make_layout(make_shape(Int<4>{}, Int<32>{}), LayoutRight{}), make_layout(make_shape(_1{}, _1{})));
  auto thr2 = tc2.get_thread_slice(threadIdx.x);
  copy(tc2, thr2.partition_S(tileT), thr2.partition_D(d));
}

/// ldmatrix without a tiled copy: each lane gives a row.
template <class L>
__global__ void ldsm_raw(half_t const* in, uint32_t* out) {
  extern __shared__ half_t sm[];
  Tensor sA = make_tensor(make_smem_ptr(sm), L{});       // (16,K)
  int lane = threadIdx.x % 32;
  Tensor gA = make_tensor(make_gmem_ptr(in), make_layout(make_shape(_16{}, _64{}), make_stride(_64{}, _1{})));
  cooperative_copy<32, 128>(threadIdx.x, gA, sA);
  __syncthreads();
  Tensor frag = make_tensor<uint32_t>(Shape<_4>{});
  CUTE_UNROLL
  for (int k = 0; k < 4; ++k) {
    Tensor rows = local_tile(sA, Shape<_16, _16>{}, make_coord(0, k));
    Tensor row = local_tile(rows, Shape<_1, _8>{}, make_coord(lane % 16, lane / 16));
    copy(Copy_Atom<SM75_U32x4_LDSM_N, uint32_t>{}, recast<uint32_t>(row(0, _)), frag);
    for (int i = 0; i < 4; ++i) out[(k * 4 + i) * 32 + lane] = frag(i);
  }
}

/// cp.async of 8 bytes into padded rows, by threads of a plane; then down the columns.
template <int Pad>
__global__ void cpasync_padded(float const* in, float* out, int ld) {
  __shared__ alignas(16) float buf[64 * (32 + Pad)];
  auto sL = make_layout(make_shape(Int<64>{}, Int<32>{}), make_stride(Int<32 + Pad>{}, Int<1>{}));
  Tensor g = make_tensor(make_gmem_ptr(in), make_shape(Int<64>{}, Int<32>{}), make_stride(ld, Int<1>{}));
  Tensor s = make_tensor(make_smem_ptr(buf), sL);
  int tid = threadIdx.y * blockDim.x + threadIdx.x;
  TiledCopy cp = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint64_t>, float>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, _2>>{});
  ThrCopy thr = cp.get_slice(tid);
  Tensor tg = thr.partition_S(g);
  Tensor ts = thr.partition_D(s);
  CUTE_UNROLL
  for (int m = 0; m < size<1>(tg); ++m) copy(cp, tg(_, m, _), ts(_, m, _));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  // a column per warp, down the rows
  Tensor tsc = local_partition(s, Layout<Shape<_32, _4>>{}, tid);
  Tensor o = make_tensor(make_gmem_ptr(out), make_layout(make_shape(Int<64>{}, Int<32>{})));
  Tensor toc = local_partition(o, Layout<Shape<_32, _4>>{}, tid);
  copy(tsc, toc);
}

/// ldmatrix.trans of B, which cp.async past L1 brought.
template <class SB>
__global__ void ldsm_b_trans(bfloat16_t const* in, float* out) {
  __shared__ alignas(128) bfloat16_t buf[cosize_v<SB>];
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_128, _32>, Stride<_1, _128>>{});
  Tensor s = make_tensor(make_smem_ptr(buf), SB{});
  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, bfloat16_t>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_8, _1>>{});
  auto t = g2s.get_slice(threadIdx.x);
  copy(g2s, t.partition_S(g), t.partition_D(s));
  cp_async_fence(); cp_async_wait<0>(); __syncthreads();
  TiledMMA mma = make_tiled_mma(MMA_Atom<SM80_16x8x16_F32BF16BF16F32_TN>{}, Layout<Shape<_1, _4, _1>>{}, Tile<_16, _64, _16>{});
  ThrMMA tm = mma.get_slice(threadIdx.x);
  Tensor rB = tm.partition_fragment_B(s);
  auto s2r = make_tiled_copy_B(Copy_Atom<SM75_U16x8_LDSM_T, bfloat16_t>{}, mma);
  auto ts = s2r.get_slice(threadIdx.x);
  Tensor sv = ts.partition_S(s);
  Tensor rv = ts.retile_D(rB);
  for (int k = 0; k < size<2>(rB); ++k) copy(s2r, sv(_, _, k), rv(_, _, k));
  float acc = 0;
  for (int i = 0; i < size(rB); ++i) acc += float(rB(i));
  out[threadIdx.x] = acc;
}

/// Neighbouring threads store rows: the elements of a row are joined, the threads lie apart.
__global__ void store_down(half_t const* in, half_t* out, int m, int n) {
  Tensor mI = make_tensor(make_gmem_ptr(in), make_shape(m, n), LayoutLeft{});
  Tensor mO = make_tensor(make_gmem_ptr(out), make_shape(m, n), LayoutRight{});
  Tensor gI = local_tile(mI, Shape<_128, _8>{}, make_coord(blockIdx.x, _0{}));
  Tensor gO = local_tile(mO, Shape<_128, _8>{}, make_coord(blockIdx.x, _0{}));
  Tensor tI = local_partition(gI, Layout<Shape<_128, _1>>{}, threadIdx.x);
  Tensor tO = local_partition(gO, Layout<Shape<_128, _1>>{}, threadIdx.x);
  Tensor r = make_fragment_like(tI);
  copy(tI, r);
  copy(r, tO);
}

/// Elements of 8 bytes, pairs of rows in a warp, rows of 18.
__global__ void pairs_8(double const* in, double* out) {
  __shared__ double buf[32 * 18];
  auto lay = Layout<Shape<_32, _16>, Stride<Int<18>, _1>>{};
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _16>, Stride<_16, _1>>{});
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _16>, Stride<_1, _32>>{});
  Tensor s = make_tensor(make_smem_ptr(buf), lay);
  auto rows = Layout<Shape<Shape<_2, _4>, _16>, Stride<Stride<_1, _32>, _2>>{};
  Tensor a = local_partition(g, rows, threadIdx.x);
  Tensor b = local_partition(s, rows, threadIdx.x);
  copy(a, b);
  __syncthreads();
  Tensor c = local_partition(s, Layout<Shape<_32, _4>>{}, threadIdx.x);
  Tensor d = local_partition(o, Layout<Shape<_32, _4>>{}, threadIdx.x);
  copy(c, d);
}

/// stmatrix of a warpgroup's accumulators.
template <class L>
__global__ void stsm_wg(float const* in, half_t* out) {
  __shared__ alignas(128) half_t buf[cosize_v<L>];
  Tensor s = make_tensor(make_smem_ptr(buf), L{});
  auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  Tensor acc = partition_fragment_C(mma, Shape<_64, _64>{});
  for (int i = 0; i < size(acc); ++i) acc(i) = in[i * 128 + threadIdx.x];
  Tensor h = make_tensor_like<half_t>(acc);
  for (int i = 0; i < size(acc); ++i) h(i) = half_t(acc(i));
  auto r2s = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto t = r2s.get_thread_slice(threadIdx.x);
  copy(r2s, t.retile_S(h), t.partition_D(s));
  __syncthreads();
  Tensor gO = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto s2g = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto u = s2g.get_slice(threadIdx.x);
  copy(s2g, u.partition_S(s), u.partition_D(gO));
}

/// 16 bytes in along rows, out down the columns of vectors.
template <class L>
__global__ void vec16(float const* in, float* out) {
  __shared__ alignas(16) float buf[cosize_v<L>];
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  Tensor s = make_tensor(make_smem_ptr(buf), L{});
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto tc = make_tiled_copy(Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, float>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  auto t = tc.get_slice(threadIdx.x);
  copy(tc, t.partition_S(g), t.partition_D(s));
  __syncthreads();
  auto td = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _4>>{});
  auto u = td.get_slice(threadIdx.x);
  Tensor r = make_fragment_like(u.partition_S(s));
  copy(td, u.partition_S(s), r);
  copy(td, r, u.partition_D(o));
}

/// Bytes: pairs in, single ones out.
__global__ void bytes_2(int8_t const* in, int8_t* out) {
  __shared__ alignas(16) int8_t buf[64 * 66];
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<_64, _64>, Stride<Int<66>, _1>>{});
  Tensor st = make_tensor(make_smem_ptr(buf), Layout<Shape<_64, _64>, Stride<_1, Int<66>>>{});
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto ld = make_tiled_copy(Copy_Atom<UniversalCopy<uint16_t>, int8_t>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{}, Layout<Shape<_1, _2>>{});
  auto t = ld.get_slice(threadIdx.x);
  copy(ld, t.partition_S(g), t.partition_D(s));
  __syncthreads();
  auto back = make_tiled_copy(Copy_Atom<UniversalCopy<int8_t>, int8_t>{}, Layout<Shape<_4, _64>, Stride<_64, _1>>{});
  auto u = back.get_slice(threadIdx.x);
  copy(back, u.partition_S(st), u.partition_D(o));
}

/// ldmatrix of 32-bit elements, one, two and four matrices at a time.
template <class Op, class L>
__global__ void ldsm_small(tfloat32_t const* in, float* out) {
  __shared__ alignas(128) tfloat32_t buf[cosize_v<L>];
  Tensor s = make_tensor(make_smem_ptr(buf), L{});
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto ld = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, tfloat32_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  auto t = ld.get_slice(threadIdx.x);
  copy(ld, t.partition_S(g), t.partition_D(s));
  __syncthreads();
  auto mma = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _8>{});
  auto tm = mma.get_slice(threadIdx.x);
  Tensor rA = tm.partition_fragment_A(s);
  auto s2r = make_tiled_copy_A(Copy_Atom<Op, tfloat32_t>{}, mma);
  auto u = s2r.get_slice(threadIdx.x);
  copy(s2r, u.partition_S(s), u.retile_D(rA));
  float acc = 0;
  for (int i = 0; i < size(rA); ++i) acc += float(rA(i));
  out[threadIdx.x] = acc;
}

int main() {
  void *in, *out;
  cudaMalloc(&in, 1 << 22); cudaMalloc(&out, 1 << 22);
  auto h = (half_t const*)in; auto ho = (half_t*)out;
  auto f = (float const*)in; auto fo = (float*)out;
  using P = Layout<Shape<_32, _64>, Stride<_64, _1>>;
  using Q = Layout<Shape<_32, _64>, Stride<Int<68>, _1>>;
  transpose_smem<P, 32, 64><<<dim3(2, 2), 128>>>(h, ho, 64, 128);
  transpose_smem<Q, 32, 64><<<dim3(2, 2), 128>>>(h, ho, 64, 128);
  using A0 = Layout<Shape<_16, _64>, Stride<_64, _1>>;
  using A1 = Layout<Shape<_16, _64>, Stride<Int<72>, _1>>;
  using A2 = decltype(tile_to_shape(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}), Shape<_16, _64>{}));
  ldsm_raw<A0><<<1, 32, 4096>>>(h, (uint32_t*)out);
  ldsm_raw<A1><<<1, 32, 4096>>>(h, (uint32_t*)out);
  ldsm_raw<A2><<<1, 32, 4096>>>(h, (uint32_t*)out);
  cpasync_padded<2><<<1, dim3(32, 4)>>>(f, fo, 32);
  cpasync_padded<4><<<1, dim3(32, 4)>>>(f, fo, 32);
  using B0 = Layout<Shape<_128, _32>>;
  using B1 = Layout<Shape<_128, _32>, Stride<_1, Int<136>>>;
  using B2 = decltype(tile_to_shape(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _8>>{}), Shape<_128, _32>{}));
  ldsm_b_trans<B0><<<1, 128>>>((bfloat16_t const*)in, fo);
  ldsm_b_trans<B1><<<1, 128>>>((bfloat16_t const*)in, fo);
  ldsm_b_trans<B2><<<1, 128>>>((bfloat16_t const*)in, fo);
  store_down<<<4, 128>>>(h, ho, 512, 8);
  pairs_8<<<1, 128>>>((double const*)in, (double*)out);
  stsm_wg<Layout<Shape<_64, _64>, Stride<_64, _1>>><<<1, 128>>>(f, ho);
  stsm_wg<Layout<Shape<_64, _64>, Stride<Int<72>, _1>>><<<1, 128>>>(f, ho);
  stsm_wg<decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}))><<<1, 128>>>(f, ho);
  vec16<Layout<Shape<_64, _32>, Stride<_32, _1>>><<<1, 128>>>(f, fo);
  vec16<Layout<Shape<_64, _32>, Stride<Int<36>, _1>>><<<1, 128>>>(f, fo);
  vec16<decltype(composition(Swizzle<3, 2, 3>{}, Layout<Shape<_64, _32>, Stride<_32, _1>>{}))><<<1, 128>>>(f, fo);
  bytes_2<<<1, 256>>>((int8_t const*)in, (int8_t*)out);
  using T0 = Layout<Shape<_32, _32>, Stride<_32, _1>>;
  using T1 = decltype(composition(Swizzle<3, 2, 3>{}, T0{}));
  ldsm_small<SM75_U32x4_LDSM_N, T0><<<1, 128>>>((tfloat32_t const*)in, fo);
  ldsm_small<SM75_U32x4_LDSM_N, T1><<<1, 128>>>((tfloat32_t const*)in, fo);
  ldsm_small<SM75_U32x2_LDSM_N, T1><<<1, 128>>>((tfloat32_t const*)in, fo);
  ldsm_small<SM75_U32x1_LDSM_N, T0><<<1, 128>>>((tfloat32_t const*)in, fo);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
