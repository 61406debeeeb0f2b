// Kernels in the style of tutorials: plain loops, loops over the block's threads, predicates, layouts as arguments, broadcast reads.
#include <cstdio>
#include <cute/tensor.hpp>

using namespace cute;

/// 1. A transpose as tutorials have it: tensors, tiles and layouts are parameters; loops of single elements.
template <class TensorS, class TensorD, class SmemLayoutS, class ThreadLayoutS, class SmemLayoutD, class ThreadLayoutD>
__global__ void transpose_smem(TensorS const S, TensorD const D, SmemLayoutS const smem_s, ThreadLayoutS const tS, SmemLayoutD const smem_d, ThreadLayoutD const tD) {
  using Element = typename TensorS::value_type;
  extern __shared__ char raw[];
  Element* smem = reinterpret_cast<Element*>(raw);
  Tensor sM = make_tensor(make_smem_ptr(smem), smem_s);
  Tensor sMT = make_tensor(make_smem_ptr(smem), smem_d);
  Tensor gS = S(make_coord(_, _), blockIdx.x, blockIdx.y);
  Tensor gD = D(make_coord(_, _), blockIdx.y, blockIdx.x);
  Tensor tSgS = local_partition(gS, tS, threadIdx.x);
  Tensor tSsM = local_partition(sM, tS, threadIdx.x);
  Tensor tDgD = local_partition(gD, tD, threadIdx.x);
  Tensor tDsM = local_partition(sMT, tD, threadIdx.x);
  copy(tSgS, tSsM);
  __syncthreads();
  copy(tDsM, tDgD);
}

template <class Element, class SmemLayout>
void transpose(Element const* in, Element* out, SmemLayout smem_layout) {
  auto tensor_shape = make_shape(128, 64);
  auto tensor_shape_trans = make_shape(64, 128);
  auto gmemLayoutS = make_layout(tensor_shape, LayoutRight{});
  auto gmemLayoutD = make_layout(tensor_shape_trans, LayoutRight{});
  Tensor tensor_S = make_tensor(make_gmem_ptr(in), gmemLayoutS);
  Tensor tensor_D = make_tensor(make_gmem_ptr(out), gmemLayoutD);
  using bM = Int<64>;
  using bN = Int<32>;
  auto block_shape = make_shape(bM{}, bN{});
  auto block_shape_trans = make_shape(bN{}, bM{});
  Tensor tiled_tensor_S = tiled_divide(tensor_S, block_shape);
  Tensor tiled_tensor_D = tiled_divide(tensor_D, block_shape_trans);
  auto threadLayoutS = make_layout(make_shape(Int<8>{}, Int<32>{}), LayoutRight{});
  auto threadLayoutD = make_layout(make_shape(Int<8>{}, Int<32>{}), LayoutRight{});
  auto smem_layout_D = composition(smem_layout, make_layout(block_shape_trans, LayoutRight{}));
  dim3 gridDim(size<1>(tiled_tensor_S), size<2>(tiled_tensor_S));
  dim3 blockDim(size(threadLayoutS));
  transpose_smem<<<gridDim, blockDim, cosize(smem_layout) * sizeof(Element)>>>(tiled_tensor_S, tiled_tensor_D, smem_layout, threadLayoutS, smem_layout_D, threadLayoutD);
}

