// What CuTe DSL accepts while it traces is no mistake where it stands: an atom that nothing copies with, fragments of what is not
// partitioned. The copy and the multiplication are refused.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (body: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync, warp

@cute.kernel
def kernel(p: cute.Pointer):
    smem = cutlass.utils.SmemAllocator()
    rows = cute.make_layout((64, 64), stride=(64, 1))
    g = cute.make_tensor(p, rows)
    s = smem.allocate_tensor(cutlass.Float16, rows, 128)
    wide = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=256)
    pair = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=32)
    mma = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)))
    acc = mma.make_fragment_C((64, 64))
    a = mma.make_fragment_A(s)
    b = mma.make_fragment_B(s)
    ${body}

@cute.jit
def launch(p: cute.Pointer):
    kernel(p).launch(grid=(1, 1, 1), block=(32, 1, 1))
`;

test.each([
  ["thr = cute.make_tiled_copy_tv(wide, cute.make_layout((8, 4)), cute.make_layout((1, 16))).get_slice(0)", []],
  ["cute.copy(wide, cute.make_tensor(g.iterator, 16), cute.make_tensor(s.iterator, 16))", ["cp-async-width"]],
  [
    "right = mma.make_fragment_B(mma.get_slice(0).partition_B(s))\n    cute.gemm(mma, acc, a, right, acc)",
    ["gemm-extents"],
  ],
  // What holds more than one register is compiled, and is a warning.
  [
    "cute.copy(pair, cute.make_rmem_tensor(((8, 2),), cutlass.Float16), cute.make_rmem_tensor(((2, 2),), cutlass.Float16))",
    [],
  ],
  // A block that stands alone needs no complement, though it visits offsets twice.
  [
    "thr = cute.make_tiled_copy_tv(pair, cute.make_layout((8, 8), stride=(4, 1)), cute.make_layout(1)).get_slice(0)",
    [],
  ],
  [
    "thr = cute.make_tiled_copy_tv(pair, cute.make_layout((8, 8), stride=(4, 1)), cute.make_layout(2)).get_slice(0)",
    ["complement-undefined"],
  ],
  [
    "one = cute.make_rmem_tensor((1,), cutlass.Float16).load()\n    out = cute.make_rmem_tensor((8, 4), cutlass.Float16)\n" +
      "    out.store((one * cute.TensorSSA(p, (32,), cutlass.Float16)).reshape((8, 4)))",
    [],
  ],
])("CuTe DSL: %s", async (body, expected) => {
  const { problems } = await analysed(kernel(body), "python");
  expect(problems.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(expected);
});

test.each([
  ["3, 0", []],
  ["1, tid", []],
  ["5, tid", []],
  ["4, 0", ["coordinate-range"]],
  ["3, None", ["coordinate-range"]],
])(
  "a coordinate goes on in the next sub-mode, as its addresses do: (%s) of (2,2):(8,16)",
  async (coordinate, expected) => {
    const body = `tid = cute.arch.thread_idx()[0]
    r = cute.make_rmem_tensor(((8, 1), (2, 2), 1), cutlass.Float16)
    part = r[((None, 0), (${coordinate}), 0)]`;
    const { problems } = await analysed(kernel(body), "python");
    expect(problems.map(({ code }) => code)).toEqual(expected);
  },
);

test("one of many numbers of Python is a number of Python: a layout of it has a complement", async () => {
  const text = `
import cutlass
import cutlass.cute as cute

class Rows:
    def __init__(self, n: int):
        self.n = n

    def rows(self) -> int:
        if self.n <= 64:
            return 8
        if self.n <= 128:
            return 16
        if self.n <= 3072:
            return 32
        if self.n <= 6144:
            return 64
        return 128 if self.n <= 16384 else 256

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        r = self.rows()
        threads = 128 if self.n <= 16384 else 256
        t = cute.make_ordered_layout((threads // r, r), order=(1, 0))
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
        tiled = cute.make_tiled_copy_tv(atom, t, cute.make_layout((1, 8)))

def launch(x, n):
    Rows(n)(x)
`;
  const { problems } = await analysed(text, "python");
  expect(problems.map(({ code }) => code)).toEqual([]);
});

test("numbers of Python that makes a traced function are known while that is traced", async () => {
  const source = (before: string, types: readonly string[]): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(x: cute.Tensor, thr: cute.Layout, val: cute.Layout):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), x.element_type)
    copy = cute.make_tiled_copy_tv(atom, thr, val)

${before}
def make(half${types[0]}, vec${types[1]}):
    cols = half // vec

    @cute.jit
    def launch(x: cute.Tensor):
        thr = cute.make_layout((16, cols), stride=(cols, 1))
        val = cute.make_layout((4, vec), stride=(vec, 1))
        kernel(x, thr, val).launch(grid=(1, 1, 1), block=(128, 1, 1))

    return launch
`;
  const codes = async (before: string, types: readonly string[]): Promise<readonly string[]> =>
    (await analysed(source(before, types), "python")).problems
      .filter(({ severity }) => severity === "error")
      .map(({ code }) => code);
  expect(await codes("", ["", ""])).toEqual([]);
  expect(await codes("@cute.jit", [": cutlass.Int32", ": cutlass.Int32"])).toEqual(["complement-undefined"]);
});

test("numbers that other Python hands to one that makes a traced function are known while that is traced", async () => {
  const { problems } = await analysed(
    `
import cutlass
import cutlass.cute as cute

def make(columns, vec):
    @cute.jit
    def launch():
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16)
        thr = cute.make_layout((16, columns // vec), stride=(columns // vec, 1))
        copy = cute.make_tiled_copy_tv(atom, thr, cute.make_layout((4, vec), stride=(vec, 1)))

    return launch

def compiled(columns, vec):
    width, bits = 2 * columns, 16 * vec
    return cute.compile(make(columns, vec))
`,
    "python",
  );
  expect(problems.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual([]);
});
