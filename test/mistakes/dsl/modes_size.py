import cutlass
import cutlass.cute as cute


@cute.jit
def load(tiled: cute.TiledCopy, tAsA, tArA):
    cute.copy(tiled, tAsA[None, None, 0], tArA[None, None, 0])
    for k in cutlass.range_constexpr(1, cute.size(tArA, mode=[2])):  #! for k in cutlass.range_constexpr(1, cute.size(tArA, mode=[3])):
        cute.copy(tiled, tAsA[None, None, k], tArA[None, None, k])
