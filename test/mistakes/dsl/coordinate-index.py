import cutlass
import cutlass.cute as cute


@cute.kernel
def k(out: cute.Tensor):
    acc = cute.make_rmem_tensor((4, 4), cutlass.Float32)
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):  #! for j in cutlass.range_constexpr(5):
            acc[i, j] = cutlass.Float32(0)  # told
    out[0] = acc[0, 0]


@cute.jit
def go(o: cute.Tensor):
    k(o).launch(grid=(1, 1, 1), block=(1, 1, 1))


if __name__ == "__main__":
    cute.compile(go, cute.runtime.make_fake_tensor(cutlass.Float32, (4,), stride=(1,), assumed_align=16))
