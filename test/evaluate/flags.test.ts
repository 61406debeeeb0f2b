// A flag that is not known is one flag wherever it goes: two tests of it never come out differently.
import { test } from "vitest";
import { checkFile, checkPython } from "./facts-of.ts";

test("a conjunction of open conditions, tested in two methods of an object", () =>
  checkFile(
    {
      "/p/attention.py": `import cutlass
import cutlass.cute as cute

class Attention:
    def __init__(self, n, use_pair):
        self.use_pair = use_pair
        self.m = 256 if self.use_pair else 128
        self.n = n

    @cute.jit
    def __call__(self, mX: cute.Tensor):
        group = 2 if self.use_pair else 1
        rows = cute.ceil_div(self.m, group)
        tile = cute.make_layout((rows, group))  # tile -> (128,2):(1,128) | (128,1):(1,0)
`,
      "/p/host.py": `import torch
import cutlass.cute as cute
from attention import Attention

def run(x, causal, local, arch, page_size=None):
    use_pair = arch // 10 in [10, 11] and not causal and not local and page_size in [None, 128]
    big = arch // 10 == 10 and x.shape[1] == 256
    use_pair = use_pair or big
    if arch // 10 == 9:
        kernel = None
    else:
        kernel = Attention(64, use_pair)
        cute.compile(kernel, x)
`,
    },
    "/p/attention.py",
  ));

test("one side of a branch makes an object: its flags stay as they are", () =>
  checkPython(`import cutlass.cute as cute

class Sizes:
    def __init__(self, wide):
        self.wide = wide

@cute.jit
def kernel(mX: cute.Tensor, flag: bool, other: bool):
    wide = flag and not other
    if other:
        sizes = None
    else:
        sizes = Sizes(wide)
    a = 64 if sizes.wide else 32
    b = 2 if sizes.wide else 1
    tile = cute.make_layout((a, b))  # tile -> (64,2):(1,64) | (32,1):(1,0)
`));

test("or, not and in leave two sides", () =>
  checkPython(`import cutlass.cute as cute

@cute.jit
def kernel(mX: cute.Tensor, mode: int, flag: bool):
    neither = not (mode in [1, 2] or flag)
    a = 8 if neither else 4
    b = 16 if not neither else 1
    tile = cute.make_layout((a, b))  # tile -> (8,1):(1,0) | (4,16):(1,4)
`));

test("a field that is one of two values leaves the object's other fields alone", () =>
  checkPython(`import cutlass
import cutlass.cute as cute
from cutlass import Int32

class WorkTile(cutlass.utils.WorkTileInfo):
    pass

@cute.jit
def kernel(mX: cute.Tensor, last: int, more: bool):
    valid = last in [1, 2] and not more
    work = WorkTile((Int32(cute.arch.block_idx()[0]), Int32(0)), valid)
    block, zero = work.tile_idx  # block -> block_idx.x
`));
