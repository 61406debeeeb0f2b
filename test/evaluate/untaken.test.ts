// Sides of branches that no instance takes: evaluated under an assumption, and marked as such.
import { expect, test } from "vitest";
import { rowsOf } from "./facts-of.ts";

const kernel = `import cutlass
import cutlass.cute as cute

class Kernel:
    def __init__(self, use_tma=False):
        self.use_tma = use_tma

    @cute.jit
    def __call__(self):
        if cutlass.const_expr(self.use_tma):
            layout = cute.make_layout((8, 4))
            self.store(layout)
        else:
            layout = cute.make_layout(3)
        self.kernel(layout).launch(grid=[1, 1, 1], block=[32, 1, 1])

    @cute.kernel
    def kernel(self, layout: cute.Layout):
        if self.use_tma:
            count = cute.size(layout)
        if not self.use_tma and cute.size(layout) > 100:
            raise ValueError("never evaluated")

    def store(self, layout):
        twice = cute.make_layout((cute.size(layout), 2))

cute.compile(Kernel())
`;

const shown = async (untaken: boolean) =>
  (await rowsOf({ "/p/a.py": kernel }, "/p/a.py", { untaken }))
    .filter((row) => ["layout", "count", "twice"].includes(row.name))
    .map((row) => `${row.line} ${row.name} = ${row.value} (${row.instance})`);

test("one flag turned holds everywhere: in __call__, in the kernel, in the methods it calls", async () => {
  expect(await shown(true)).toEqual([
    "14 layout = 3:1 (a.py:27)",
    "18 layout = 3:1 (__call__:15)",
    "11 layout = (8,4):(1,8) (a.py:27, if use_tma = True)",
    "24 layout = (8,4):(1,8) (__call__:12, if use_tma = True)",
    "25 twice = (32,2):(1,32) (__call__:12, if use_tma = True)",
    "20 count = 32 (__call__:15, if use_tma = True)",
  ]);
});

test("an assumption is the reason of what rests on it", async () => {
  const rows = await rowsOf({ "/p/a.py": kernel }, "/p/a.py", { untaken: true });
  expect(rows.find((row) => row.name === "count")?.why).toBe("if use_tma = True");
});

test("an enumeration's other member is assumed where it decides", async () => {
  const text = `import cutlass.cute as cute
from cutlass.utils import LayoutEnum

def atom(major):
    if major == LayoutEnum.ROW_MAJOR:
        a = cute.make_layout((8, 64), stride=(64, 1))
    else:
        a = cute.make_layout((64, 8))

def host():
    atom(LayoutEnum.ROW_MAJOR)
`;
  const rows = await rowsOf({ "/p/a.py": text }, "/p/a.py", { untaken: true });
  expect(rows.filter((row) => row.name === "a").map((row) => `${row.value} (${row.instance})`)).toEqual([
    "(8,64):(64,1) (host:11)",
    "(64,8):(1,64) (host:11, if major = LayoutEnum.COL_MAJOR)",
  ]);
});

const rowsNamed = async (text: string, names: readonly string[]) =>
  (await rowsOf({ "/p/a.py": text }, "/p/a.py", { untaken: true }))
    .filter((row) => names.includes(row.name))
    .map((row) => `${row.name} = ${row.value} (${row.instance})`);

test("what follows an early return", async () => {
  const text = `import cutlass.cute as cute

def run(check=False):
    a = cute.make_layout(2)
    if not check:
        return
    b = cute.make_layout(4)

run()
`;
  expect(await rowsNamed(text, ["a", "b"])).toEqual(["a = 2:1 (a.py:9)", "b = 4:1 (a.py:9, if check = True)"]);
});

test("an optional tensor that nobody gives is what its annotation says", async () => {
  const text = `from typing import Optional
import cutlass.cute as cute

@cute.jit
def f(lse: Optional[cute.Tensor] = None):
    if lse is not None:
        l = cute.make_tensor(lse.iterator, cute.make_layout(8))

f()
`;
  expect(await rowsNamed(text, ["l"])).toEqual(["l = ? o 8:1 (a.py:9, if lse given)"]);
});

test("what the program computes is not assumed otherwise", async () => {
  const text = `import cutlass.cute as cute

class Kernel:
    def __init__(self, stages):
        self.overlapping = stages == 1

    def __call__(self):
        if self.overlapping:
            a = cute.make_layout(2)

Kernel(2)()
`;
  expect(await rowsNamed(text, ["a"])).toEqual([]);
});

test("only what rests on the device says so, and none is assumed for its number of multiprocessors", async () => {
  const kernel = (test: string) => `import cutlass.cute as cute
import torch

def launch(n):
    tile = cute.make_layout(n)

def host(swizzled):
    props = torch.cuda.get_device_properties(0)
    blocks = props.multi_processor_count
    if ${test}:
        late = cute.make_layout(len(range(props.major)))
    if swizzled:
        launch(64)
`;
  const user = `from kernel import host
host(False)
`;
  const known = async (test: string) =>
    (await rowsOf({ "/p/kernel.py": kernel(test), "/p/user.py": user }, "/p/kernel.py", { untaken: true }))
      .filter((row) => ["blocks", "tile", "late"].includes(row.name) && !row.value.startsWith("unknown"))
      .map((row) => `${row.name} = ${row.value} (${row.instance})`);
  const always = ["blocks = device.multi_processor_count (user.py:2)", "tile = 64:1 (host:13)"];
  expect(await known("blocks > 9")).toEqual(always);
  expect(await known("props.major >= 9")).toEqual([
    ...always,
    "late = 9:1 (user.py:2, if the device's capability is 9.0)",
  ]);
});