/// 2. Rows in with a predicate, columns out with one: a matrix that the tiles do not divide.
template <class Smem>
__global__ void bounded(float const* in, float* out, int m, int n, Smem smem_layout) {
  __shared__ float buf[cosize_v<Smem>];
  Tensor mI = make_tensor(make_gmem_ptr(in), make_shape(m, n), make_stride(n, _1{}));
  Tensor mO = make_tensor(make_gmem_ptr(out), make_shape(m, n), make_stride(_1{}, m));
  Tensor cI = make_identity_tensor(shape(mI));
  auto tile = make_shape(_32{}, _32{});
  auto coord = make_coord(blockIdx.x, blockIdx.y);
  Tensor gI = local_tile(mI, tile, coord);
  Tensor gO = local_tile(mO, tile, coord);
  Tensor cT = local_tile(cI, tile, coord);
  Tensor s = make_tensor(make_smem_ptr(buf), smem_layout);
  auto in_threads = make_layout(make_shape(_4{}, _32{}), make_stride(_32{}, _1{}));
  Tensor tI = local_partition(gI, in_threads, threadIdx.x);
  Tensor tS = local_partition(s, in_threads, threadIdx.x);
  Tensor tC = local_partition(cT, in_threads, threadIdx.x);
  Tensor pred = make_tensor<bool>(shape(tC));
  CUTE_UNROLL
  for (int i = 0; i < size(pred); ++i) pred(i) = elem_less(tC(i), shape(mI));
  copy_if(pred, tI, tS);
  __syncthreads();
  auto out_threads = make_layout(make_shape(_32{}, _4{}));
  Tensor oS = local_partition(s, out_threads, threadIdx.x);
  Tensor oO = local_partition(gO, out_threads, threadIdx.x);
  Tensor oC = local_partition(cT, out_threads, threadIdx.x);
  CUTE_UNROLL
  for (int i = 0; i < size(oC); ++i)
    if (elem_less(oC(i), shape(mI))) oO(i) = oS(i);
}

/// 3. ldmatrix whose tiled copy no MMA gave: one, two and four matrices of rows that lie apart.
template <class Op, int Values, class Smem>
__global__ void loaded_by_hand(half_t const* in, uint32_t* out, Smem layout) {
  __shared__ alignas(128) half_t buf[cosize_v<Smem>];
  Tensor s = make_tensor(make_smem_ptr(buf), layout);
  Tensor g = make_tensor(make_gmem_ptr(in), make_layout(shape(layout), LayoutRight{}));
  TiledCopy fill = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_16, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  ThrCopy tf = fill.get_slice(threadIdx.x);
  copy(fill, tf.partition_S(g), tf.partition_D(s));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  TiledMMA mma = make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN{}, Layout<Shape<_2, _1>>{}, Tile<_32, _16, Int<Values>>{});
  TiledCopy load = make_tiled_copy_A(Copy_Atom<Op, half_t>{}, mma);
  ThrCopy tl = load.get_slice(threadIdx.x);
  Tensor from = tl.partition_S(s);
  Tensor r = make_fragment_like(mma.get_slice(threadIdx.x).partition_A(s));
  Tensor to = tl.retile_D(r);
  copy(load, from, to);
  Tensor words = recast<uint32_t>(r);
  CUTE_UNROLL
  for (int i = 0; i < size(words); ++i) out[threadIdx.x * size(words) + i] = words(i);
}

/// 4. cp.async.ca of 4, 8 and 16 bytes with a predicate, of rows that begin at half a line, into rows that are padded.
template <class V, int Pad>
__global__ void async_bounded(half_t const* in, half_t* out, int rows, int ld) {
  constexpr int N = sizeof(V) / 2, P = 32 / N;
  __shared__ alignas(16) half_t buf[64 * (32 + Pad)];
  Tensor s = make_tensor(make_smem_ptr(buf), make_shape(_64{}, _32{}), make_stride(Int<32 + Pad>{}, _1{}));
  Tensor g = make_tensor(make_gmem_ptr(in), make_shape(_64{}, _32{}), make_stride(ld, _1{}));
  Tensor c = make_identity_tensor(make_shape(_64{}, _32{}));
  auto fill = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS_ZFILL<V>, half_t>{}, make_layout(make_shape(Int<128 / P>{}, Int<P>{}), LayoutRight{}), make_layout(make_shape(_1{}, Int<N>{})));
  auto tf = fill.get_thread_slice(threadIdx.x);
  Tensor tg = tf.partition_S(g);
  Tensor ts = tf.partition_D(s);
  Tensor tc = tf.partition_S(c);
  Tensor p = make_tensor<bool>(make_shape(size<1>(ts), size<2>(ts)));
  for (int i = 0; i < size<0>(p); ++i)
    for (int j = 0; j < size<1>(p); ++j) p(i, j) = get<0>(tc(0, i, j)) < rows;
  copy_if(fill, p, tg, ts);
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  Tensor o = make_tensor(make_gmem_ptr(out), make_shape(_64{}, _32{}));
  auto down = Layout<Shape<_64, _2>>{};
  copy(local_partition(s, down, threadIdx.x), local_partition(o, down, threadIdx.x));
}

