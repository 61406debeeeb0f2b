# Layouts in CuTe DSL, one idea a line: put the cursor on a name and watch the preview.
import cutlass
import cutlass.cute as cute


@cute.jit
def first_steps():
    column = cute.make_layout((4, 8))  # column-major by default
    row = cute.make_layout((4, 8), stride=(8, 1))
    padded = cute.make_layout((4, 8), stride=(9, 1))
    ordered = cute.make_ordered_layout((4, 8, 2), order=(1, 0, 2))

    divided = cute.logical_divide(row, (2, 4))  # each mode: (in the tile, which tile)
    zipped = cute.zipped_divide(row, (2, 4))  # ((TILE_M,TILE_N),(m,n))
    merged = cute.coalesce(row)

    rest = cute.complement(cute.make_layout(4, stride=2), 24)
    picked = cute.composition(row, cute.make_layout(8, stride=4))
    block = cute.blocked_product(cute.make_layout((2, 4)), cute.make_layout((2, 2)))
    raked = cute.raked_product(cute.make_layout((2, 4)), cute.make_layout((2, 2)))

    swizzled = cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))
    tile = cute.tile_to_shape(swizzled, (128, 64), order=(0, 1))


@cute.jit
def symbolic(m: cutlass.Int32, n: cutlass.Int32):
    dynamic = cute.make_layout((m, n), stride=(n, 1))
    tiled = cute.zipped_divide(dynamic, (16, 64))  # ((16,64),(m',n'))
    one = tiled[0]
    aligned = cute.assume(n, divby=8)
    vector_rows = cute.make_layout((m, aligned), stride=(aligned, 1))
