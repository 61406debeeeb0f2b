// The frame around the lines of a rule's example: a host function or a kernel, in both languages.

/** A host function over `A`, `shared` and `mbar`. */
export const cppFunction = (lines: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void launch(half_t const* A, half_t* shared, uint64_t* mbar) {${lines}
}`;

/** A host function with a pointer `p` to global memory of half precision. */
export const dslFunction = (lines: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)${lines}
`;

/** A kernel with an allocator `smem` of shared memory. */
export const dslKernel = (lines: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()${lines}
`;

/** A kernel that takes a TMA atom, its tensor and the layout of shared memory, and the function that launches it. */
export const dslTma = (kernel: string, host: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout, swizzle: cute.Swizzle):
    smem = utils.SmemAllocator()
    gA = cute.group_modes(cute.local_tile(mA, (128, 64), (None, None)), 0, 2)${kernel}

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    op = cpasync.CopyBulkTensorTileG2SOp()
    swizzle = cute.make_swizzle(3, 4, 3)${host}
    tma, tensor = cpasync.make_tiled_tma_atom(op, mA, cute.make_composed_layout(swizzle, 0, layout), (128, 64))
    kernel(tma, tensor, layout, swizzle).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

/** The same with a layout of 128 by 64, K-major. */
export const dslTmaRows = (kernel: string): string =>
  dslTma(
    kernel,
    `
    layout = cute.make_layout((128, 64), stride=(64, 1))`,
  );
