import cutlass
import cutlass.cute as cute


@cute.kernel
def k(x: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((64, 64), stride=(64, 1)), 16)
    g = cute.local_tile(x, (64, 64), (0, 0))
    if tidx < 64:
        gp = cute.local_partition(g, cute.make_layout((8, 8), stride=(8, 1)), tidx)
        sp = cute.local_partition(s, cute.make_layout((8, 8), stride=(8, 1)), tidx)  #! sp = cute.local_partition(s, cute.make_layout((4, 16), stride=(16, 1)), tidx)
        cute.autovec_copy(gp, sp)  # told


@cute.jit
def go(x: cute.Tensor):
    k(x).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(go, cute.runtime.make_fake_tensor(cutlass.Float32, (128, 128), stride=(128, 1), assumed_align=16))
