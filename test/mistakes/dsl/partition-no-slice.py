# The tiled copy is asked for a part without a thread.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def load(a: cute.Tensor, layout: cute.Layout, copy: cute.TiledCopy):
    tidx, _, _ = cute.arch.thread_idx()
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float16, layout, 16)
    thr = copy.get_slice(tidx)  #! thr = copy
    src = thr.partition_S(cute.local_tile(a, (32, 64), (0, 0)))  # told
    dst = thr.partition_D(sA)
    cute.copy(copy, src, dst)


@cute.jit
def host(a: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    load(a, cute.make_layout((32, 64), stride=(64, 1)), copy).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(host, cute.runtime.make_fake_tensor(cutlass.Float16, (256, 64), stride=(64, 1), assumed_align=16))
