// Host code in Python on the way to a kernel: tests and their listed cases, torch tensors, autograd, branches over architectures.
import { test } from "vitest";
import { checkFile, checkPython } from "./facts-of.ts";

const kernel = `import cutlass
import cutlass.cute as cute

class Scale:
    def __init__(self, dtype, n):
        self.dtype = dtype
        self.n = n

    @cute.jit
    def __call__(self, mX: cute.Tensor):
        gX = cute.local_tile(mX, (8, self.n), (0, 0))  # gX [test_scale] -> gmem_ptr[16b] o (8,96):(mX.stride[0],1) / gmem_ptr[32b] o (8,128):(mX.stride[0],1) / gmem_ptr[16b] o (8,64):(mX.stride[0],1)
`;

test("a test runs with some of its listed cases", () =>
  checkFile(
    {
      "/p/scale.py": kernel,
      "/p/tests/test_scale.py": `import pytest
import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack
from scale import Scale

dtypes = {torch.bfloat16: cutlass.BFloat16, torch.float16: cutlass.Float16, torch.float32: cutlass.Float32}

@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32])
@pytest.mark.parametrize("M,N", [(8, 64), (16, 96), (32, 128)])
def test_scale(M, N, dtype):
    if M == 0:
        pytest.skip("nothing to do")
    x = torch.randn(M, N, device="cuda", dtype=dtype)
    cute.compile(Scale(dtypes[x.dtype], x.shape[-1]), from_dlpack(x.detach()).mark_layout_dynamic())
`,
    },
    "/p/scale.py",
  ));

test("the gradient of an output reaches backward", () =>
  checkPython(`
import torch

class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.new_thing() if False else x

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensors
        n = dy.shape[1]  # n -> 32
        m = x.size(0)  # m -> 16
        return dy

def double(x: torch.Tensor):
    return Double.apply(x)

def host():
    y = double(torch.randn(16, 32))
`));

test("indexing and reshaping torch tensors", () =>
  checkPython(`
import torch

def host():
    x = torch.randn(2, 64, 8, 128, dtype=torch.bfloat16)
    a = x[..., :64].shape  # a -> (2,64,8,64)
    b = x[0, None].stride()  # b -> (65536,1024,128,1)
    c = x.flatten(0, 1).shape  # c -> (128,8,128)
    d = x.view(2, -1, 128).shape  # d -> (2,512,128)
    e = x[:, :, :1].expand(-1, -1, 4, -1).stride()  # e -> (65536,1024,0,1)
    f = (x * 2.0).mT.shape  # f -> (2,64,128,8)
    q, k = x.chunk(2, dim=-1)
    g = k.shape  # g -> (2,64,8,64)
`));

test("branches over an architecture that is not known", () =>
  checkPython(`
import torch

class Old:
    tile = 64
    def run(self, xs):
        n = len(xs)  # n -> 2

class New:
    tile = 128
    def run(self, xs, extra):
        n = len(xs)  # n -> 2

def host():
    major, minor = torch.cuda.get_device_capability()
    assert major in [8, 9, 10]
    kernel = Old() if major in [8, 9] else New()
    args = [(1, 2)]
    if major == 10:
        args.append("extra")
    kernel.run(*args)
    if major not in [8, 9]:
        tile = kernel.tile  # tile -> 128
    wide = major == 10 and kernel.tile == 64  # wide -> 0
    pair = (*((1, 2) if major == 10 else (3, 4)), 5)  # pair -> (1,2,5) | (3,4,5)
`));

test("attributes by name", () =>
  checkPython(`
class Plan:
    stages = 4

def host():
    plan = Plan()
    a = getattr(plan, "stages", 1)  # a -> 4
    b = getattr(plan, "clusters", (2, 1))  # b -> (2,1)
    c = hasattr(plan, "clusters")  # c -> False
    d = getattr(None, "x", 7)  # d -> 7
`));

test("two tensors made by one call are not of one extent", () =>
  checkPython(`
from cutlass.cute.runtime import make_fake_compact_tensor

def fake():
    return make_fake_compact_tensor(cutlass.Float16, (cute.sym_int(), 8), stride_order=(1, 0))

def host():
    x, y = fake(), fake()
    same = x.shape[0] == y.shape[0]
    n = 1 if same else 2  # n -> 1 | 2
`));

test("super() in a mixin is the class beside it", () =>
  checkPython(`
class Mixin:
    def tile(self, m):
        return super().tile(m * 2)

class Base:
    @staticmethod
    def tile(m):
        return (m, 64)

class Kernel(Mixin, Base):
    pass

def host():
    t = Kernel().tile(32)  # t -> (64,64)
    names = type(Kernel()).tile
`));

