// Kernels that the pages of the cost rules show, good and bad.

/** A warp that goes through a tile of floats in shared memory. */
export const cppTile = (body: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* in, float* out) {
  __shared__ float shared[33 * 32];
  auto gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto gOut = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto rows = Layout<Shape<_4, _32>, Stride<_32, _1>>{};
  auto columns = Layout<Shape<_32, _4>>{};
${body}
}
`;

export const dslTile = (body: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel(gIn: cute.Tensor, gOut: cute.Tensor):
    smem = utils.SmemAllocator()
    tid, _, _ = cute.arch.thread_idx()
    rows = cute.make_layout((4, 32), stride=(32, 1))
    columns = cute.make_layout((32, 4))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)
${body}

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    q = cute.make_ptr(cutlass.Float32, 4096, cute.AddressSpace.gmem, assumed_align=16)
    layout = cute.make_layout((32, 32), stride=(32, 1))
    kernel(cute.make_tensor(p, layout), cute.make_tensor(q, layout)).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
