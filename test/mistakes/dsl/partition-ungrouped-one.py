import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import from_dlpack


@cute.struct
class SharedStorage:
    barrier: cute.struct.MemRange[cutlass.Int64, 1]
    sS: cute.struct.Align[cute.struct.MemRange[cutlass.Float32, 64 * 64], 128]


@cute.kernel
def tma_kernel(tma_atom: cute.CopyAtom, tma_tensor: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    storage = smem.allocate(SharedStorage)
    bar = storage.barrier.data_ptr()
    layout = cute.make_layout((64, 64), stride=(64, 1))
    sS = storage.sS.get_tensor(layout)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    tSsS, tSgS = cpasync.tma_partition(tma_atom, 0, cute.make_layout(1), cute.group_modes(sS, 0, 2), cute.group_modes(tma_tensor, 0, 2))  #! tSsS, tSgS = cpasync.tma_partition(tma_atom, 0, cute.make_layout(1), cute.group_modes(sS, 0, 2), tma_tensor)
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, cute.size_in_bytes(cutlass.Float32, layout))
    if tidx < 32:
        cute.copy(tma_atom, tSgS, tSsS, tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)


@cute.jit
def host(mS: cute.Tensor):
    layout = cute.make_layout((64, 64), stride=(64, 1))
    atom, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mS, layout, (64, 64))
    tma_kernel(atom, tensor).launch(grid=[1, 1, 1], block=[128, 1, 1])


if __name__ == "__main__":
    cute.compile(host, from_dlpack(torch.zeros(64, 64, dtype=torch.float32), assumed_align=16))
