// Nine kernels written after the costs were: ways into, out of and through shared memory, each in two or three variants.
#include <cute/tensor.hpp>

using namespace cute;

/// 1. float, 64 x 32: cp.async of 16 bytes into rows of 32 + Pad, back down the columns, out along them.
template <int Pad>
__global__ void through_async(float const* A, float* B, int lda, int ldb) {
  constexpr int BM = 64, BN = 32;
  auto cta_tiler = make_shape(Int<BM>{}, Int<BN>{});
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(BM * int(gridDim.x), Int<BN>{}), make_stride(lda, _1{}));
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(Int<BN>{}, BM * int(gridDim.x)), make_stride(ldb, _1{}));
  Tensor gA = local_tile(mA, cta_tiler, make_coord(blockIdx.x, _0{}));
  Tensor gB = local_tile(mB, make_shape(Int<BN>{}, Int<BM>{}), make_coord(_0{}, blockIdx.x));
  __shared__ alignas(128) float smem[BM * (BN + Pad)];
  auto sLayout = make_layout(cta_tiler, make_stride(Int<BN + Pad>{}, _1{}));
  Tensor sA = make_tensor(make_smem_ptr(smem), sLayout);
  Tensor sAt = make_tensor(make_smem_ptr(smem), make_layout(make_shape(Int<BN>{}, Int<BM>{}), make_stride(_1{}, Int<BN + Pad>{})));

  TiledCopy in = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, float>{},
                                 make_layout(Shape<_32, _8>{}, LayoutRight{}), make_layout(Shape<_1, _4>{}));
  ThrCopy thr_in = in.get_slice(threadIdx.x);
  copy(in, thr_in.partition_S(gA), thr_in.partition_D(sA));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();

  TiledCopy outc = make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, float>{}, make_layout(Shape<_4, _64>{}, LayoutRight{}));
  ThrCopy thr_out = outc.get_slice(threadIdx.x);
  Tensor tS = thr_out.partition_S(sAt);
  Tensor tG = thr_out.partition_D(gB);
  Tensor tR = make_fragment_like(tS);
  copy(outc, tS, tR);
  copy(outc, tR, tG);
}

/// 2. half, 32 x 128: 8 bytes in, 2 bytes out transposed, of tiles that a permutation orders.
template <class Smem>
__global__ void through_half(half_t const* src, half_t* dst) {
  __shared__ alignas(1024) half_t buf[cosize_v<Smem>];
  Tensor g = make_tensor(make_gmem_ptr(src), make_shape(_32{}, _128{}), LayoutRight{});
  Tensor o = make_tensor(make_gmem_ptr(dst), make_shape(_128{}, _32{}), LayoutRight{});
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});
  Tensor st = make_tensor(s.data(), composition(Smem{}, make_layout(make_shape(_128{}, _32{}), LayoutRight{})));
  auto ld = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, Layout<Shape<_2, _32>, Stride<_32, _1>>{}, Layout<Shape<_1, _4>>{});
  auto tl = ld.get_thread_slice(threadIdx.x);
  Tensor part = tl.partition_S(g);
  Tensor frg = make_fragment_like(part);
  copy(ld, part, frg);
  copy(ld, frg, tl.partition_D(s));
  __syncthreads();
  Tensor from = local_partition(st, Layout<Shape<_2, _32>, Stride<_32, _1>>{}, threadIdx.x);
  Tensor to = local_partition(o, Layout<Shape<_2, _32>, Stride<_32, _1>>{}, threadIdx.x);
  copy(from, to);
}

/// What was read is kept by storing it, 4 bytes at a time.
template <class Fragment>
__device__ void keep(Fragment const& r, uint32_t* out) {
  Tensor words = recast<uint32_t>(r);
  CUTE_UNROLL
  for (int i = 0; i < size(words); ++i) out[i * blockDim.x + threadIdx.x] = words(i);
}

