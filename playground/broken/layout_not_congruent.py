# layout-not-congruent in the DSL: shape and stride must have the same nesting.
import cutlass.cute as cute


@cute.jit
def flat_stride_for_nested_shape():
    nested = cute.make_layout(((2, 4), 8), stride=(1, 8))