/// 5. Wide reads of words that several threads share: rows of a table, eight or four or two threads to each.
template <class V, int Share>
__global__ void shared_words(float const* in, float* out) {
  constexpr int N = sizeof(V) / 4;
  __shared__ alignas(16) float table[32 * 4];
  Tensor t = make_tensor(make_smem_ptr(table), Layout<Shape<_32, Int<N>>, Stride<Int<N>, _1>>{});
  for (int i = threadIdx.x; i < 32 * 4; i += blockDim.x) table[i] = in[i];
  __syncthreads();
  auto copier = make_tiled_copy(Copy_Atom<UniversalCopy<V>, float>{}, Layout<Shape<Int<32 / Share>, Int<Share>>, Stride<Int<Share>, _1>>{}, Layout<Shape<_1, Int<N>>>{});
  Tensor spread = make_tensor(t.data(), make_layout(make_shape(Int<32 / Share>{}, make_shape(Int<N>{}, Int<Share>{})), make_stride(Int<N>{}, make_stride(_1{}, _0{}))));
  auto thr = copier.get_slice(threadIdx.x % 32);
  Tensor from = thr.partition_S(spread);
  Tensor r = make_fragment_like(from);
  copy(copier, from, r);
  CUTE_UNROLL
  for (int i = 0; i < size(r); ++i) out[i * 128 + threadIdx.x] = r(i);
}

/// 6. Stores down the columns of row-major halves and doubles, as the loops of single elements that one writes first.
template <class T, int N>
__global__ void down(T const* in, T* out, int ld) {
  Tensor mI = make_tensor(make_gmem_ptr(in), make_shape(_128{}, Int<N>{}));
  Tensor mO = make_tensor(make_gmem_ptr(out), make_shape(_128{}, Int<N>{}), make_stride(ld, _1{}));
  for (int j = 0; j < N; ++j) mO(threadIdx.x, j) = mI(threadIdx.x, j);
}

/// 7. Halves through a tile that a block of 32 x 8 threads reads along and writes across.
template <class Smem>
__global__ void plane(half_t const* in, half_t* out, int n) {
  __shared__ half_t buf[cosize_v<Smem>];
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});
  Tensor mI = make_tensor(make_gmem_ptr(in), make_shape(n, n), LayoutRight{});
  Tensor mO = make_tensor(make_gmem_ptr(out), make_shape(n, n), LayoutRight{});
  int const x = blockIdx.x * 32 + threadIdx.x;
  int const y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) s(threadIdx.y + j, threadIdx.x) = mI(y + j, x);
  __syncthreads();
  int const ox = blockIdx.y * 32 + threadIdx.x;
  int const oy = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) mO(oy + j, ox) = s(threadIdx.x, threadIdx.y + j);
}

/// 8. Two stages of cp.async in a loop over K, ldmatrix of A and B, an MMA: what every tutorial ends with.
template <class SmemA, class SmemB>
struct Storage {
  ArrayEngine<half_t, cosize_v<SmemA>> A;
  ArrayEngine<half_t, cosize_v<SmemB>> B;
};