/// 3. ldmatrix.x2 of B, 64 x 64 bf16 along K, eight warps in a plane of two by four.
template <class Smem>
__global__ void matrices_of_b(bfloat16_t const* in, uint32_t* out) {
  extern __shared__ uint128_t raw[];
  Tensor s = make_tensor(make_smem_ptr(reinterpret_cast<bfloat16_t*>(raw)), Smem{});
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto fill = make_tiled_copy(Copy_Atom<AutoVectorizingCopy, bfloat16_t>{}, Layout<Shape<_32, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  copy(fill, fill.get_slice(threadIdx.x).partition_S(g), fill.get_slice(threadIdx.x).partition_D(s));
  __syncthreads();
  auto mma = make_tiled_mma(SM80_16x8x16_F32BF16BF16F32_TN{}, Layout<Shape<_2, _4>>{}, Tile<_32, _32, _16>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto load = make_tiled_copy_B(Copy_Atom<SM75_U32x2_LDSM_N, bfloat16_t>{}, mma);
  auto tload = load.get_slice(threadIdx.x);
  Tensor r = thr.partition_fragment_B(s);
  Tensor from = tload.partition_S(s);
  Tensor to = tload.retile_D(r);
  CUTE_UNROLL
  for (int k = 0; k < size<2>(from); ++k) copy(load, from(_, _, k), to(_, _, k));
  keep(r, out);
}

/// 4. ldmatrix.trans.x4 of A, 64 along M x 32 of K, columns of 64 + Pad, in two stages.
template <int Pad>
__global__ void transposed_a(half_t const* in, uint32_t* out) {
  __shared__ alignas(128) half_t buf[2 * 32 * (64 + Pad)];
  auto tile = make_layout(make_shape(_64{}, _32{}, _2{}), make_stride(_1{}, Int<64 + Pad>{}, Int<32 * (64 + Pad)>{}));
  Tensor s = make_tensor(make_smem_ptr(buf), tile);
  Tensor g = make_tensor(make_gmem_ptr(in), make_layout(make_shape(_64{}, _32{}, _2{})));
  auto fill = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint64_t>, half_t>{}, Layout<Shape<_16, _4>>{}, Layout<Shape<_4, _1>>{});
  auto tf = fill.get_slice(threadIdx.x);
  Tensor from = tf.partition_S(g);
  Tensor to = tf.partition_D(s);
  for (int stage = 0; stage < 2; ++stage) copy(fill, from(_, _, _, stage), to(_, _, _, stage));
  cp_async_fence(); cp_async_wait<0>(); __syncthreads();
  TiledMMA mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_2, _1>>{}, Tile<_32, _16, _16>{});
  auto load = make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T, half_t>{}, mma);
  auto tl = load.get_slice(threadIdx.x);
  Tensor r = mma.get_slice(threadIdx.x).partition_fragment_A(s(_, _, 0));
  for (int stage = 0; stage < 2; ++stage) {
    copy(load, tl.partition_S(s)(_, _, _, stage), tl.retile_D(r));
    keep(r, out + stage * 1024);
  }
}

/// 5. Tiles made of an atom of 8 rows: cp.async of 16 bytes, ldmatrix.x4 of A, half, 128 x 32, four warps along M.
template <class Atom>
__global__ void of_atoms(half_t const* in, uint32_t* out, int ld) {
  using Smem = decltype(tile_to_shape(Atom{}, Shape<_128, _32>{}));
  __shared__ alignas(1024) half_t buf[cosize_v<Smem>];
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});
  Tensor g = make_tensor(make_gmem_ptr(in), make_shape(_128{}, _32{}), make_stride(ld, _1{}));
  auto fill = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto tf = fill.get_slice(threadIdx.x);
  copy(fill, tf.partition_S(g), tf.partition_D(s));
  cp_async_fence(); cp_async_wait<0>(); __syncthreads();
  auto mma = make_tiled_mma(MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}, Layout<Shape<_4, _1, _1>>{}, Tile<_64, _16, _16>{});
  auto load = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto tl = load.get_slice(threadIdx.x);
  Tensor r = mma.get_slice(threadIdx.x).partition_fragment_A(s);
  copy(load, tl.partition_S(s), tl.retile_D(r));
  keep(r, out);
}

