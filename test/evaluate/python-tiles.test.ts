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

test("a TMA atom from the compiler's own operation and a map of the CTA's values: pages of 32 rows", () =>
  checkPython(`
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import make_fake_compact_tensor
from cutlass._mlir.dialects import cute_nvgpu as ir
@cute.jit
def f(kv: cute.Tensor):
    tile = cute.composition(cute.make_identity_layout(kv.shape), (128, 64))  # tile -> (128,64):(1@0,1@1)
    pages = cute.zipped_divide(tile, (32, 64))  # pages -> ((32,64),(4,1)):((1@0,1@1),(32@0,0))
    page = cute.select(pages, mode=[0])  # page -> ((32,64)):((1@0,1@1))
    smem = cute.make_layout(((32, 64),), stride=((64, 1),))
    op = cpasync.CopyBulkTensorTileG2SOp()
    res = ir.atom_make_non_exec_tiled_tma_load(kv.value, smem, page, op._to_ir(), num_multicast=1)
    atom = cute.CopyAtom(op, cpasync.CopyBulkTensorTileG2SNonExecTrait(res[0]))
    coords = res[1]  # coords -> (0,0,0) o (kv.shape[0],64,kv.shape[2]):(1@1,1@0,1@2)
f(make_fake_compact_tensor(cutlass.Float16, (cute.sym_int(), 64, cute.sym_int()), stride_order=(1, 0, 2), assumed_align=16))
`));

test("a module of helpers gives what it imports itself", () =>
  checkPython(`
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import tcgen05
@cute.jit
def f():
    kind = tcgen05.SmemLayoutAtomKind.K_SW128
    atom = sm100_utils.make_smem_layout_atom(kind, cutlass.Float16)  # atom -> S<3,4,3> o 0 o (8,64):(64,1)
    load = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition(16)), cutlass.Float32)
    dp, bits, rep, _ = sm100_utils.get_tmem_copy_properties(load)  # dp -> 32; bits -> 32; rep -> 16
`));

test("another thread's part is had of a thread's", () =>
  checkPython(`
@cute.jit
def f(tidx: cutlass.Int32):
    mma = cute.make_tiled_mma(cute.nvgpu.MmaUniversalOp(cutlass.Float32), cute.make_layout((4, 8, 1)))
    c = cute.make_identity_tensor((8, 8))
    first = mma.get_slice(tidx).get_slice(0).partition_C(c)  # first -> (0,0) o (1,2,1):(0,4@0,0)
`));

test("a coordinate that depends on a branch, inside a tuple too", () =>
  checkPython(`import cutlass
import cutlass.cute as cute

@cute.jit
def f(flag: cutlass.Constexpr, k: cutlass.Int32):
    at = 1 if flag else 3
    t = cute.make_identity_tensor((8, 64))
    a = t[(2, at)]  # a -> (2,1) | (2,3)
    b = t[(None, at)]  # b -> (0,1) o (8):(1@0) | (0,3) o (8):(1@0)
`));

test("a layout of nothing but empty modes has no shape that the DSL can give", () =>
  checkPython(`
@cute.jit
def f():
    a = cute.make_layout(((), ())).shape  # a -> unknown: the DSL gives no shape and stride of a layout that has empty modes alone
    b = cute.make_layout(((), 2)).shape  # b -> ((),2)
    c = cute.make_layout(()).shape  # c -> ()
`));
