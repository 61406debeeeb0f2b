# A shift of less than the bits: the DSL swizzles nothing.
import cutlass.cute as cute


@cute.jit
def launch():
    swizzle = cute.make_swizzle(3, 4, 3)  #! swizzle = cute.make_swizzle(3, 4, 2)
    layout = cute.make_composed_layout(swizzle, 0, cute.make_layout((64, 64), stride=(64, 1)))
    print(layout)


if __name__ == "__main__":
    cute.compile(launch)
