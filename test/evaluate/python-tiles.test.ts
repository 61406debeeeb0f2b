// Tiles and partitions of one mode in the DSL, as CuTe DSL 4.8 traces them: the tile's own modes come up, no bracket stays around them.
import { test } from "vitest";
import { checkPython } from "./facts-of.ts";

test("local_tile and local_partition with one mode", () =>
  checkPython(`
@cute.jit
def f(i: cutlass.Int32):
    t = cute.make_tensor(cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16), cute.make_layout(65536))
    a = cute.local_tile(t, (cute.make_layout((4096, 2)),), (None,))  # a -> gmem_ptr[32b] o ((4096,2),8):((1,4096),8192)
    b = a[(None, 1), 3]  # b -> gmem_ptr[32b] o (4096):(1)
    c = cute.local_tile(t, (4096,), (None,))  # c -> gmem_ptr[32b] o (4096,16):(1,4096)
    d = cute.local_tile(t, (4096,), (2,))  # d -> gmem_ptr[32b] o (4096):(1)
    p = cute.local_partition(t, cute.make_layout(32), i)  # p -> gmem_ptr[32b] o (2048):(32)
`));
