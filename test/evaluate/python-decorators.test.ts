// What a call of a decorated function gives.
import { expect, test } from "vitest";
import { checkFile, checkPython, rowsOf } from "./facts-of.ts";

test("what a library's decorator makes of a function is not known, unless it is known to leave it as it is", () =>
  checkPython(`
import abc
import functools
from cutlass.cutlass_dsl import dsl_user_op
from cutlass.experimental.task_scheduling import schedule
from elsewhere import traced

@schedule
def load(stages):
    pass

@traced(level=3)
def stored(stages):
    return stages

@functools.lru_cache(maxsize=None)
def cached(n):
    return n + 1

@dsl_user_op
def op(n, *, loc=None, ip=None):
    return n + 2

class Kernel:
    @property
    def stages(self):
        return 4

    @staticmethod
    @functools.cache
    def twice(n):
        return 2 * n

    @schedule
    def plan(self):
        return 1

def host():
    a = load(3)  # a -> unknown: what load gives is not known ← it is not known what its decorator makes of the function
    b = stored(3)  # b -> unknown: what stored gives is not known ← it is not known what its decorator makes of the function ← what traced gives is not known ← traced is not declared where this file can see it
    c = cached(3)  # c -> 4
    d = op(3)  # d -> 5
    e = Kernel().stages  # e -> 4
    f = Kernel.twice(3)  # f -> 6
    g = Kernel().plan()  # g -> unknown: what plan gives is not known ← it is not known what its decorator makes of the function
`));

test("a decorator of the project is called with the function", () =>
  checkFile(
    {
      "/p/a.py": `
import cutlass
import cutlass.cute as cute
from deco import Epilogue, doubled, epilogue, logged, scaled

@logged
def same(n, m=1):
    total = n + m  # total -> 7
    return total

@scaled(by=10)
@doubled
def both(n):
    return n

@epilogue(stages=2)
def store(n):
    return n

class Kernel:
    size = 5

    @logged
    def sized(self, n):
        return n * self.size

@logged
@cute.jit
def inner(n: cutlass.Constexpr):
    tile = cute.make_layout((n, 8))  # tile -> (4,8):(1,4)
    return tile

@cute.jit
def host():
    a = same(3, m=4)  # a -> 7
    b = both(3)  # b -> 60
    c = store.stages  # c -> 2
    f = isinstance(store, Epilogue)  # f -> True
    d = Kernel().sized(3)  # d -> 15
    e = inner(4)  # e -> (4,8):(1,4)
`,
      "/p/deco.py": `
import functools

class Epilogue:
    def __init__(self, fn, stages):
        self.fn = fn
        self.stages = stages

def logged(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        print("called", fn.__name__)
        return fn(*args, **kwargs)
    return wrapper

def doubled(fn):
    return lambda n: 2 * fn(n)

def scaled(by):
    def decorator(fn):
        def wrapper(n):
            return by * fn(n)
        return wrapper
    return decorator

def epilogue(stages):
    return lambda fn: Epilogue(fn, stages)
`,
    },
    "/p/a.py",
  ));

test("a context manager is no value of the function that makes it", () =>
  checkPython(`
from contextlib import contextmanager

@contextmanager
def locked(path):
    size = path + 1  # size -> 4
    yield size

def host():
    with locked(3) as held:  # held -> unknown: what a context manager hands out
        pass
`));

test("a decorator that decorates itself comes to an end", () =>
  checkPython(`
@turned
@turned
def turned(fn):
    return fn

@turned
def f(n):
    return n

def host():
    a = f(3)  # a -> unknown: what f gives is not known ← what turned gives is not known ← a function decorates itself
`));

test("what runs in a wrapper of another file is shown nowhere in this one", async () => {
  const files = {
    "/p/wrap.py":
      "def wrapped(fn):\n    def wrapper(*args):\n        misses = 5 + 2\n        return fn(*args)\n    return wrapper\n",
    "/p/a.py":
      "from wrap import wrapped\n\n@wrapped\ndef twice(n):\n    return 2 * n\n\ndef host():\n    x = twice(4)\n\nhost()\n",
  };
  const rows = await rowsOf(files, "/p/a.py");
  expect(rows.map(({ name, value }) => `${name} ${value}`)).toEqual(["x 8", "n 4"]);
});
