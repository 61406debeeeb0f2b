# The thread arrives, and nothing says how many bytes come.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    buffer = smem.allocate_tensor(cutlass.Float16, cute.make_layout(512), 128)
    line = cute.make_tensor(p, cute.make_layout(512))
    bar = smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    bulk = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), cutlass.Float16)
    if tidx < 32:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, 1024)  #! cute.arch.mbarrier_arrive(bar)
            cute.copy(bulk, line, buffer, mbar_ptr=bar)  # told
    cute.arch.mbarrier_wait(bar, 0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
