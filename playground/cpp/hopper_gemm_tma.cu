// A Hopper GEMM: TMA fills a pipeline of swizzled tiles, WGMMA reads them straight from shared memory.
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
#include <cutlass/cluster_launch.hpp>
#include <cutlass/pipeline/sm90_pipeline.hpp>

using namespace cute;

template <class SmemLayoutA, class SmemLayoutB>
struct Storage
{
  alignas(128) half_t A[cosize_v<SmemLayoutA>];
  alignas(128) half_t B[cosize_v<SmemLayoutB>];
  uint64_t full[size<2>(SmemLayoutA{})];
  uint64_t empty[size<2>(SmemLayoutA{})];
};

template <class Problem, class Tiler,
          class SmemLayoutA, class TmaA, class SmemLayoutB, class TmaB,
          class StrideC, class Mma>
__global__ __launch_bounds__(decltype(size(Mma{}))::value)
void hopper_gemm(Problem problem, Tiler tiler,
                 CUTLASS_GRID_CONSTANT TmaA const tma_a, CUTLASS_GRID_CONSTANT TmaB const tma_b,
                 half_t* C, StrideC dC, Mma mma)
{
  auto [M, N, K] = problem;
  Tensor mA = tma_a.get_tma_tensor(make_shape(M, K));                       // (M,K) of coordinates
  Tensor mB = tma_b.get_tma_tensor(make_shape(N, K));                       // (N,K) of coordinates
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(M, N), dC);          // (M,N)

  auto cta = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, tiler, cta, Step<_1, X, _1>{});                // (BLK_M,BLK_K,k)
  Tensor gB = local_tile(mB, tiler, cta, Step<X, _1, _1>{});                // (BLK_N,BLK_K,k)
  Tensor gC = local_tile(mC, tiler, cta, Step<_1, _1, X>{});                // (BLK_M,BLK_N)

  extern __shared__ char shared_memory[];
  using SharedStorage = Storage<SmemLayoutA, SmemLayoutB>;
  SharedStorage& smem = *reinterpret_cast<SharedStorage*>(shared_memory);
  Tensor sA = make_tensor(make_smem_ptr(smem.A), SmemLayoutA{});            // (BLK_M,BLK_K,PIPE)
  Tensor sB = make_tensor(make_smem_ptr(smem.B), SmemLayoutB{});            // (BLK_N,BLK_K,PIPE)

  auto [tAgA, tAsA] = tma_partition(tma_a, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  auto [tBgB, tBsB] = tma_partition(tma_b, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sB), group_modes<0, 2>(gB));
  constexpr int bytes = sizeof(make_tensor_like(tensor<0>(tAsA))) + sizeof(make_tensor_like(tensor<0>(tBsB)));

  auto pipes = size<1>(tAsA);
  int tiles = size<1>(tAgA);
  int next = 0;
  bool leader = cutlass::canonical_warp_idx_sync() == 0 && elect_one_sync();

  using Full = cutlass::arch::ClusterTransactionBarrier;
  using Empty = cutlass::arch::ClusterBarrier;
  for (int pipe = 0; pipe < pipes && leader; ++pipe) {
    Full::init(&smem.full[pipe], 1);
    Empty::init(&smem.empty[pipe], size(mma));
  }
  cluster_sync();

  for (int pipe = 0; pipe < pipes && leader && next < tiles; ++pipe, ++next) {
    Full::arrive_and_expect_tx(&smem.full[pipe], bytes);
    copy(tma_a.with(smem.full[pipe]), tAgA(_, next), tAsA(_, pipe));
    copy(tma_b.with(smem.full[pipe]), tBgB(_, next), tBsB(_, pipe));
  }

  ThrMMA thr_mma = mma.get_thread_slice(threadIdx.x);
  Tensor tCsA = thr_mma.partition_A(sA);                                    // (MMA,MMA_M,MMA_K,PIPE)
  Tensor tCsB = thr_mma.partition_B(sB);                                    // (MMA,MMA_N,MMA_K,PIPE)
  Tensor tCgC = thr_mma.partition_C(gC);                                    // (MMA,MMA_M,MMA_N)
  Tensor tCrA = thr_mma.make_fragment_A(tCsA);                              // descriptors, not registers
  Tensor tCrB = thr_mma.make_fragment_B(tCsB);
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);                              // (MMA,MMA_M,MMA_N)
  clear(tCrC);

  auto state = cutlass::PipelineState<3>();
  for (int tile = 0; tile < tiles; ++tile, ++state) {
    Full::wait(&smem.full[state.index()], state.phase());
    warpgroup_arrive();
    gemm(mma, tCrA(_, _, _, state.index()), tCrB(_, _, _, state.index()), tCrC);
    warpgroup_commit_batch();
    warpgroup_wait<0>();
    Empty::arrive(&smem.empty[state.index()]);
    if (leader && next < tiles) {
      Empty::wait(&smem.empty[state.index()], state.phase());
      Full::arrive_and_expect_tx(&smem.full[state.index()], bytes);
      copy(tma_a.with(smem.full[state.index()]), tAgA(_, next), tAsA(_, state.index()));
      copy(tma_b.with(smem.full[state.index()]), tBgB(_, next), tBsB(_, state.index()));
      ++next;
    }
  }
  axpby(half_t(1), tCrC, half_t(0), tCgC);
}

void run(int m, int n, int k, half_t const* A, int ldA, half_t const* B, int ldB, half_t* C, int ldC)
{
  auto problem = make_shape(m, n, k);
  auto bM = Int<128>{};
  auto bN = Int<128>{};
  auto bK = Int<64>{};
  auto bP = Int<3>{};
  auto tiler = make_shape(bM, bN, bK);                                      // (BLK_M,BLK_N,BLK_K)

  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(bM, bK, bP));
  auto sB = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(bN, bK, bP));

  Tensor mA = make_tensor(A, make_shape(m, k), make_stride(ldA, Int<1>{})); // (M,K), K contiguous
  Tensor mB = make_tensor(B, make_shape(n, k), make_stride(ldB, Int<1>{})); // (N,K), K contiguous
  Copy_Atom tmaA = make_tma_atom(SM90_TMA_LOAD{}, mA, sA(_, _, 0), make_shape(bM, bK));
  Copy_Atom tmaB = make_tma_atom(SM90_TMA_LOAD{}, mB, sB(_, _, 0), make_shape(bN, bK));

  auto dC = make_stride(Int<1>{}, ldC);
  TiledMMA mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});

  int smem_size = int(sizeof(Storage<decltype(sA), decltype(sB)>));
  dim3 block(size(mma));
  dim3 grid(size(ceil_div(m, bM)), size(ceil_div(n, bN)));
  dim3 cluster(1, 1, 1);
  cutlass::ClusterLaunchParams params = {grid, block, cluster, smem_size};
  void const* kernel = reinterpret_cast<void const*>(
      &hopper_gemm<decltype(problem), decltype(tiler), decltype(sA), decltype(tmaA), decltype(sB), decltype(tmaB),
                   decltype(dC), decltype(mma)>);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, smem_size);
  cutlass::launch_kernel_on_cluster(params, kernel, problem, tiler, tmaA, tmaB, C, dC, mma);
}
