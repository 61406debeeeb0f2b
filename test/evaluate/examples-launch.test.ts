// Kernels that a launcher compiles and nobody calls: with an example they start as the launcher starts them.
import { expect, test } from "vitest";
import { rowsOf } from "./facts-of.ts";

const kernel = `import cutlass
import cutlass.cute as cute

class Kernel:
    def __init__(self, nheads: int, tile_m: int):
        assert nheads == 64
        self.nheads = nheads
        self.tile_m = tile_m

    @cute.jit
    def __call__(self, mQ: cute.Tensor, mK: cute.Tensor, mS: cute.Tensor):
        self.s_dtype = mS.element_type
        assert self.s_dtype.width == 32
        heads = cute.make_layout((self.nheads, self.tile_m))
        batch = cute.make_tensor(mQ.iterator, cute.select(mQ.layout, mode=[1, 0]))
        key = cute.make_tensor(mK.iterator, cute.make_layout((mK.shape[0],)))
        scale = cute.make_tensor(mS.iterator, cute.make_layout((4,)))
`;

const launcher = `import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack, make_fake_compact_tensor
from kernel import Kernel

def compile(dtype, nheads, varlen, k, s):
    shape = (cute.sym_int(), cute.sym_int()) if not varlen else (cute.sym_int(),)
    mQ = make_fake_compact_tensor(dtype, (*shape, 128))
    return cute.compile(Kernel(nheads, 32), mQ, from_dlpack(k), from_dlpack(s))
`;

const run = `from launcher import compile

def main(path):
    compile(*open(path))
`;

async function shown(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const rows = await rowsOf(files, "/p/kernel.py", { untaken: true });
  const names = ["batch", "key", "scale", "mK"];
  return rows
    .filter(({ name, instance }) => names.includes(name) && instance.includes("if "))
    .map(({ name, value }) => `${name} = ${value}`);
}

test("a launcher that nobody calls with known arguments gives the ranks", async () => {
  const rows = await shown({ "/p/kernel.py": kernel, "/p/launcher.py": launcher, "/p/run.py": run });
  expect(rows).toEqual(["batch = gmem_ptr o (sym_int,sym_int'):(sym_int',1)"]);
});