test("f-strings name attributes, named tuples change fields", () =>
  checkPython(`
from typing import NamedTuple

class Args(NamedTuple):
    m: int
    n: int = 8

class Kernel:
    def prepare(self, name):
        setattr(self, f"_layout_{name}", cute.make_layout(16))

def host():
    kernel = Kernel()
    kernel.prepare("d")
    l = getattr(kernel, f"_layout_{'d'}")  # l -> 16:1
    args = Args(4)._replace(n=16)
    n = args.n  # n -> 16
`));

test("a result annotated as an integer is one, under the name that is returned", () =>
  checkPython(`
import cutlass.cute as cute
from typing import Tuple

def stages_of(capacity) -> Tuple[int, int]:
    ab_stage = capacity // 1024
    return ab_stage, 2

@cute.jit
def f():
    stages, epi = stages_of(something_else())
    layout = cute.make_layout((64, 32, stages))  # layout -> (64,32,ab_stage):(1,64,2048)
`));

test("what a plain function makes of configurations is known when the kernel is traced", () =>
  checkPython(`
import cutlass
import cutlass.cute as cute

def stages_of(capacity: int, dtype) -> tuple[int, int]:
    ab_stage = something_else(capacity, dtype.width)
    return ab_stage, 2

class Holder:
    def __init__(self, n):
        self.n = n

    def stages(self) -> int:
        return something_else(self.n)

@cute.kernel
def kernel(n: cutlass.Int32):
    rows = cute.make_layout((8, 64), stride=(64, 1))
    swizzled = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, rows)
    stages, epi = stages_of(4096, cutlass.Float16)
    whole = cute.tile_to_shape(swizzled, (128, 64, stages), (0, 1, 2))
    first = cute.slice_(whole, (None, None, 0))  # first -> S<3,4,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))
    later, _ = stages_of(n, cutlass.Float16)
    open = cute.tile_to_shape(swizzled, (128, 64, later), (0, 1, 2))
    none = cute.slice_(open, (None, None, 0))  # none -> unknown: a slice of a swizzled layout wants its shape and strides static
    held = cute.tile_to_shape(swizzled, (128, 64, Holder(n).stages()), (0, 1, 2))
    still = cute.slice_(held, (None, None, 0))  # still -> unknown: a slice of a swizzled layout wants its shape and strides static
    plain = cute.tile_to_shape(swizzled, (128, 64, Holder(4).stages()), (0, 1, 2))
    known = cute.slice_(plain, (None, None, 0))  # known -> S<3,4,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))

    def inner(k: int) -> int:
        return something_else(k, n)

    seen = cute.tile_to_shape(swizzled, (128, 64, inner(4)), (0, 1, 2))
    closed = cute.slice_(seen, (None, None, 0))  # closed -> unknown: a slice of a swizzled layout wants its shape and strides static
`));

test("storage whose size depends on a condition is one thing still", () =>
  checkPython(`
import cutlass
import cutlass.cute as cute

@cute.kernel
def f(flag: cutlass.Constexpr):
    size = 64 if flag else 0

    @cute.struct
    class Storage:
        sO: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, size], 1024]

    storage = cutlass.utils.SmemAllocator().allocate(Storage)
    sO = storage.sO.get_tensor(cute.make_layout((8, 8)))  # sO -> smem_ptr[16b] o (8,8):(1,8)
`));

test("torch functions that work element by element keep shape and type", () =>
  checkPython(`
import math
import torch
def host():
    angle = torch.rand(67, 32, device="cuda") * 2 * math.pi
    cos = torch.cos(angle).to(dtype=torch.float16)
    n = cos.size(1)  # n -> 32
    wide = torch.nn.functional.silu(cos).stride(0)  # wide -> 32
`));

test("a tensor times something unknown has no shape that is known", () =>
  checkPython(`
import torch
def host(u):
    a = torch.empty(64)
    x = u * a.view(1, 1, -1, 1)
    k = x.shape[0]  # k -> unknown: an item of something unknown ← .shape of something unknown ← an operand whose shape is not known
    n = (2.0 * a).shape[0]  # n -> 64
`));

test("f-strings that say what they show", () =>
  checkPython(`
class Kernel:
    def __init__(self, stages=3, name="it's"):
        text = f"{stages = }, {name=}"  # text -> stages = 3, name="it's"
def host():
    kernel = Kernel()
`));

test("of a tensor whose rank nobody says single modes have names; a kernel gets them as they are", () =>
  checkPython(`import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(mQ: cute.Tensor, s: cutlass.Int32):
    a = s  # a -> mQ.shape[1]
    b = cute.make_layout((mQ.shape[0], 64))  # b -> (mQ.shape[0],64):(1,mQ.shape[0])

@cute.jit
def host(mQ: cute.Tensor):
    if cutlass.const_expr(len(mQ.shape) == 5):
        h = mQ.shape[2] * mQ.shape[3]
    else:
        h = mQ.shape[2]
    q = cute.make_layout((mQ.shape[1], 8), stride=(mQ.stride[1], 1))  # q -> (mQ.shape[1],8):(mQ.stride[1],1)
    first = mQ.shape[:2]  # first -> (mQ.shape[0],mQ.shape[1])
    last = mQ.shape[-1]  # last -> mQ.shape[-1]
    shape = mQ.shape  # shape -> unknown: mQ.shape[…] asks for 4 modes or more, and no caller says the rank of mQ
    kernel(mQ, mQ.shape[1]).launch(grid=(1, 1, 1), block=(128, 1, 1))

@cute.jit
def inside(tQ: cute.Tensor):
    a = tQ.shape[2]  # a -> unknown: an item of something unknown ← tQ.shape[…] asks for 3 modes or more, and no caller says the rank of tQ
`));

