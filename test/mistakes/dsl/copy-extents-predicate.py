import cutlass
import cutlass.cute as cute


@cute.kernel
def k(mX: cute.Tensor, tiled: cute.TiledCopy):
    tidx, _, _ = cute.arch.thread_idx()
    gX = cute.local_tile(mX, (32, 64), (0, 0))
    cX = cute.local_tile(cute.make_identity_tensor(mX.shape), (32, 64), (0, 0))
    thr = tiled.get_slice(tidx)
    tXgX = thr.partition_S(gX)
    tXcX = thr.partition_S(cX)
    r = cute.make_rmem_tensor_like(tXgX)
    pred = cute.make_rmem_tensor(cute.make_layout((tXgX.shape[0][1], tXgX.shape[1], tXgX.shape[2])), cutlass.Boolean)  #! pred = cute.make_rmem_tensor(cute.make_layout((tXgX.shape[1], tXgX.shape[2])), cutlass.Boolean)
    for i in cutlass.range_constexpr(cute.size(pred)):
        pred[i] = True
    cute.copy(tiled, tXgX, r, pred=pred)  # told


@cute.jit
def go(x: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((8, 16), stride=(16, 1)), cute.make_layout((1, 4)))
    k(x, tiled).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(go, cute.runtime.make_fake_tensor(cutlass.Float32, (128, 128), stride=(128, 1), assumed_align=16))