/// 6. cp.async of 4 bytes into rows of 16 + Pad floats by three warps; each warp reads back rows, 8 bytes a thread where they align.
template <int Pad>
__global__ void async_words(float const* in, float* out, int ld) {
  __shared__ alignas(16) float buf[48 * (16 + Pad)];
  Tensor s = make_tensor(make_smem_ptr(buf), Shape<Int<48>, _16>{}, Stride<Int<16 + Pad>, _1>{});
  Tensor g = make_tensor(make_gmem_ptr(in), make_shape(Int<48>{}, _16{}), make_stride(ld, _1{}));
  auto fill = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint32_t>, float>{}, Layout<Shape<_6, _16>, Stride<_16, _1>>{});
  auto tf = fill.get_slice(threadIdx.x);
  copy(fill, tf.partition_S(g), tf.partition_D(s));
  cp_async_fence(); cp_async_wait<0>(); __syncthreads();
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<Int<48>, _16>, Stride<_16, _1>>{});
  auto back = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, float>{}, Layout<Shape<Int<48>, _2>>{}, Layout<Shape<_1, _2>>{});
  auto tb = back.get_slice(threadIdx.x);
  copy(back, tb.partition_S(s), tb.partition_D(o));
}

/// 7. Stores down columns of a row-major matrix: V floats of each row a thread.
template <class V, int Ld>
__global__ void down_columns(float const* in, float* out) {
  constexpr int N = sizeof(V) / 4;
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_128, _16>>{});
  Tensor o = make_tensor(make_gmem_ptr(out), make_shape(_128{}, _16{}), make_stride(Int<Ld>{}, _1{}));
  auto st = make_tiled_copy(Copy_Atom<UniversalCopy<V>, float>{}, Layout<Shape<_64, _2>>{}, Layout<Shape<_1, Int<N>>>{});
  auto t = st.get_slice(threadIdx.x);
  Tensor to = t.partition_D(o);
  Tensor r = make_fragment_like(to);
  copy(t.partition_S(g), r);
  copy(st, r, to);
}

/// 8. 2-byte elements: columns in, rows out, by 128 threads, in a loop over tiles of two blocks.
template <int Pad>
__global__ void two_bytes(int16_t const* in, int16_t* out, int tiles) {
  __shared__ int16_t buf[64 * (32 + Pad)];
  Tensor s = make_tensor(make_smem_ptr(&buf[0]), make_layout(Shape<_64, _32>{}, make_stride(Int<32 + Pad>{}, _1{})));
  Tensor mI = make_tensor(make_gmem_ptr(in), make_shape(_64{}, 32 * tiles));
  Tensor mO = make_tensor(make_gmem_ptr(out), make_shape(_64{}, 32 * tiles), make_stride(32 * tiles, _1{}));
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    Tensor gI = local_tile(mI, Shape<_64, _32>{}, make_coord(_0{}, tile));
    Tensor gO = local_tile(mO, Shape<_64, _32>{}, make_coord(_0{}, tile));
    auto down = Layout<Shape<_64, _2>>{};
    copy(local_partition(gI, down, threadIdx.x), local_partition(s, down, threadIdx.x));
    __syncthreads();
    auto along = Layout<Shape<_4, _32>, Stride<_32, _1>>{};
    copy(local_partition(s, along, threadIdx.x), local_partition(gO, along, threadIdx.x));
    __syncthreads();
  }
}

