import cutlass
import cutlass.cute as cute


@cute.jit
def epilogue(tiled: cute.TiledCopy, tTR_tAcc, tTR_rAcc):
    tTR_tAcc = cute.group_modes(tTR_tAcc, 3, cute.rank(tTR_tAcc))
    for i in range(cute.size(tTR_tAcc, mode=[3])):
        cute.copy(tiled, tTR_tAcc[None, None, None, i], tTR_rAcc)  #! cute.copy(tiled, tTR_tAcc[None, None, None, 0, i], tTR_rAcc)
