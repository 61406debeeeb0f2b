// The Python that kernels are written in, one thing a test: `# name -> value` at the end of a line says what a name is worth there.
import { describe, test } from "vitest";
import { checkFile, checkPython } from "./facts-of.ts";

describe("expressions", () => {
  test("tuples and star-tuples", () =>
    checkPython(`
def host():
    tile = (128, 64)
    full = (*tile, 3)  # full -> (128,64,3)
    first, *rest = full  # first -> 128; rest -> (64,3)
    both = tile + (1,)  # both -> (128,64,1)
    last = full[-1]  # last -> 3
    part = full[1:]  # part -> (64,3)
`));

  test("`and` and `or` give the operand that decides, of integers too", () =>
    checkPython(`
@cute.jit
def f(n: int, stages: cutlass.Constexpr[int], m: cutlass.Int32):
    a = n or 0  # a -> n
    b = n or 4  # b -> n | 4
    c = n and 4  # c -> 0 | 4
    d = stages or 2  # d -> stages | 2
    e = m or 8  # e -> m | 8
    g = n and 0  # g -> 0
    h = (n > 3) or (stages > 2)  # h -> max(2<stages,3<n)
    l = cute.make_layout((n or 128,))  # l -> (n):(1) | (128):(1)
`));

  test("Python's own functions: what is not followed has no value", () =>
    checkPython(`
def host(n):
    a = max(3, 1, default=2)  # a -> unknown: max with default is not followed
    b = pow(3, 4, 5)  # b -> unknown: pow with more arguments is not followed
    c = int("10", 16)  # c -> unknown: int with more arguments is not followed
    d = round(2.5)  # d -> 2
    e = round(3.14159, 2)  # e -> unknown: round with more arguments is not followed
    f = int(True)  # f -> 1
    h = "a,b,c".split(",", 1)  # h -> unknown: a text that is not known
    i = "xxa".strip("x")  # i -> unknown: a text that is not known
    j = "x".join(["1", "2"])  # j -> 1x2
    k = 1 << (10 - 1).bit_length()  # k -> 16
    l = float(3) * 2  # l -> 6.0
    m = float(3)  # m -> 3.0
`));

  test("the default of a lambda is what it was at its definition", () =>
    checkPython(`
def host():
    a = [f(2) for f in [lambda x, i=i: x * i for i in range(3)]]  # a -> (0,2,4)
    fs = []
    for i in range(3):
        def f(x, i=i, k=1):
            return x + i + k
        fs.append(f)
    b = [f(10) for f in fs]  # b -> (11,12,13)
    c = fs[0](1, k=5)  # c -> 6
    d = fs[1](1, 7)  # d -> 9
`));

  test("what an object's class does where it is entered, tested, or written to", () =>
    checkPython(`
class Timer:
    def __init__(self, n):
        self.n = n
        self._size = 1
    def __enter__(self):
        return self.n + 1
    def __exit__(self, *args):
        return False
    def __bool__(self):
        return self.n != 0
    def __setitem__(self, i, v):
        self.n = (i, v)
    @property
    def size(self):
        return self._size
    @size.setter
    def size(self, value):
        self._size = value * 2

class Box:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n

def host():
    with Timer(3) as t:  # t -> 4
        pass
    a = 1 if Timer(0) else 2  # a -> 2
    b = 1 if Box(0) else 2  # b -> 2
    c = 1 if Box(4) else 2  # c -> 1
    timer = Timer(1)
    timer[0] = 5
    d = timer.n  # d -> (0,5)
    timer.size = 4
    e = timer.size  # e -> unknown: size is set by a method of its class
`));

  test("another name of a list at file scope changes it, and a slice that is assigned", () =>
    checkPython(`
xs = [1, 2, 3]
ys = xs
ys.append(4)
n = len(xs)  # n -> unknown: an argument of len is not known ← another name of this list or dictionary changes it
zs = [0, 1, 2, 3]
zs[1:3] = [9]
m = len(zs)  # m -> unknown: an argument of len is not known ← items that are not known were written
`));

  test("a set has what is the same once", () =>
    checkPython(`
def host():
    a = len({1, 2, 2})  # a -> 2
    b = len(set([1, 1]))  # b -> 1
    c = len({x % 2 for x in range(4)})  # c -> 2
    d = 2 in {1, 2}  # d -> True
`));

  test("what a generator yields is not followed, and it is not None", () =>
    checkPython(`
def squares(n):
    for i in range(n):
        if i == 1:
            continue
        yield i * i

def none():
    return
    yield 1

def inner():
    return [(lambda: (yield))]

def host():
    a = squares(3)  # a -> unknown: what a generator yields
    b = list(squares(3))  # b -> unknown: an argument of list is not known ← what a generator yields
    c = none()  # c -> unknown: what a generator yields
    d = len(inner())  # d -> 1
`));

  test("a match that takes its subject apart may return", () =>
    checkPython(`
def first(x):
    match x:
        case (a, b):
            return a
        case _:
            return 0

def host():
    a = first((1, 2))  # a -> unknown: depends on x | not x
`));

  test("slices of tensors by None and by coordinates", () =>
    checkPython(`
@cute.jit
def f():
    t = cute.make_rmem_tensor(cute.make_layout((4, 8, 2)), cutlass.Float32)
    k = t[None, None, 1]  # k -> ptr[32b] o (4,8):(1,4)
    row = t[2, (None, 1)[0], None]  # row -> ptr[32b] o (8,2):(4,32)
`));

  test("whole modes as a project may write them, and what it adds to tensors", () =>
    checkPython(`
@cute.jit
def f():
    t = cute.make_rmem_tensor(cute.make_layout((4, 8, 2)), cutlass.Float32)
    k = t[..., 1]  # k -> ptr[32b] o (4,8):(1,4)
    row = t[2, :, 0]  # row -> ptr[32b] o (8):(4)
    half = t.to(cutlass.Float16)  # half -> ptr[16b] o (4,8,2):(1,4,32)
    flat = row.contiguous()  # flat -> ptr[32b] o (8):(1)
`));

  test("conditional expressions, const_expr and f-strings", () =>
    checkPython(`
def host(wide: cutlass.Constexpr = True):
    n = 8 if cutlass.const_expr(wide) else 4  # n -> 8
    text = f"tile {n}"
    l = cute.make_layout(n)  # l -> 8:1
`));

  test("comprehensions over tuples of tensors and of dictionaries", () =>
    checkPython(`
@cute.jit
def f():
    a = cute.make_rmem_tensor(cute.make_layout(8), cutlass.Float32)
    b = cute.make_rmem_tensor(cute.make_layout(16), cutlass.Float32)
    sizes = tuple(cute.size(t) for t in (a, b))  # sizes -> (8,16)
    big = [t for t in (a, b) if cute.size(t) > 8][0]  # big -> ptr[32b] o 16:1
    by_name = {name: cute.size(t) for name, t in (("a", a), ("b", b))}
    n = by_name["b"]  # n -> 16
`));
});

