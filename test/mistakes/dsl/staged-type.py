# A sum that begins as an integer: a loop of the run gives one type.
import cutlass
import cutlass.cute as cute


@cute.kernel
def row_sums(rows: cute.Tensor, out: cute.Tensor, n: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    total = cutlass.Float32(0)  #! total = 0
    last = 0
    for i in cutlass.range(n):
        total += rows[tidx, i]
        last = i
    count = 0
    for i in cutlass.range_constexpr(4):
        count = count + rows[tidx, i]
    out[tidx] = total + count + last


@cute.jit
def launch(p: cute.Pointer, q: cute.Pointer, n: cutlass.Int32):
    rows = cute.make_tensor(p, cute.make_layout((32, n), stride=(n, 1)))
    row_sums(rows, cute.make_tensor(q, cute.make_layout((32,))), n).launch(grid=(1, 1, 1), block=(32, 1, 1))


def main():
    p = cute.runtime.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    cute.compile(launch, p, p, cutlass.Int32(4))