template <class SmemA, class SmemB, class CopyA, class CopyB, class Mma>
__global__ __launch_bounds__(128) void two_stages(half_t const* A, half_t const* B, half_t* C, int M, int N, int K, SmemA sA_layout, SmemB sB_layout, CopyA copy_a, CopyB copy_b, Mma mma) {
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, _1{}));
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(N, K), make_stride(K, _1{}));
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(M, N), make_stride(N, _1{}));
  auto cta_tiler = make_shape(_64{}, _64{}, _32{});
  auto cta_coord = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, cta_tiler, cta_coord, Step<_1, X, _1>{});
  Tensor gB = local_tile(mB, cta_tiler, cta_coord, Step<X, _1, _1>{});
  Tensor gC = local_tile(mC, cta_tiler, cta_coord, Step<_1, _1, X>{});
  extern __shared__ char shared_memory[];
  using SharedStorage = Storage<SmemA, SmemB>;
  SharedStorage& smem = *reinterpret_cast<SharedStorage*>(shared_memory);
  Tensor sA = make_tensor(make_smem_ptr(smem.A.begin()), sA_layout);
  Tensor sB = make_tensor(make_smem_ptr(smem.B.begin()), sB_layout);
  ThrCopy thr_a = copy_a.get_slice(threadIdx.x);
  Tensor tAgA = thr_a.partition_S(gA);
  Tensor tAsA = thr_a.partition_D(sA);
  ThrCopy thr_b = copy_b.get_slice(threadIdx.x);
  Tensor tBgB = thr_b.partition_S(gB);
  Tensor tBsB = thr_b.partition_D(sB);
  ThrMMA thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCgC = thr_mma.partition_C(gC);
  Tensor tCrA = thr_mma.partition_fragment_A(sA(_, _, 0));
  Tensor tCrB = thr_mma.partition_fragment_B(sB(_, _, 0));
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  clear(tCrC);
  TiledCopy s2r_a = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  ThrCopy thr_s2r_a = s2r_a.get_slice(threadIdx.x);
  Tensor tXsA = thr_s2r_a.partition_S(sA);
  Tensor tXrA = thr_s2r_a.retile_D(tCrA);
  TiledCopy s2r_b = make_tiled_copy_B(Copy_Atom<SM75_U32x2_LDSM_N, half_t>{}, mma);
  ThrCopy thr_s2r_b = s2r_b.get_slice(threadIdx.x);
  Tensor tXsB = thr_s2r_b.partition_S(sB);
  Tensor tXrB = thr_s2r_b.retile_D(tCrB);
  int const tiles = size<3>(tAgA);
  copy(copy_a, tAgA(_, _, _, 0), tAsA(_, _, _, 0));
  copy(copy_b, tBgB(_, _, _, 0), tBsB(_, _, _, 0));
  cp_async_fence();
  for (int tile = 0; tile < tiles; ++tile) {
    int const next = tile + 1 < tiles ? tile + 1 : tile;
    copy(copy_a, tAgA(_, _, _, next), tAsA(_, _, _, (tile + 1) % 2));
    copy(copy_b, tBgB(_, _, _, next), tBsB(_, _, _, (tile + 1) % 2));
    cp_async_fence();
    cp_async_wait<1>();
    __syncthreads();
    CUTE_UNROLL
    for (int k = 0; k < size<2>(tCrA); ++k) {
      copy(s2r_a, tXsA(_, _, k, tile % 2), tXrA(_, _, k));
      copy(s2r_b, tXsB(_, _, k, tile % 2), tXrB(_, _, k));
      gemm(mma, tCrA(_, _, k), tCrB(_, _, k), tCrC);
    }
    __syncthreads();
  }
  copy(tCrC, tCgC);
}

template <class AtomA, class AtomB>
void run_two_stages(half_t const* A, half_t const* B, half_t* C, AtomA atom_a, AtomB atom_b) {
  auto sA = tile_to_shape(atom_a, make_shape(_64{}, _32{}, _2{}));
  auto sB = tile_to_shape(atom_b, make_shape(_64{}, _32{}, _2{}));
  TiledCopy copy_a = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  TiledCopy copy_b = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint64_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  TiledMMA mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  two_stages<<<dim3(2, 2), 128, sizeof(Storage<decltype(sA), decltype(sB)>)>>>(A, B, C, 128, 128, 128, sA, sB, copy_a, copy_b, mma);
}

/// 9. Bytes: 16 of them in, 4 out across rows, plain and permuted; what a quantised cache does.
template <class Smem>
__global__ void bytes(int8_t const* in, int8_t* out) {
  __shared__ alignas(16) int8_t buf[cosize_v<Smem>];
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});
  Tensor g = make_tensor(make_gmem_ptr(in), make_shape(_64{}, _64{}), LayoutRight{});
  auto wide = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, int8_t>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _16>>{});
  auto tw = wide.get_slice(threadIdx.x);
  Tensor from = tw.partition_S(g);
  Tensor r = make_fragment_like(from);
  copy(wide, from, r);
  copy(wide, r, tw.partition_D(s));
  __syncthreads();
  auto words = make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, int8_t>{}, Layout<Shape<_64, _2>>{}, Layout<Shape<_1, _4>>{});
  auto to = words.get_slice(threadIdx.x);
  Tensor back = to.partition_S(s);
  Tensor rb = make_fragment_like(back);
  copy(words, back, rb);
  Tensor o = make_tensor(make_gmem_ptr(out), make_shape(_64{}, _64{}), LayoutRight{});
  copy(words, rb, to.partition_D(o));
}

