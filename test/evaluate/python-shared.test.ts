// Python: what outlives a call. Values as CPython prints them; what depends on the calls before is unknown.
import { test } from "vitest";
import { checkPython } from "./facts-of.ts";

test("a list that is a default is one for all calls", () =>
  checkPython(`
def grown(n, acc=[]):
    acc.append(n)
    return len(acc)

def joined(n, more=[]):
    return [n] + more

def host():
    a = grown(1)  # a -> unknown: an argument of len is not known ← calls change acc, which is one list for all of them
    b = grown(1, [1, 2])  # b -> 3
    c = joined(3)  # c -> (3)
`));

test("lists of a file and attributes of a class that functions change are unknown in them", () =>
  checkPython(`
made = [1]
fixed = [1]

def register(x):
    made.append(x)

class Kernel:
    count = 0
    names = []
    stages = 3

    def __init__(self, name):
        Kernel.count += 1
        self.names.append(name)

    @classmethod
    def configure(cls, stages):
        cls.stages = stages

class Plain:
    tile = 64
    names = [1]

    def __init__(self):
        self.names = []
        self.names.append(2)

def host():
    a = made[0]  # a -> unknown: an item of something unknown ← a function changes the list made
    b = fixed[0]  # b -> 1
    Kernel.configure(4)
    c = Kernel("a").count  # c -> unknown: functions write count of the class
    d = Kernel.stages  # d -> unknown: functions write stages of the class
    e = len(Kernel.names)  # e -> unknown: an argument of len is not known ← functions write names of the class
    f = Plain.tile  # f -> 64
    g = Plain().names[0]  # g -> 2
`));

test("a call that changes an object of the file runs each time", () =>
  checkPython(`
class Counter:
    def __init__(self):
        self.n = 0

counter = Counter()

def step():
    counter.n += 1
    return counter.n

first = step()  # first -> 1
second = step()  # second -> 2
now = counter.n  # now -> 2
`));

test("augmented assignment by the class's own method changes the object that other names have", () =>
  checkPython(`
class Pair:
    def __init__(self, x):
        self.x = x

    def __iadd__(self, other):
        self.x += other.x
        return self

class Sum:
    def __init__(self, x):
        self.x = x

    def __add__(self, other):
        return Sum(self.x + other.x)

def host():
    p = Pair(1)
    q = p
    p += Pair(5)
    a = q.x  # a -> 6
    s = Sum(1)
    t = s
    s += Sum(5)
    b = s.x  # b -> 6
    c = t.x  # c -> 1
`));

test("a handler begins with what the try has done by then", () =>
  checkPython(`
def stages(n):
    out = [1]
    try:
        out.append(2)
        if n == 0:
            raise ValueError("none")
        out.append(3)
    except ValueError:
        out.append(4)
    return out

def host(d):
    a = stages(0)  # a -> (1,2,4)
    x = 1
    try:
        x = 2
        d.run()
    except RuntimeError:
        y = x  # y -> 2 | 1
`));

test("a while loop of the host, and one over const_expr, is walked as long as its test is known", () =>
  checkPython(`
from cutlass import const_expr

def lowest(n):
    k = 0
    while n % 2 == 0:
        n //= 2
        k += 1
    else:
        k += 100
    return k

def host(n):
    a = lowest(24)  # a -> 103
    i = 0
    while True:
        i += 3
        if i > 10:
            break
    b = i  # b -> 12
    j = 0
    while j < n:
        j += 4
    c = j  # c -> j

@cute.jit
def traced():
    w = 10
    while const_expr(w > 3):
        w -= 4
    a = w  # a -> 2
`));

test("fields of a dataclass: of the class alone, computed, and only handed on", () =>
  checkPython(`
import dataclasses
from dataclasses import dataclass, field, InitVar
from typing import ClassVar

@dataclass
class Tile:
    most: ClassVar[int] = 7
    m: int
    area: int = field(init=False)
    n: int = 4
    scale: InitVar[int] = 2

    def __post_init__(self, scale):
        self.area = self.m * self.n * scale

@dataclass
class Area:
    m: int
    n: int

    def __post_init__(self):
        self.area = self.m * self.n

def host():
    a = Tile(3).area  # a -> 24
    b = Tile(3, 5).n  # b -> 5
    c = Tile(3, 5, 1).area  # c -> 15
    d = Tile(3).most  # d -> 7
    e = dataclasses.replace(Area(1, 2), m=7).area  # e -> 14
`));

test("what a value is: a named tuple a tuple, an integer no bool, two equal lists perhaps one", () =>
  checkPython(`
import math
from typing import NamedTuple

class Pair(NamedTuple):
    x: int
    y: int

def host():
    a = isinstance(Pair(1, 2), tuple)  # a -> True
    b = isinstance(8, bool)  # b -> False
    c = isinstance(True, bool)  # c -> True
    xs = [1]
    d = xs is xs  # d -> True
    e = xs is [2]  # e -> False
    f = xs is [1]  # f -> True | False
    g = math.prod((2, 3), start=10)  # g -> 60
    h = f"{{{xs[0]}}}"  # h -> {1}
    i = -math.inf  # i -> -inf
    j = float("nan")  # j -> nan
`));
