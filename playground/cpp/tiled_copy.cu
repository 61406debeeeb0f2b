// A tiled copy: a block of 256 threads copies one 128 x 64 tile, every thread 16 bytes at a time.
#include <cute/tensor.hpp>

using namespace cute;

template <class TensorS, class TensorD, class TiledCopy_>
__global__ void copy_kernel(TensorS S, TensorD D, TiledCopy_ tiled_copy)
{
  Tensor tile_S = S(make_coord(_, _), blockIdx.x, blockIdx.y);   // (BLK_M,BLK_N)
  Tensor tile_D = D(make_coord(_, _), blockIdx.x, blockIdx.y);   // (BLK_M,BLK_N)

  auto thr_copy = tiled_copy.get_thread_slice(threadIdx.x);
  Tensor thr_S = thr_copy.partition_S(tile_S);                   // (CPY,CPY_M,CPY_N)
  Tensor thr_D = thr_copy.partition_D(tile_D);                   // (CPY,CPY_M,CPY_N)
  Tensor frag  = make_fragment_like(thr_D);                      // (CPY,CPY_M,CPY_N)

  copy(tiled_copy, thr_S, frag);
  copy(tiled_copy, frag, thr_D);
}

void copy_matrix(float const* in, float* out, int m, int n)
{
  Tensor S = make_tensor(make_gmem_ptr(in),  make_layout(make_shape(m, n), LayoutRight{}));
  Tensor D = make_tensor(make_gmem_ptr(out), make_layout(make_shape(m, n), LayoutRight{}));

  auto block = make_shape(Int<128>{}, Int<64>{});
  Tensor tiled_S = tiled_divide(S, block);                       // ((BLK_M,BLK_N),m',n')
  Tensor tiled_D = tiled_divide(D, block);

  // 16 x 16 threads with 1 x 4 floats each: rows are contiguous, so neighbours read neighbouring 16 bytes.
  auto thr_layout = make_layout(make_shape(Int<16>{}, Int<16>{}), LayoutRight{});
  auto val_layout = make_layout(make_shape(Int<1>{}, Int<4>{}));
  using Atom = Copy_Atom<UniversalCopy<uint128_t>, float>;
  TiledCopy tiled_copy = make_tiled_copy(Atom{}, thr_layout, val_layout);

  dim3 grid(size<1>(tiled_S), size<2>(tiled_S));
  dim3 threads(size(thr_layout));
  copy_kernel<<<grid, threads>>>(tiled_S, tiled_D, tiled_copy);
}
