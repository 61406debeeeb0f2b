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
