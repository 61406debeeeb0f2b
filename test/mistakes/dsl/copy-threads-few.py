# Half of the threads of the tiled copy are launched.
import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel(a: cute.Tensor, b: cute.Tensor, copy: cute.TiledCopy):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    thr = copy.get_slice(tidx)
    src = thr.partition_S(cute.local_tile(a, (16, 64), (bidx, 0)))
    dst = thr.partition_D(cute.local_tile(b, (16, 64), (bidx, 0)))
    cute.copy(copy, src, dst)


@cute.jit
def host(a: cute.Tensor, b: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    kernel(a, b, copy).launch(grid=(16, 1, 1), block=(128, 1, 1))  #! kernel(a, b, copy).launch(grid=(16, 1, 1), block=(64, 1, 1))


if __name__ == "__main__":
    a = cute.runtime.make_fake_tensor(cutlass.Float16, (256, 64), stride=(64, 1), assumed_align=16)
    b = cute.runtime.make_fake_tensor(cutlass.Float16, (256, 64), stride=(64, 1), assumed_align=16)
    cute.compile(host, a, b)
