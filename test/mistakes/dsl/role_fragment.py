import cutlass
import cutlass.cute as cute


@cute.jit
def mainloop(mma: cute.TiledMma, sA, sB, acc):
    thr = mma.get_slice(0)
    tCsA = thr.partition_A(sA)  #! tCsA = thr.partition_B(sA)
    tCrA = mma.make_fragment_A(tCsA)
    tCrB = mma.make_fragment_B(thr.partition_B(sB))
    cute.gemm(mma, acc, tCrA, tCrB, acc)
