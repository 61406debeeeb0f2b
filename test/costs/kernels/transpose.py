# A transpose in CuTe DSL whose every access an H200's counters have counted.
import cutlass
import cutlass.cute as cute


class Transpose:
    """Half-precision tiles through shared memory, with rows padded by so many elements."""

    def __init__(self, pad):
        self.rows, self.columns, self.pad = 32, 64, pad
        self.threads = 128

    @cute.jit
    def __call__(self, a: cute.Tensor, b: cute.Tensor):
        self.kernel(a, b).launch(grid=[1, 1, 1], block=[self.threads, 1, 1])

    @cute.kernel
    def kernel(self, a: cute.Tensor, b: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        smem = cutlass.utils.SmemAllocator()
        row = self.columns + self.pad
        s = smem.allocate_tensor(cutlass.Float16, cute.make_layout((self.rows, self.columns), stride=(row, 1)), 128)
        st = cute.make_tensor(s.iterator, cute.make_layout((self.columns, self.rows), stride=(1, row)))
        ga = cute.local_tile(a, (self.rows, self.columns), (0, 0))
        gb = cute.local_tile(b, (self.columns, self.rows), (0, 0))
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=64)
        load = cute.make_tiled_copy_tv(atom, cute.make_layout((8, 16), stride=(16, 1)), cute.make_layout((1, 4)))
        thr = load.get_slice(tidx)
        cute.copy(load, thr.partition_S(ga), thr.partition_D(s))
        cute.arch.sync_threads()
        narrow = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=16)
        store = cute.make_tiled_copy_tv(narrow, cute.make_layout((4, 32), stride=(32, 1)), cute.make_layout((1, 1)))
        back = store.get_slice(tidx)
        cute.copy(store, back.partition_S(st), back.partition_D(gb))


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    wide = cute.make_tensor(p, cute.make_layout((32, 64), stride=(64, 1)))
    tall = cute.make_tensor(p, cute.make_layout((64, 32), stride=(32, 1)))
    Transpose(0)(wide, tall)