describe("functions", () => {
  test("keyword and default arguments", () =>
    checkPython(`
def tile(m, n=64, *, stages=1, **others):
    return cute.make_layout((m, n, stages))

def host():
    a = tile(128)  # a -> (128,64,1):(1,128,0)
    b = tile(n=32, m=16, stages=3, unused=1)  # b -> (16,32,3):(1,16,512)
    options = {"n": 8}
    c = tile(4, **options)  # c -> (4,8,1):(1,4,0)
`));

  test("nested functions, closures, lambdas and partial", () =>
    checkPython(`
from functools import partial

def host():
    n = 8
    def make(m):
        return cute.make_layout((m, n))
    a = make(4)  # a -> (4,8):(1,4)
    twice = lambda m: make(2 * m)
    b = twice(4)  # b -> (8,8):(1,8)
    only = partial(cute.make_layout, stride=(8, 1))
    c = only((4, 8))  # c -> (4,8):(8,1)
    d = partial(make, m=2)()  # d -> (2,8):(1,2)
`));

  test("early returns", () =>
    checkPython(`
def pick(n):
    if n > 64:
        return 64, "big"
    for each in (32, 16):
        if n % each == 0:
            return each, "fits"
    return 1, "none"

def host():
    a, _ = pick(128)  # a -> 64
    b, _ = pick(48)  # b -> 16
    c, _ = pick(7)  # c -> 1
`));

  test("match by literals, names with a dot, alternatives and the rest", () =>
    checkPython(`
from enum import Enum

class Mode(Enum):
    FAST = 1
    SAFE = 2

def width(mode, n):
    match mode:
        case Mode.FAST:
            w = 8
        case Mode.SAFE if n > 4:
            w = 4
        case _:
            w = 1
    match n:
        case 1 | 2:
            return w
        case other:
            return w * other

def host():
    a = width(Mode.FAST, 2)  # a -> 8
    b = width(Mode.SAFE, 5)  # b -> 20
    c = width(Mode.SAFE, 3)  # c -> 3
`));
});

describe("loops", () => {
  test("range_constexpr is unrolled, cutlass.range is not", () =>
    checkPython(`
@cute.jit
def f():
    total = 0
    for i in cutlass.range_constexpr(3):
        total = total + cute.size(cute.make_layout(i + 1))
    n = cute.make_layout(total)  # n -> 6:1
    for k in cutlass.range(4):
        m = cute.make_layout((k, 2))  # m -> (k,2):(1,k)
`));
});