/// 9. 8-byte elements, 16 x 32: rows in, columns out of a plain, a padded and a permuted tile.
template <class Smem>
__global__ void eight_bytes(int64_t const* in, int64_t* out) {
  __shared__ int64_t buf[cosize_v<Smem>];
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});
  Tensor g = make_tensor(make_gmem_ptr(in), Shape<_16, _32>{}, GenRowMajor{});
  Tensor o = make_tensor(make_gmem_ptr(out), Shape<_16, _32>{}, GenColMajor{});
  auto rows = Layout<Shape<_4, _32>, Stride<_32, _1>>{};
  Tensor a = local_partition(g, rows, threadIdx.x);
  Tensor b = local_partition(s, rows, threadIdx.x);
  copy(a, b);
  __syncthreads();
  auto cols = Layout<Shape<_16, _8>>{};
  Tensor c = local_partition(s, cols, threadIdx.x);
  Tensor d = local_partition(o, cols, threadIdx.x);
  copy(c, d);
}

int main() {
  void *i, *o;
  cudaMalloc(&i, 1 << 22);
  cudaMalloc(&o, 1 << 22);
  auto f = static_cast<float const*>(i);
  auto fo = static_cast<float*>(o);
  auto h = static_cast<half_t const*>(i);
  auto b = static_cast<bfloat16_t const*>(i);
  auto u = static_cast<uint32_t*>(o);

  through_async<0><<<2, 256>>>(f, fo, 32, 128);
  through_async<4><<<2, 256>>>(f, fo, 32, 128);
  through_async<8><<<2, 256>>>(f, fo, 64, 128);

  through_half<Layout<Shape<_32, _128>, Stride<_128, _1>>><<<1, 64>>>(h, static_cast<half_t*>(o));
  through_half<Layout<Shape<_32, _128>, Stride<Int<132>, _1>>><<<1, 64>>>(h, static_cast<half_t*>(o));
  through_half<ComposedLayout<Swizzle<4, 2, 5>, _0, Layout<Shape<_32, _128>, Stride<_128, _1>>>><<<1, 64>>>(h, static_cast<half_t*>(o));

  matrices_of_b<Layout<Shape<_64, _64>, Stride<_64, _1>>><<<1, 256, 16384>>>(b, u);
  matrices_of_b<Layout<Shape<_64, _64>, Stride<Int<72>, _1>>><<<1, 256, 16384>>>(b, u);
  matrices_of_b<ComposedLayout<Swizzle<3, 3, 3>, _0, Layout<Shape<_64, _64>, Stride<_64, _1>>>><<<1, 256, 16384>>>(b, u);

  transposed_a<0><<<1, 64>>>(h, u);
  transposed_a<8><<<1, 64>>>(h, u);

  of_atoms<Layout<Shape<_8, _32>, Stride<_32, _1>>><<<1, 128>>>(h, u, 64);
  of_atoms<ComposedLayout<Swizzle<2, 3, 3>, _0, Layout<Shape<_8, _32>, Stride<_32, _1>>>><<<1, 128>>>(h, u, 64);
  of_atoms<Layout<Shape<_8, _32>, Stride<Int<40>, _1>>><<<1, 128>>>(h, u, 64);

  async_words<0><<<1, 96>>>(f, fo, 16);
  async_words<2><<<1, 96>>>(f, fo, 16);

  down_columns<float, 16><<<1, 128>>>(f, fo);
  down_columns<uint64_t, 16><<<1, 128>>>(f, fo);
  down_columns<uint128_t, 20><<<1, 128>>>(f, fo);

  two_bytes<0><<<2, 128>>>(static_cast<int16_t const*>(i), static_cast<int16_t*>(o), 4);
  two_bytes<2><<<2, 128>>>(static_cast<int16_t const*>(i), static_cast<int16_t*>(o), 4);

  eight_bytes<Layout<Shape<_16, _32>, Stride<_32, _1>>><<<1, 128>>>(static_cast<int64_t const*>(i), static_cast<int64_t*>(o));
  eight_bytes<Layout<Shape<_16, _32>, Stride<Int<33>, _1>>><<<1, 128>>>(static_cast<int64_t const*>(i), static_cast<int64_t*>(o));
  eight_bytes<ComposedLayout<Swizzle<4, 0, 5>, _0, Layout<Shape<_16, _32>, Stride<_32, _1>>>><<<1, 128>>>(static_cast<int64_t const*>(i), static_cast<int64_t*>(o));
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  return e != cudaSuccess;
}
