// Python's classes while a kernel is traced: what the program makes of classes, and what it asks of them and their objects.
import { test } from "vitest";
import { checkFile, checkPython } from "./facts-of.ts";

test("isinstance of the project's classes goes by bases; of torch tensors by what the value is", () =>
  checkPython(`
import torch
class Op:
    def __init__(self, name): self.name = name
class Load(Op): pass
class Store(Op): pass
def host():
    ops = (Load("x"), Store("y"), Load("z"))
    loads = [op.name for op in ops if isinstance(op, Load)]  # loads -> (x,z)
    all = [op.name for op in ops if isinstance(op, (Op, int))]  # all -> (x,y,z)
    one = isinstance(1.0, torch.Tensor)  # one -> False
    real = isinstance(torch.empty(4), torch.Tensor)  # real -> True
`));

test("named tuples are tuples of their fields, with the operators that their class defines", () =>
  checkPython(`
from typing import NamedTuple
class Bytes(NamedTuple):
    once: int = 0
    staged: int = 0
    def __add__(self, other):
        return Bytes(self.once + other.once, self.staged + other.staged)
def host():
    total = Bytes(1, 2) + Bytes(staged=3)
    names = total._fields  # names -> (once,staged)
    first, second = total  # first -> 1; second -> 5
    pairs = [(n, v) for n, v in zip(total._fields, total)]  # pairs -> ((once,1),(staged,5))
    size = len(total)  # size -> 2
`));

test("a member of an enumeration by its name", () =>
  checkPython(`
from enum import IntEnum
class Mode(IntEnum):
    SERIAL = 0
    PARALLEL = 1
def host():
    mode = Mode["parallel".upper()]  # mode -> 1
`));

test("a member of an enumeration by its value, or by itself", () =>
  checkPython(`
from enum import Enum, IntEnum
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05
class Kind(Enum):
    DENSE = "dense"
    SPARSE = ("sparse", 2)
    @classmethod
    def _missing_(cls, value):
        return cls.DENSE if value == "full" else None
class Mode(IntEnum):
    SERIAL = 0
    PARALLEL = 1
def host(wanted):
    name = Kind("dense").name  # name -> DENSE
    pair = Kind(("sparse", 2)).name  # pair -> SPARSE
    same = Kind(Kind.SPARSE) is Kind.SPARSE  # same -> True
    other = Kind("full").name  # other -> DENSE
    mode = Mode(1)  # mode -> 1
    open = Mode(wanted)  # open -> unknown: which member of Mode has a value that is not known
    major = OperandMajorMode("mn")  # major -> OperandMajorMode.MN
    isMajor = major == OperandMajorMode.MN  # isMajor -> True
    group = tcgen05.CtaGroup(2).name  # group -> TWO
    repetition = tcgen05.Repetition(16).value  # repetition -> 16
`));

test("a dictionary's entry by a number that the run knows", () =>
  checkPython(`
def host(tile: cutlass.Constexpr = 2):
    n = {1: 64, 2: 128}[int(cutlass.Int32(tile))]  # n -> 128
`));

test("dataclasses and attributes that __init_subclass__ gives a class", () =>
  checkPython(`
from dataclasses import make_dataclass
class Base:
    fields = ()
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if cls.fields and "Params" not in cls.__dict__:
            cls.Params = make_dataclass("Params", [(name, object, None) for name in cls.fields])
class Own(Base):
    fields = ("x", "y")
def host():
    p = Own().Params(x=cute.make_layout(4))
    x = p.x  # x -> 4:1
    y = p.y  # y -> None
    z = getattr(p, "z", 7)  # z -> 7
`));

test("storage that a decorator of the project takes apart", () =>
  checkPython(`
from types import SimpleNamespace
class Reserved:
    def __init__(self, inner): self.inner = inner
    def __class_getitem__(cls, inner): return cls(inner)
class Partitioned:
    def __init__(self, cls):
        fields = dict(cls.__annotations__)
        first = {k: v.inner for k, v in fields.items() if isinstance(v, Reserved)}
        rest = {k: v for k, v in fields.items() if not isinstance(v, Reserved)}
        self.parts = [cute.struct(type(cls.__name__, (), {"__annotations__": each})) for each in (first, rest)]
        self.names = [list(first), list(rest)]
    def allocate(self, smem):
        fields = {}
        for part, names in zip(self.parts, self.names):
            made = smem.allocate(part)
            for name in names:
                fields[name] = getattr(made, name)
        return SimpleNamespace(**fields)
def partitioned(cls):
    return Partitioned(cls)
@cute.kernel
def kernel():
    @partitioned
    class Storage:
        flags: Reserved[cute.struct.MemRange[cutlass.Int32, 16]]
        sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 128 * 64], 1024]
    size = Storage.parts[1].size_in_bytes()  # size -> 16384
    storage = Storage.allocate(cutlass.utils.SmemAllocator())
    sA = storage.sA.get_tensor(cute.make_layout((128, 64)))  # sA -> smem_ptr[16b] o (128,64):(1,128)
    flags = storage.flags.get_tensor(cute.make_layout(16))  # flags -> smem_ptr[32b] o 16:1
`));