test("what an operation makes of a tensor of unknown rank does not have that tensor's modes", () =>
  checkPython(`import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(mQ: cute.Tensor):
    pass

@cute.jit
def host(mQ: cute.Tensor):
    a = mQ.shape[3]  # a -> mQ.shape[3]
    b = cute.flat_divide(mQ, (8, 8)).shape[0]  # b -> unknown: an item of something unknown ← mQ.shape[…] asks for 4 modes or more, and no caller says the rank of mQ
    c = cute.prepend_ones(mQ, up_to_rank=6).shape[0]  # c -> unknown: an item of something unknown ← mQ.shape[…] asks for 4 modes or more, and no caller says the rank of mQ
    d = mQ[None].shape[0]  # d -> unknown: an item of something unknown ← mQ.shape[…] asks for 4 modes or more, and no caller says the rank of mQ
    kernel(mQ).launch(grid=(1, 1, 1), block=(128, 1, 1))
`));

test("what the device can do is one number each, whoever asks, and known where the capability is", async () => {
  const source = `
import torch

def host():
    props = torch.cuda.get_device_properties(torch.cuda.current_device())
    major, minor = torch.cuda.get_device_capability()
    version = props.major * 10 + props.minor
    same = 1 if props.major == major else 2  # same -> 1
    small = 1 if 65536 <= props.shared_memory_per_block_optin else 2  # small -> 1
    large = 1 if 262144 <= props.shared_memory_per_block_optin else 2  # large -> 2
    either = 1 if 180000 <= props.shared_memory_per_block_optin else 2  # either -> 1 | 2
    bytes = props.shared_memory_per_block_optin  # bytes -> device.shared_memory_per_block_optin
    slots = 4 * props.multi_processor_count  # slots -> 4*device.multi_processor_count
    name = f"sm_{major}{minor}a"  # name -> unknown: what + gives is not known ← the text of a value
`;
  await checkPython(source);
  const known = source
    .replace("either -> 1 | 2", "either -> 2")
    .replace("bytes -> device.shared_memory_per_block_optin", "bytes -> 101376")
    .replace(/name -> unknown.*/, "name -> sm_89a");
  await checkPython(known, { arch: "sm_89" });
});

test("tensors on the symmetric heap, and what several devices reduce", () =>
  checkPython(`
import torch
import torch.distributed as dist
import nvshmem.core
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.runtime import from_dlpack

@cute.jit
def reduce(pointer: cute.Pointer):
    x, y, z, w = utils.distributed.multimem_ld_reduce_8xf16(pointer)
    more = x + 1  # more -> multimem_ld_reduce+1

def host():
    local = nvshmem.core.tensor((64, 32), dtype=torch.float16)
    a = local.stride()  # a -> (32,1)
    peer = nvshmem.core.get_peer_tensor(local, 1)
    b = peer.shape  # b -> (64,32)
    every = nvshmem.core.get_multicast_tensor(nvshmem.core.Teams.TEAM_NODE, local)
    c = from_dlpack(every)  # c -> gmem_ptr[16b] o (64,32):(32,1)
    flags = nvshmem.core.tensor((12 // 4), dtype=torch.int32)
    d = flags.shape  # d -> (3)
    last = dist.get_world_size() - dist.get_rank()  # last -> world_size-rank
`));

test("whether a tensor's element is true only the run knows", () =>
  checkPython(`
import torch
def f():
    x = torch.randn(8, 64)
    assert not torch.isnan(x).any()
    if x.any():
        y = 1
    else:
        y = 2
    z = y  # z -> 1 | 2
`));

test("what hosts do to a tensor before the kernel gets it: normalized, seen with other strides, kept in an ordered dictionary", () =>
  checkPython(`
import torch
from collections import OrderedDict
from cutlass.cute.runtime import from_dlpack

@cute.jit
def scaled(x: cute.Tensor):
    l = x.layout  # l -> (4,8):(8,1)
    start = x.iterator.toint()  # start -> address

def test_scaled():
    kept = OrderedDict(k=torch.nn.functional.normalize(torch.empty((4, 16), dtype=torch.float16), p=2.0, dim=-1))
    x = kept["k"].as_strided((4, 8), (8, 1))
    scaled(from_dlpack(x))
`));
