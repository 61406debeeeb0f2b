// Numbers of the run that nothing names: of these the DSL knows the type while it traces, and prints `?`, as here.
import { test } from "vitest";
import { checkPython } from "./facts-of.ts";

test("elements of floating point, arithmetic and mathematics on them, and what loops make of them", () =>
  checkPython(`
@cute.kernel
def k(scale: cutlass.Float32, n: cutlass.Int32):  # scale -> ?
    a = cute.make_rmem_tensor(cute.make_layout(8), cutlass.Float32)
    x = a[0]  # x -> ?
    y = 2 * x * scale - 1.0  # y -> ?
    z = cute.math.exp2(y, fastmath=True)  # z -> ?
    w = cute.arch.fmax(z, y)  # w -> ?
    p = cute.arch.add_packed_f32x2((x, y), (z, w))  # p -> (?,?)
    s = 0.0
    for i in cutlass.range(n):
        s = s + a[i]
    t = s / 2  # t -> ?
    total = a.load().reduce(cute.ReductionOp.ADD, 0.0, 0)  # total -> ?
    most = cute.arch.warp_reduction_max(t)  # most -> ?
`));

test("their types are the library's", () =>
  checkPython(`
@cute.kernel
def k(half: cutlass.Float16, brain: cutlass.BFloat16, single: cutlass.Float32, n: cutlass.Int32):
    a = (half * half).dtype  # a -> Float16
    b = (half * single).dtype  # b -> Float32
    c = (half + 1.0).dtype  # c -> Float32
    d = (half * brain).dtype  # d -> Float16
    e = (half * n).dtype  # e -> Float32
    f = single.to(cutlass.Float16).dtype  # f -> Float16
`));

test("branches that differ in the type leave nothing known", () =>
  checkPython(`
@cute.kernel
def k(half: cutlass.Float16, single: cutlass.Float32, n: cutlass.Int32):
    x = half
    if n > 0:
        x = single
    y = x  # y -> unknown: one of several types
`));

test("what is made anew from values of the run keeps what the trace knows", () =>
  checkPython(`
@cute.jit
def f(n: cutlass.Int32, values):
    a = cutlass.new_from_mlir_values((4, "row"), values)  # a -> (4,row)
    b = cutlass.new_from_mlir_values(n, values)  # b -> value
`));

test("the tuner is a caller", () =>
  checkPython(`
import torch
from cutlass.cute import testing
from cutlass.cute.runtime import from_dlpack
def compiled(a, bits=128):
    @cute.jit
    def host(a: cute.Tensor):
        v = cute.make_layout(bits)  # v -> 64:1 / 128:1
    cute.compile(host, a)
a = from_dlpack(torch.empty(64, 64, dtype=torch.float32))
testing.tune(compiled, params_dict={"bits": [64, 128]}, kernel_arguments=testing.JitArguments(a))
`));

test("a number of the run is no vector, and operators stand for what they do", () =>
  checkPython(`
import math, operator
import cutlass
import cutlass.cute as cute
from cutlass import Float32

@cute.jit
def warp_reduce(val, op, width: cutlass.Constexpr[int]):
    if cutlass.const_expr(isinstance(val, cute.TensorSSA)):
        res = cute.make_rmem_tensor(val.shape, val.dtype)
        res.store(val)
        return res.load()
    else:
        for i in cutlass.range_constexpr(int(math.log2(width))):
            val = op(val, cute.arch.shuffle_sync_bfly(val, offset=1 << i))
        return val

@cute.kernel
def kernel():
    x = cute.make_rmem_tensor((8, 4), cutlass.Float16).load().to(Float32)
    local = x.reduce(cute.ReductionOp.ADD, init_val=Float32(0.0), reduction_profile=0)
    sum = warp_reduce(local, operator.add, 32)  # sum -> ?
    scale = cute.math.rsqrt(sum / 64 + 0.1)  # scale -> ?
    five = operator.add(2, 3)  # five -> 5
    tiles = operator.floordiv(7, 2)  # tiles -> 3
    is_number = isinstance(sum, cutlass.Numeric)  # is_number -> True
`));
