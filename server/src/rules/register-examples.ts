// Kernels whose MMAs hold many registers, for the page of register-pressure.

/** A warpgroup MMA of 128 × 256, shared among so many warpgroups. */
export const hopperMma = (groups: string, body: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  extern __shared__ half_t shared[];
  auto mma = make_tiled_mma(SM90_64x256x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}, Layout<Shape<${groups}, _1, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
  auto sB = make_tensor(make_smem_ptr(shared + 128 * 64), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_256, _64>{}));
  auto thr = mma.get_slice(threadIdx.x);
  auto rA = thr.partition_fragment_A(sA);
  auto rB = thr.partition_fragment_B(sB);
  auto rC = partition_fragment_C(mma, Shape<_128, _256>{});
${body}
}
`;

/** A warp MMA over 128 × 128, shared among so many warps. */
export const dslMma = (warps: string, body: string): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel():
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout(${warps}))
    rA = cute.make_fragment(mma.partition_shape_A((128, 16)), cutlass.Float16)
    rB = cute.make_fragment(mma.partition_shape_B((128, 16)), cutlass.Float16)
    rC = cute.make_fragment(mma.partition_shape_C((128, 128)), cutlass.Float32)
${body}

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