describe("classes", () => {
  test("dataclasses, named tuples and enums", () =>
    checkPython(`
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

class Stage(IntEnum):
    TWO = 2

@dataclass
class Config:
    m: int
    n: int = 64
    modes: tuple = field(default_factory=lambda: (1, 2))

    @property
    def tile(self):
        return (self.m, self.n)

class Params(NamedTuple):
    tile: tuple
    stages: int = 1

def host():
    params = Params(Config(128).tile, stages=Stage.TWO)
    l = cute.make_layout((*params.tile, params.stages))  # l -> (128,64,2):(1,128,8192)
    tile, stages = params  # tile -> (128,64); stages -> 2
    modes = Config(1).modes  # modes -> (1,2)
`));

  test("properties, static and class methods, inheritance within the project", () =>
    checkFile(
      {
        "/p/base.py": `import cutlass.cute as cute

class Base:
    stages = 2

    def __init__(self, tile):
        self.tile = tile
        self.setup()

    def setup(self):
        self.layout = self.make(self.tile)

    @staticmethod
    def make(tile):
        return cute.make_layout(tile)

    @classmethod
    def small(cls):
        return cls((8, 4))

    @property
    def staged(self):
        return cute.append(self.layout, cute.make_layout(self.stages, stride=0))
`,
        "/p/a.py": `import cutlass.cute as cute
from base import Base as Plain

class Wide(Plain):
    stages = 4

    def setup(self):
        super().setup()
        self.wide = cute.make_layout((self.tile[0], 2 * self.tile[1]))

def host():
    w = Wide((16, 8))
    l = w.layout  # l -> (16,8):(1,16)
    wide = w.wide  # wide -> (16,16):(1,16)
    s = w.staged  # s -> (16,8,4):(1,16,0)
    small = Wide.small().wide  # small -> (8,8):(1,8)
`,
      },
      "/p/a.py",
    ));

  test("self.x is what the last method set it to", () =>
    checkPython(`
class Kernel:
    def __init__(self):
        self.tile = None

    @cute.jit
    def __call__(self):
        self.tile = (64, 32)
        self.grow()
        a = cute.make_layout(self.tile)  # a -> (128,32):(1,128)
        self.kernel().launch(grid=[1, 1, 1], block=[128, 1, 1])
        self.tile = (1, 1)

    def grow(self):
        self.tile = (2 * self.tile[0], self.tile[1])

    @cute.kernel
    def kernel(self):
        b = cute.make_layout(self.tile)  # b -> (128,32):(1,128)

cute.compile(Kernel())
`));
});

describe("modules", () => {
  test("constants, import as, names of a package", () =>
    checkFile(
      {
        "/p/config/__init__.py": "from .sizes import TILE, STAGES as DEPTH\n",
        "/p/config/sizes.py": "TILE = (128, 64)\nSTAGES = len(TILE) + 1\n",
        "/p/a.py": `import cutlass.cute as cute
import config
from config import sizes as s, DEPTH
from config.sizes import TILE as T

N = 2 * DEPTH  # N -> 6

def host():
    a = cute.make_layout(config.TILE)  # a -> (128,64):(1,128)
    b = cute.make_layout((*T, s.STAGES))  # b -> (128,64,3):(1,128,8192)
`,
      },
      "/p/a.py",
    ));

  test("argparse defaults flow through run into a class", () =>
    checkPython(`
import argparse

class Kernel:
    def __init__(self, tile, dtype):
        self.tile, self.dtype = tile, dtype

    @cute.jit
    def __call__(self):
        l = cute.make_layout(self.tile)  # l -> (128,256):(1,128)
        bits = self.dtype.width  # bits -> 16

def run(tile, dtype):
    cute.compile(Kernel(tile, dtype))

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tile", type=int, nargs=2, default=(128, 256))
    parser.add_argument("--dtype", type=cutlass.dtype, default=cutlass.Float16)
    args = parser.parse_args()
    run(args.tile, args.dtype)
`));
});

describe("arrays of the host", () => {
  test("numpy counts in 64 bits unless a type is named, torch in 32", () =>
    checkPython(`
import numpy as np
import torch
from cutlass.cute.runtime import from_dlpack

def host():
    shape = (4, 2, 3)
    a = from_dlpack(np.arange(np.prod(shape)).reshape(*shape).astype(np.float32))  # a -> gmem_ptr[32b] o (4,2,3):(6,3,1)
    b = from_dlpack(np.random.randn(8, 4))  # b -> gmem_ptr[64b] o (8,4):(4,1)
    c = from_dlpack(np.zeros((3,), dtype=np.float16))  # c -> gmem_ptr[16b] o (3):(1)
    d = from_dlpack(np.array([[1, 2, 3], [4, 5, 6]], dtype=np.float32))  # d -> gmem_ptr[32b] o (2,3):(3,1)
    e = from_dlpack(torch.tensor([1.0, 2.0]))  # e -> gmem_ptr[32b] o (2):(1)
    f = from_dlpack(torch.tensor([1, 2]))  # f -> gmem_ptr[64b] o (2):(1)
    g = from_dlpack(np.ones(12))  # g -> gmem_ptr[64b] o (12):(1)
`));
});
