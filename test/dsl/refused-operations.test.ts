// Operations and atoms that CuTe DSL does not take, told where they are handed over, as it raises there.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (lines: string): Promise<readonly string[]> => {
  const source = `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync, tcgen05

@cute.jit
def go(accumulators: cute.Tensor):
    ptr = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.tmem, assumed_align=16)
    acc = cute.make_tensor(ptr, cute.make_layout((128, 32), stride=(65536, 1)))
    load = tcgen05.Ld32x32bOp(tcgen05.Repetition.x32, tcgen05.Pack.NONE)
    ${lines}
`;
  const { problems } = await analysed(source, "python");
  return problems.flatMap(({ code, message, severity }) => (severity === "error" ? `${code}: ${message}` : []));
};

test("an atom of tensor memory for elements of another width", async () => {
  const copy = (type: string): string => `tcgen05.make_tmem_copy(cute.make_copy_atom(load, cutlass.${type}), acc)`;
  expect(await told(copy("Float32"))).toEqual([]);
  expect(await told(copy("Int32"))).toEqual([]);
  expect(await told(copy("Float64"))).toEqual([
    "not-traced: make_tmem_copy: the atom counts elements of 64 bits, the tensor holds Float32: make the atom for the tensor's element type",
  ]);
});

test("a TMA store has no CTA group", async () => {
  expect(await told("op = cpasync.CopyBulkTensorTileG2SOp(tcgen05.CtaGroup.TWO)")).toEqual([]);
  expect(await told("op = cpasync.CopyBulkTensorTileS2GOp()")).toEqual([]);
  expect(await told("op = cpasync.CopyBulkTensorTileS2GOp(tcgen05.CtaGroup.TWO)")).toEqual([
    "not-traced: CopyBulkTensorTileS2GOp: the operation takes no arguments",
  ]);
});

test("a copy of fewer bits than an element has", async () => {
  const atom = (bits: number): string =>
    `atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float64, num_bits_per_copy=${bits})`;
  expect(await told(atom(64))).toEqual([]);
  expect(await told(atom(32))).toEqual(["not-traced: make_copy_atom: a copy of 32 bits moves no whole Float64 of 64"]);
});

test("a kernel is compiled with what launches it", async () => {
  const source = (compiled: string): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(n: cutlass.Int32):
    pass

@cute.jit
def launch(n: cutlass.Int32):
    kernel(n).launch(grid=(1, 1, 1), block=(32, 1, 1))

cute.compile(${compiled}, 4)
`;
  const messages = async (compiled: string) =>
    (await analysed(source(compiled), "python")).problems.map(({ message }) => message);
  expect(await messages("launch")).toEqual([]);
  expect(await messages("kernel")).toEqual([
    "compile: kernel is a kernel: compile the @cute.jit function that launches it",
  ]);
});

test("of a pointer without a word about it no more than its element's alignment is known", async () => {
  const source = (aligned: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_ptr

@cute.jit
def run(p: cute.Pointer):
    wide = cute.make_tensor(p, cute.make_layout((32, 8), stride=(8, 1)))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.BFloat16, num_bits_per_copy=128)
    values = cute.make_rmem_tensor((1, 8), cutlass.BFloat16)
    cute.copy(atom, wide[0, None], values[0, None])

run(make_ptr(cutlass.BFloat16, 0x1000, cute.AddressSpace.gmem${aligned}))
`;
  const codes = async (aligned: string) => (await analysed(source(aligned), "python")).problems.map(({ code }) => code);
  expect(await codes(", assumed_align=16")).toEqual([]);
  expect(await codes("")).toEqual(["copy-alignment"]);
  const traced =
    await told(`atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    here = cute.make_tensor(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem), cute.make_layout(8))
    cute.copy(atom, here, cute.make_rmem_tensor(8, cutlass.Float16))`);
  expect(traced.map((text) => text.slice(0, text.indexOf(":")))).toEqual(["copy-alignment"]);
});
