// Python's own containers: dictionaries and frozen dataclasses.
import { test } from "vitest";
import { checkPython } from "./facts-of.ts";

test("a dictionary is read, filled and taken from", () =>
  checkPython(`
def host():
    d = {"m": 128}
    d.setdefault("m", 1)
    d.setdefault("n", 64)
    d.update(k=32, m=256)
    m = d["m"]  # m -> 256
    n = d.get("n")  # n -> 64
    k = d.pop("k")  # k -> 32
    rest = len(d)  # rest -> 2
    s = d.setdefault("s", 3)  # s -> 3
`));

test("a key that is not known makes the dictionary unknown", () =>
  checkPython(`
def host(key):
    d = {"m": 128}
    d.setdefault(key(), 1)
    m = d["m"]  # m -> unknown: an item of something unknown ← setdefault changes the dictionary
`));

test("a frozen dataclass sets its computed fields", () =>
  checkPython(`
from dataclasses import dataclass, field

@dataclass(frozen=True)
class Chunk:
    width: int
    _layout: cute.Layout = field(init=False, repr=False)

    def __post_init__(self):
        object.__setattr__(self, "_layout", cute.make_layout((32, self.width), stride=(16, 1)))

    @property
    def layout(self):
        return self._layout

@cute.jit
def f():
    l = Chunk(16).layout  # l -> (32,16):(16,1)
`));

test("every change of a list in its place reaches, or leaves unknown, all names of the list", () =>
  checkPython(`
def host(flag):
    xs = [1]
    ys = xs
    ys.append(1)
    xs += [2]
    a = len(ys)  # a -> unknown: an argument of len is not known ← another name of this list or dictionary changes it
    p = [3, 1]
    q = p
    p.clear()
    b = len(p)  # b -> 0
    c = len(q)  # c -> unknown: an argument of len is not known ← another name of this list or dictionary changes it
    r = [3, 1, 3]
    r.sort()
    d = r[0]  # d -> 1
    r.remove(3)
    e = len(r)  # e -> 2
    del r[0]
    f = r[0]  # f -> 3
    g = {"x": 1}
    h = g
    h |= {"y": 2}
    i = len(g)  # i -> unknown: an argument of len is not known ← another name of this list or dictionary changes it
    u = [1]
    v = u
    if flag:
        v.append(2)
    u.append(3)
    j = len(v)  # j -> unknown: an argument of len is not known ← another name of this list or dictionary changes it
    s = (1, 2)
    t = s
    t += (3,)
    k = len(s)  # k -> 2
`));

test("nonlocal writes the function around; what functions write of the module is not known", () =>
  checkPython(`
count = 1
fixed = 5

def grow():
    global count
    count = 2

def tile():
    global math
    import math
    return math.gcd(64, 96)

def host():
    k = 1
    def add(by):
        nonlocal k
        k += by
        return k
    a = add(1)  # a -> 2
    b = add(1)  # b -> 3
    c = k  # c -> 3
    grow()
    d = count  # d -> unknown: a function writes the global count
    e = fixed  # e -> 5
    f = tile()  # f -> 32
`));

test("a key that only the run knows may be any of the dictionary's", () =>
  checkPython(`
import random

class Own:
    def __init__(self):
        self.n = 4

    def pop(self, at):
        self.n = 5

    def __delitem__(self, at):
        self.n = 6

def host():
    d = {0: 128, 1: 64}
    k = random.randint(0, 3)
    a = d.get(k, 7)  # a -> unknown: a key that is not known
    b = d.get(1)  # b -> 64
    e = {0: 1}
    e[k] = 2
    f = e[0]  # f -> unknown: an item of something unknown ← an item under a key that is not known was written
    g = {k: 3}
    h = g[k]  # h -> 3
    d.pop(k, 0)
    i = len(d)  # i -> unknown: an argument of len is not known ← pop changes the dictionary
    own = Own()
    del own[0]
    j = own.n  # j -> 6
    m = {0: 1, k: 2}
    n = m[0]  # n -> unknown: an item of something unknown ← a dictionary of keys that may be the same
`));

test("of equal keys the last value counts; a key that is written again keeps its place", () =>
  checkPython(`
def host():
    d = {1: 2, 1: 3}
    a = d[1]  # a -> 3
    b = len(d)  # b -> 1
    e = {1: 10, 2: 20}
    e[1] = 30
    c = list(e.values())  # c -> (30,20)
    f = {**e, "x": 1, 2: 40, **{"x": 5}}
    g = list(f.values())  # g -> (30,40,5)
`));

