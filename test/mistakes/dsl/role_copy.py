import cutlass
import cutlass.cute as cute


@cute.jit
def store(atom, tiled: cute.TiledCopy, sC, gC):
    thr = tiled.get_slice(0)
    tCsC = thr.partition_S(sC)
    tCgC = thr.partition_D(gC)
    cute.copy(tiled, tCsC, tCgC)  #! cute.copy(tiled, tCgC, tCsC)