test("storage of two sizes, made by the same code", () =>
  checkPython(`
class Wrapped:
    def __init__(self, cls):
        self.inner = cute.struct(type(cls.__name__, (), {"__annotations__": cls.__annotations__}))
def wrapped(cls):
    return Wrapped(cls)
def make(n):
    @wrapped
    class Storage:
        s: cute.struct.MemRange[cutlass.Float16, n]
    return Storage.inner.size_in_bytes()
def host():
    small = make(64)  # small -> 128
    large = make(256)  # large -> 512
`));

const dispatch = `import torch
import cutlass.cute as cute

class Sm90:
    n = 64
class Sm100:
    n = 128

@cute.jit
def run(n: cutlass.Constexpr):
    l = cute.make_layout(n)  # l -> VALUE
def host():
    major = torch.cuda.get_device_capability()[0]
    run({9: Sm90, 10: Sm100}[major].n)
`;

test("a chosen architecture says which device it is, the names of files and folders do not", () =>
  Promise.all([
    checkFile({ "/p/gemm.py": dispatch.replace("VALUE", "64:1") }, "/p/gemm.py", { arch: "sm_90a" }),
    checkFile({ "/p/gemm.py": dispatch.replace("VALUE", "128:1") }, "/p/gemm.py", { arch: "sm_100a" }),
    checkFile({ "/p/hopper/gemm_sm90.py": dispatch.replace("VALUE", "64:1 | 128:1") }, "/p/hopper/gemm_sm90.py"),
  ]));

const hopperOnly = dispatch.replace(
  "@cute.jit",
  `from cutlass.cute.nvgpu import warpgroup

@cute.kernel
def kernel():
    warpgroup.wait_group(0)
@cute.jit`,
);

test("warpgroup MMA proves Hopper, unless the file asks for the device itself", () =>
  Promise.all([
    checkFile(
      {
        "/p/kernel.py": hopperOnly.slice(0, hopperOnly.indexOf("def host")).replace("VALUE", "64:1"),
        "/p/test_kernel.py": `import torch
from kernel import Sm90, Sm100, run
run({9: Sm90, 10: Sm100}[torch.cuda.get_device_capability()[0]].n)
`,
      },
      "/p/kernel.py",
    ),
    checkFile({ "/p/kernel.py": hopperOnly.replace("VALUE", "64:1 | 128:1") }, "/p/kernel.py"),
  ]));

test("members of an enumeration that number themselves", () =>
  checkPython(`
import enum
from enum import Enum, auto
class Kind(Enum):
    FIRST = auto()
    SECOND = enum.auto()
    SEVENTH = 7
    NEXT = auto()
class Flags(enum.IntFlag):
    A = auto()
    B = auto()
    C = auto()
def host():
    second = Kind.SECOND.value  # second -> 2
    after = Kind.NEXT.value  # after -> 8
    bit = Flags.C  # bit -> 4
`));

test("what is only put away may be anything", () =>
  checkPython(`
class Scheduler:
    def __init__(self, sizes, count):
        self.sizes = sizes  # self.sizes -> unknown: no caller gives sizes
        self.last = count - 1  # self.last -> count-1
`));

test("the parameters of a function and the fields of a dataclass by name", () =>
  checkPython(`
import dataclasses, inspect, typing
class Packed:
    def __init__(self, names):
        self.cls = dataclasses.make_dataclass("Parameter", [(name, typing.Any) for name in names])
        self.arg = self.cls(*([0] * len(dataclasses.fields(self.cls))))
    def pack(self, *args):
        self.arg = self.cls(*args)
        return tuple(getattr(self.arg, f.name) for f in dataclasses.fields(self.arg))
def host():
    def epilogue(config, alpha, C):
        return C
    names = [name for name in inspect.signature(epilogue).parameters.keys()]
    packed = Packed(names[1:]).pack(1, 2)  # packed -> (1,2)
    count = len(names)  # count -> 3
    def wrapper(*args, **kwargs):
        return epilogue(*args, **kwargs)
    wrapper.__wrapped__ = epilogue
    wrapped = len(inspect.signature(wrapper).parameters)  # wrapped -> unknown: an argument of len is not known ← .parameters of something unknown ← a function that takes any arguments may stand for another
`));

test("members of an enumeration with an __init__ have what it sets", () =>
  checkPython(`
import enum
class Tile(enum.Enum):
    SMALL = (64, 2)
    LARGE = (128, 4)
    def __init__(self, rows, stages):
        self.rows = rows
        self.stages = stages
    @property
    def total(self):
        return self.rows * self.stages
def host():
    a = Tile.SMALL.rows  # a -> 64
    b = Tile.LARGE.total  # b -> 512
    c = Tile((64, 2)).stages  # c -> 2
`));

test("a method's bare name is the file's, not the method of that name beside it; defaults see the class", () =>
  checkPython(`
import cutlass.cute as cute
def tile(rows, columns):
    return cute.make_layout((rows, columns))

class Kernel:
    width = 8

    def __init__(self):
        self.rows = 16

    def tile(self, columns=width):
        part = tile(self.rows, columns)  # part -> (16,8):(1,16)
        return part

def main():
    whole = Kernel().tile()  # whole -> (16,8):(1,16)
`));