test("which further arguments a function has that nobody calls nobody has said", () =>
  checkPython(`
def host(first, *rest, **named):
    a = [1, 2, *rest]  # a -> unknown: a starred value has an unknown number of items ← which further arguments there are only a caller says
    b = len(rest)  # b -> unknown: an argument of len is not known ← which further arguments there are only a caller says
    c = named.get("k", 3)  # c -> unknown: what get gives is not known ← .get of something unknown ← which further arguments there are only a caller says
`));

test("a short range in code that is not traced is walked round by round, as Python does it", () =>
  checkPython(`
import cutlass.cute as cute

def host(n):
    extents = []
    for i in range(n):
        extents.append(8 << i)
    made = cute.make_layout(tuple(extents))  # made -> (8,16,32):(1,8,128)

@cute.jit
def traced(n: cutlass.Constexpr):
    x = 0
    for i in range(n):
        x = i
        y = cute.make_layout((4, i))  # y -> (4,i):(1,4)

host(3)
traced(3)
`));

test("a list equals no tuple, and sets and iterators are neither", () =>
  checkPython(`
def host(x: cute.Tensor):
    a = (1, 2) == [1, 2]  # a -> False
    b = [1, 2] == [1, 2]  # b -> True
    c = (1, 2) == [1, 3]  # c -> False
    d = [(1, 2)] == [(1, 2)]  # d -> True
    e = (1, 2) in [(1, 1), (1, 2)]  # e -> True
    xs = []
    xs.append(3)
    f = xs == [3]  # f -> True
    g = [n for n in (1, 2)] == [1, 2]  # g -> True
    h = tuple([1, 2]) == (1, 2)  # h -> True
    i = ([1] + [2])[1:] * 2 == [2, 2]  # i -> True
    j = isinstance([1], tuple)  # j -> False
    k = isinstance([1], (list, tuple))  # k -> True
    l = isinstance((1, 2), tuple)  # l -> True
    m = isinstance((1, 2), list)  # m -> False
    n = [1] + (2,)  # n -> unknown: Python adds lists to lists and tuples to tuples alone
    o = (1, 2) in [[1, 2], [3, 4]]  # o -> False
    p = isinstance({1, 2}, list) or isinstance(zip((1,), (2,)), tuple)  # p -> False
    first, *rest = (1, 2, 3)
    q = rest == [2, 3]  # q -> True
    pair = [1, 2]
    pair[0] = 5
    r = pair == [5, 2]  # r -> True
    s = tuple(n for n in (1, 2)) == (1, 2)  # s -> True
`));

test("sorted by numbers, texts and tuples, by a key, and of equal ones as they stood", () =>
  checkPython(`
def host(x):
    a = sorted({"b": 1, "a": 2})  # a -> (a,b)
    b = sorted(["bb", "a", "cc"], key=len)  # b -> (a,bb,cc)
    c = sorted([(1, "b"), (0, "a"), (1, "a")], key=lambda t: t[0], reverse=True)  # c -> ((1,b),(1,a),(0,a))
    d = sorted([(1, "b"), (1, "a")])  # d -> ((1,a),(1,b))
    e = sorted([2, x])  # e -> unknown: an order that is not known
    f = max(3, 2.5)  # f -> 3
    g = min(3, 2.5)  # g -> 2.5
`));

test("max and min go by a key, and by the letters of texts; of equal ones the first", () =>
  checkPython(`
def host():
    width = {"a": 4, "b": 8, "c": 8}
    a = max((n for n in ["a", "b", "c"]), key=lambda n: width[n])  # a -> b
    b = min(["b", "c", "a"], key=lambda n: width[n])  # b -> a
    c = max("x", "yz", "y")  # c -> yz
    d = max([(1, 2), (3, 1)], key=lambda p: p[1])  # d -> (1,2)
    e = max(["a"], key=lambda n: n.unknown)  # e -> a
`));

test("itertools goes through configurations in Python's order", () =>
  checkPython(`
import itertools
from itertools import product
def host(tiles):
    pairs = [(a, b) for a, b in product((64, 128), [1, 2])]  # pairs -> ((64,1),(64,2),(128,1),(128,2))
    last = [a + b for a, b in itertools.product(range(3), repeat=2)][7]  # last -> 3
    all = list(itertools.chain((1, 2), [3]))  # all -> (1,2,3)
    none = len(list(product()))  # none -> 1
    empty = len(list(product(*[(1, 2)] * 40, [])))  # empty -> 0
    endless = list(product([1], repeat=1_000_000_000))  # endless -> unknown: an argument of list is not known ← a number of repetitions that is not known
    some = list(product(tiles, (1, 2)))  # some -> unknown: an argument of list is not known ← a sequence of unknown length
`));
