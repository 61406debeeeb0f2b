import cutlass
import cutlass.cute as cute


@cute.jit
def mainloop(mma: cute.TiledMma, sA, sB, acc):
    thr = mma.get_slice(0)
    tCrA = mma.make_fragment_A(thr.partition_A(sA))
    tCrB = mma.make_fragment_B(thr.partition_B(sB))
    cute.gemm(mma, acc, tCrA, tCrB, acc)  #! cute.gemm(mma, acc, tCrB, tCrA, acc)
