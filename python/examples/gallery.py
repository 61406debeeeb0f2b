"""A gallery of CuTe DSL's objects as pictures: `python gallery.py FOLDER` writes them, in a notebook they show themselves.

Needs `pip install cute-lens nvidia-cutlass-dsl`, and no GPU: the functions are traced, nothing is launched.
"""

import os
import sys

import cutlass.cute as cute
from cutlass import Float16, Float32

import cute_lens as cl


@cute.jit
def layouts():
    """Offsets of a matrix whose rows are contiguous; a line of elements, and every second one of a longer line."""
    picture(cute.make_layout((8, 8), stride=(8, 1)), "layout")
    picture(cute.make_layout(8), "line")
    picture(cute.make_layout(8, stride=2), "every-second")


@cute.jit
def hierarchical():
    """Nested modes: lines stand where a mode begins again, and `levels` puts the coordinate of each level on the axes."""
    blocks = cute.make_layout(((2, 2), (3, 4)), stride=((1, 6), (2, 12)))
    picture(blocks, "hierarchical")
    picture(blocks, "hierarchical-levels", levels=True, color="tile")
    # The first level of each mode as a tile, the second as the grid of tiles.
    picture(blocks, "hierarchical-tiles", view="tiles", levels=True)
    picture(cute.make_layout((2, (2, 2)), stride=(4, (2, 1))), "hierarchical-rows", levels=True)


@cute.jit
def swizzled():
    """Before and after a swizzle; and what a warp's threads would find in the 32 banks of shared memory."""
    rows = cute.make_layout((8, 8), stride=(8, 1))
    picture(cute.make_composed_layout(cute.make_swizzle(3, 0, 3), 0, rows), "swizzle", view="swizzle")
    halves = cute.make_layout((8, 64), stride=(64, 1))
    picture(cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, halves), "swizzle-banks", view="banks", bits=16)


@cute.jit
def threads():
    """A thread-value layout turned round: which thread holds which element of a tile, and as which of its values."""
    held = cute.make_layout(((2, 2, 2), (2, 2, 2)), stride=((1, 16, 4), (8, 2, 32)))
    picture(held, "threads", view="tv", tile=(8, 8))


@cute.jit
def copies():
    """Who reads and who writes: the atom of ldmatrix, and a copy of 16 bytes a thread over its tile."""
    one = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(), Float16)
    picture(one, "ldmatrix")
    four = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(num_matrices=4), Float16)
    picture(four, "ldmatrix-4", thread=5)
    vectors = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), Float16, num_bits_per_copy=128)
    rows = cute.make_layout((16, 4), stride=(4, 1))
    picture(cute.make_tiled_copy_tv(vectors, rows, cute.make_layout((1, 8))), "copy")


@cute.jit
def mmas():
    """A left of C, B above it: one tensor-core instruction, and the tile of four warps."""
    instruction = cute.nvgpu.warp.MmaF16BF16Op(Float16, Float32, (16, 8, 8))
    picture(cute.make_tiled_mma(instruction), "mma")
    four_warps = cute.make_layout((2, 2, 1))
    picture(cute.make_tiled_mma(instruction, four_warps), "mma-tiled", thread=37)


@cute.jit
def operations():
    """Inputs and result of an operation of the algebra, each element of the result where it comes from."""
    matrix = cute.make_layout((4, 8), stride=(8, 1))
    picture(cl.operation(cute.zipped_divide, matrix, (2, 4)), "divide")
    picture(cl.operation("logical_product", cute.make_layout((2, 2)), cute.make_layout((2, 3))), "product")


folder = sys.argv[1] if len(sys.argv) > 1 and __name__ == "__main__" else None


def picture(x, name, **options):
    """Into a file where a folder is named, else shown."""
    if folder is None:
        cl.show(x, **options)
    else:
        cl.save(x, os.path.join(folder, f"{name}.svg"), **options)


if __name__ == "__main__":
    if folder is not None:
        os.makedirs(folder, exist_ok=True)
    for draw in (layouts, hierarchical, swizzled, threads, copies, mmas, operations):
        draw()
