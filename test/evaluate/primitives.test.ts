// The bare-metal layer of the DSL: handles of tensor maps know their box, whose bytes the real library gives as here; numbers in
// memory and parts of addresses are the run's.
import { test } from "vitest";
import { checkPython } from "./facts-of.ts";

test("a handle of a tensor map knows the elements and bytes of its box", () =>
  checkPython(`
import cutlass.experimental.cuda as cuda
from cutlass.experimental.cuda import create_tensor_map_tiled

@cute.kernel
def kernel(a: cutlass.GridConstant[cuda.TensorMap], b: cutlass.GridConstant[cuda.TensorMap]):
    bytes = a.global_tx_bytes() + b.global_tx_bytes()  # bytes -> 20480
    elements = a.box_volume  # elements -> 8192
    dtype = a.element_type  # dtype -> Float16

@cute.jit
def host(x: cute.Tensor):
    pointer = cute.recast_ptr(x.iterator, dtype=cutlass.Float16)
    y = cute.make_tensor(pointer, cute.make_layout((1024, 64), stride=(64, 1)))
    a = cuda.create_tensor_map_tiled_from_view(y, box_dims=(128, 64), swizzle=cuda.TensorMapSwizzle.s128b)
    b = create_tensor_map_tiled(x.iterator, cutlass.Float32, [1024, 1024], [256], [16, 64])
    kernel(a, b).launch(grid=(1, 1, 1), block=(128, 1, 1))
`));

test("what lies in an array of integers, and a row of tensor memory, are numbers of the run", () =>
  checkPython(`
import cutlass.experimental.primitives as prims

@cute.kernel
def kernel():
    tile = cutlass.Array(cutlass.Float16, 1024, space=cutlass.AddressSpace.smem, alignment=128)
    words = cutlass.Array(cutlass.Int32, 1, space=cutlass.AddressSpace.smem)
    desc = prims.Tcgen05SmemDesc.build(tile.subview(64), 16, 1024)
    desc = desc.advance_start_address(32)
    at = prims.TmemAddr(words.load())
    rank = prims.cluster_ctarank()  # rank -> cluster_ctarank
    row = at.row_id + 32  # row -> row_id+32
    column = at.col_id  # column -> col_id
    value = tile.load()  # value -> unknown: a value in memory
`));
