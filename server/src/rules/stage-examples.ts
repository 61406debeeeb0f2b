// Kernels with a pipeline of so many stages of 32 KiB in shared memory, for the pages of the rules about whole SMs.

export const hopperKernel = (stages: number, bounds = "", markBounds = "", markBuffer = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
constexpr int Stages = ${stages};
struct Storage {
  alignas(128) half_t A[128 * 64 * Stages];
  alignas(128) half_t B[128 * 64 * Stages];
};
__global__ ${bounds}void kernel() {${markBounds}
  extern __shared__ char memory[];
  Storage& storage = *reinterpret_cast<Storage*>(memory);
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, Int<Stages>>{});
  auto sA = make_tensor(make_smem_ptr(storage.A), layout);${markBuffer}
  auto sB = make_tensor(make_smem_ptr(storage.B), layout);
}
`;

export const dslKernel = (stages: number, asked: string, markAsked = "", markBuffer = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    stages = ${stages}
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)))
    layout = cute.make_layout((128, 64, stages), stride=(64, 1, 8192))
    sA = smem.allocate_tensor(cutlass.Float16, layout, 128)${markBuffer}
    sB = smem.allocate_tensor(cutlass.Float16, layout, 128)

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1)${asked})${markAsked}
`;
