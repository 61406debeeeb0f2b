// C = A * B^T in floats, the plain way: no tensor cores, shared memory filled by hand, two layouts of the inputs.
#include <cute/tensor.hpp>

using namespace cute;

template <class Problem, class Tiler,
          class StrideA, class SmemA, class ThreadsA,
          class StrideB, class SmemB, class ThreadsB,
          class ThreadsC>
__global__ __launch_bounds__(decltype(size(ThreadsC{}))::value)
void sgemm_kernel(Problem problem, Tiler tiler,
                  float const* A, StrideA dA, SmemA sA_layout, ThreadsA tA,
                  float const* B, StrideB dB, SmemB sB_layout, ThreadsB tB,
                  float* C, int ldC, ThreadsC tC)
{
  CUTE_STATIC_ASSERT_V(size<0>(sA_layout) == size<0>(tiler));
  CUTE_STATIC_ASSERT_V(size<1>(sA_layout) == size<2>(tiler));

  Tensor mA = make_tensor(make_gmem_ptr(A), select<0, 2>(problem), dA);                       // (M,K)
  Tensor mB = make_tensor(make_gmem_ptr(B), select<1, 2>(problem), dB);                       // (N,K)
  Tensor mC = make_tensor(make_gmem_ptr(C), select<0, 1>(problem), make_stride(Int<1>{}, ldC)); // (M,N)

  auto block = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, tiler, block, Step<_1, X, _1>{});                                // (BLK_M,BLK_K,k)
  Tensor gB = local_tile(mB, tiler, block, Step<X, _1, _1>{});                                // (BLK_N,BLK_K,k)
  Tensor gC = local_tile(mC, tiler, block, Step<_1, _1, X>{});                                // (BLK_M,BLK_N)

  __shared__ float smemA[cosize_v<SmemA>];
  __shared__ float smemB[cosize_v<SmemB>];
  Tensor sA = make_tensor(make_smem_ptr(smemA), sA_layout);                                   // (BLK_M,BLK_K)
  Tensor sB = make_tensor(make_smem_ptr(smemB), sB_layout);                                   // (BLK_N,BLK_K)

  Tensor tAgA = local_partition(gA, tA, threadIdx.x);                                         // (THR_M,THR_K,k)
  Tensor tAsA = local_partition(sA, tA, threadIdx.x);                                         // (THR_M,THR_K)
  Tensor tBgB = local_partition(gB, tB, threadIdx.x);                                         // (THR_N,THR_K,k)
  Tensor tBsB = local_partition(sB, tB, threadIdx.x);                                         // (THR_N,THR_K)

  Tensor tCsA = local_partition(sA, tC, threadIdx.x, Step<_1, X>{});                          // (THR_M,BLK_K)
  Tensor tCsB = local_partition(sB, tC, threadIdx.x, Step<X, _1>{});                          // (THR_N,BLK_K)
  Tensor tCgC = local_partition(gC, tC, threadIdx.x, Step<_1, _1>{});                         // (THR_M,THR_N)
  Tensor tCrC = make_tensor_like(tCgC);                                                       // (THR_M,THR_N)
  clear(tCrC);

  auto tiles = size<2>(tAgA);
  for (int k = 0; k < tiles; ++k) {
    copy(tAgA(_, _, k), tAsA);
    copy(tBgB(_, _, k), tBsB);
    __syncthreads();
    gemm(tCsA, tCsB, tCrC);
    __syncthreads();
  }
  axpby(1.0f, tCrC, 0.0f, tCgC);
}

template <class StrideA, class StrideB, class SmemA, class SmemB, class ThreadsA, class ThreadsB>
void launch(int m, int n, int k, float const* A, StrideA dA, float const* B, StrideB dB, float* C,
            SmemA sA, SmemB sB, ThreadsA tA, ThreadsB tB)
{
  auto tiler = make_shape(Int<128>{}, Int<128>{}, Int<8>{});
  auto tC = make_layout(make_shape(Int<16>{}, Int<16>{}));
  dim3 grid(ceil_div(m, size<0>(tiler)), ceil_div(n, size<1>(tiler)));
  sgemm_kernel<<<grid, size(tC)>>>(make_shape(m, n, k), tiler, A, dA, sA, tA, B, dB, sB, tB, C, m, tC);
}

// A is (M,K) and B is (N,K), both with M and N contiguous.
void sgemm_nt(int m, int n, int k, float const* A, int ldA, float const* B, int ldB, float* C)
{
  auto sA = make_layout(make_shape(Int<128>{}, Int<8>{}));
  auto sB = make_layout(make_shape(Int<128>{}, Int<8>{}));
  auto tA = make_layout(make_shape(Int<32>{}, Int<8>{}));
  auto tB = make_layout(make_shape(Int<32>{}, Int<8>{}));
  launch(m, n, k, A, make_stride(Int<1>{}, ldA), B, make_stride(Int<1>{}, ldB), C, sA, sB, tA, tB);
}

// Both with K contiguous: the tile in shared memory is padded by one so that a column touches every bank.
void sgemm_tn(int m, int n, int k, float const* A, int ldA, float const* B, int ldB, float* C)
{
  auto padded = make_layout(make_shape(Int<128>{}, Int<8>{}), make_stride(Int<1>{}, Int<129>{}));
  auto tA = make_layout(make_shape(Int<32>{}, Int<8>{}), LayoutRight{});
  launch(m, n, k, A, make_stride(ldA, Int<1>{}), B, make_stride(ldB, Int<1>{}), C, padded, padded, tA, tA);
}

void sgemm(char transA, int m, int n, int k, float const* A, float const* B, float* C)
{
  if (transA == 'N') sgemm_nt(m, n, k, A, m, B, n, C);
  else sgemm_tn(m, n, k, A, k, B, k, C);
}