/// 10. Vectors as wide as the layouts allow: the compiler's choice of width is CuTe's.
template <class Smem>
__global__ void widest(double const* in, double* out) {
  __shared__ alignas(16) double buf[cosize_v<Smem>];
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _16>, Stride<_16, _1>>{});
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _16>>{});
  auto tg = local_partition(g, Layout<Shape<_32, _2>>{}, threadIdx.x);
  auto ts = local_partition(s, Layout<Shape<_32, _2>>{}, threadIdx.x);
  Tensor v = local_tile(g, Shape<_1, _2>{}, make_coord(threadIdx.x % 32, threadIdx.x / 32));
  Tensor w = local_tile(s, Shape<_1, _2>{}, make_coord(threadIdx.x % 32, threadIdx.x / 32));
  copy_aligned(v, w);
  __syncthreads();
  copy(ts(_, 0), local_partition(o, Layout<Shape<_32, _2>>{}, threadIdx.x)(_, 0));
}

/// 11. Loops that step by the block: into rows, into a line, every other word, over the grid.
template <int Pad>
__global__ void strided(float const* in, float* out, int n) {
  __shared__ float buf[64 * (32 + Pad)];
  Tensor s = make_tensor(make_smem_ptr(buf), make_layout(Shape<_64, _32>{}, make_stride(Int<32 + Pad>{}, _1{})));
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  for (int i = threadIdx.x; i < 64 * 32; i += blockDim.x) s(i / 32, i % 32) = g(i / 32, i % 32);
  __syncthreads();
  for (int i = threadIdx.x; i < size(s); i += blockDim.x) out[i] = s(i);
  __syncthreads();
  for (int row = threadIdx.x / 32; row < 64; row += 4) s(row, threadIdx.x % 32) = 1.0f;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[2 * i] = buf[threadIdx.x * 2];
}

/// 12. Half a warp and the middle of one: 8- and 16-byte accesses of threads that are not the first.
__global__ void some_lanes(float const* in, float* out) {
  __shared__ alignas(16) float buf[64 * 20];
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<_64, _16>, Stride<Int<20>, _1>>{});
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  auto pairs = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint64_t>, float>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _2>>{});
  auto tp = pairs.get_slice(threadIdx.x);
  if (threadIdx.x >= 8 && threadIdx.x < 24) copy(pairs, tp.partition_S(g), tp.partition_D(s));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  auto fours = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_64, _1>>{}, Layout<Shape<_1, _4>>{});
  auto tf = fours.get_slice(threadIdx.x);
  Tensor from = tf.partition_S(s);
  Tensor r = make_fragment_like(from);
  if (threadIdx.x >= 12 && threadIdx.x < 52) {
    copy(fours, from, r);
    copy(fours, r, tf.partition_D(o));
  }
}

