import cutlass
import cutlass.cute as cute

STAGES = 3


@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    gA = cute.local_tile(mA, (64, 32), (0, None))
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float16, cute.make_layout((64, 32, STAGES), stride=(32, 1, 2048)), 16)
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((32, 4), stride=(4, 1)), cute.make_layout((1, 8)))
    thr = tiled.get_slice(tidx)
    tAgA = thr.partition_S(gA)
    tAsA = thr.partition_D(s)
    for k in cutlass.range_constexpr(STAGES):  #! for k in cutlass.range_constexpr(STAGES + 1):
        cute.copy(tiled, tAgA[None, None, None, k], tAsA[None, None, None, k])  # told


@cute.jit
def launch(a: cute.Tensor):
    kernel(a).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    a = cute.runtime.make_fake_tensor(cutlass.Float16, (256, 1024), stride=(1024, 1), assumed_align=16)
    cute.compile(launch, a)