/// 13. Copies that the block shares by itself, and copies of what is said to be aligned.
template <class Smem>
__global__ void together(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t buf[cosize_v<Smem>];
  Tensor s = make_tensor(make_smem_ptr(buf), Smem{});
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  cooperative_copy<128, 128>(threadIdx.x, g, s);
  __syncthreads();
  Tensor o = make_tensor(make_gmem_ptr(out), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  Tensor from = local_tile(s, Shape<_1, _16>{}, make_coord(threadIdx.x / 2, threadIdx.x % 2));
  Tensor to = local_tile(o, Shape<_1, _16>{}, make_coord(threadIdx.x / 2, threadIdx.x % 2));
  copy(AutoVectorizingCopyWithAssumedAlignment<64>{}, from, to);
}

int main() {
  void *i, *o;
  cudaMalloc(&i, 1 << 22);
  cudaMalloc(&o, 1 << 22);
  cudaMemset(i, 0, 1 << 22);
  auto f = static_cast<float const*>(i);
  auto fo = static_cast<float*>(o);
  auto h = static_cast<half_t const*>(i);
  auto ho = static_cast<half_t*>(o);
  auto d = static_cast<double const*>(i);
  auto dd = static_cast<double*>(o);
  auto u = static_cast<uint32_t*>(o);

  transpose(f, fo, Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  transpose(f, fo, Layout<Shape<_64, _32>, Stride<Int<33>, _1>>{});
  transpose(f, fo, composition(Swizzle<5, 0, 5>{}, Layout<Shape<_64, _32>, Stride<_32, _1>>{}));

  bounded<<<dim3(2, 2), 128>>>(f, fo, 64, 64, Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  bounded<<<dim3(2, 2), 128>>>(f, fo, 64, 64, Layout<Shape<_32, _32>, Stride<Int<36>, _1>>{});

  loaded_by_hand<SM75_U32x1_LDSM_N, 8><<<1, 64>>>(h, u, Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  loaded_by_hand<SM75_U32x2_LDSM_N, 8><<<1, 64>>>(h, u, Layout<Shape<_64, _32>, Stride<Int<40>, _1>>{});
  loaded_by_hand<SM75_U32x4_LDSM_N, 16><<<1, 64>>>(h, u, composition(Swizzle<2, 3, 3>{}, Layout<Shape<_64, _32>, Stride<_32, _1>>{}));

  async_bounded<uint32_t, 2><<<1, 128>>>(h, ho, 64, 32);
  async_bounded<uint64_t, 4><<<1, 128>>>(h, ho, 64, 64);
  async_bounded<uint128_t, 8><<<1, 128>>>(h, ho, 64, 32);

  shared_words<uint64_t, 2><<<1, 128>>>(f, fo);
  shared_words<uint64_t, 4><<<1, 128>>>(f, fo);
  shared_words<uint128_t, 2><<<1, 128>>>(f, fo);
  shared_words<uint128_t, 8><<<1, 128>>>(f, fo);

  down<half_t, 8><<<1, 128>>>(h, ho, 64);
  down<double, 4><<<1, 128>>>(d, dd, 64);

  plane<Layout<Shape<_32, _32>, Stride<_32, _1>>><<<dim3(2, 2), dim3(32, 8)>>>(h, ho, 64);
  plane<Layout<Shape<_32, _32>, Stride<Int<34>, _1>>><<<dim3(2, 2), dim3(32, 8)>>>(h, ho, 64);
  plane<decltype(composition(Swizzle<4, 1, 5>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{}))><<<dim3(2, 2), dim3(32, 8)>>>(h, ho, 64);

  run_two_stages(h, h, ho, Layout<Shape<_8, _32>, Stride<_32, _1>>{}, Layout<Shape<_8, _32>, Stride<Int<40>, _1>>{});
  run_two_stages(h, h, ho, composition(Swizzle<2, 3, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{}), composition(Swizzle<2, 3, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{}));

  bytes<Layout<Shape<_64, _64>, Stride<_64, _1>>><<<1, 128>>>(static_cast<int8_t const*>(i), static_cast<int8_t*>(o));
  bytes<Layout<Shape<_64, _64>, Stride<Int<80>, _1>>><<<1, 128>>>(static_cast<int8_t const*>(i), static_cast<int8_t*>(o));
  bytes<ComposedLayout<Swizzle<2, 4, 3>, _0, Layout<Shape<_64, _64>, Stride<_64, _1>>>><<<1, 128>>>(static_cast<int8_t const*>(i), static_cast<int8_t*>(o));

  widest<Layout<Shape<_32, _16>, Stride<_16, _1>>><<<1, 64>>>(d, dd);
  widest<Layout<Shape<_32, _16>, Stride<Int<18>, _1>>><<<1, 64>>>(d, dd);

  strided<0><<<2, 128>>>(f, fo, 1024);
  strided<1><<<2, 128>>>(f, fo, 1024);

  some_lanes<<<1, 64>>>(f, fo);

  together<Layout<Shape<_64, _32>, Stride<_32, _1>>><<<1, 128>>>(h, ho);
  together<Layout<Shape<_64, _32>, Stride<Int<40>, _1>>><<<1, 128>>>(h, ho);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  return e != cudaSuccess;
}
