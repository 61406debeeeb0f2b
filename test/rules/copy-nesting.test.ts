// What CuTe DSL takes the first modes of a copy for, as nvidia-cutlass-dsl 4.8.1 traced each of these: (V,R) where both have two
// modes, with as many instructions on both sides; else the values of all instructions, but for a source of ldmatrix.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const atoms = {
  ldmatrix: "cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(transpose=False, num_matrices=4), cutlass.Float16)",
  "32 bits": "cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=32)",
  "128 bits": "cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)",
} as const;

const kernel = (source: string, destination: string, atom: keyof typeof atoms): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel():
    smem = cutlass.utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float16, cute.make_layout(${source}), 128)
    d = cute.make_rmem_tensor(${destination}, cutlass.Float16)
    atom = ${atoms[atom]}
    cute.copy(atom, s, d)
`;

test.each([
  ["(8,4)", "((2,2,2),4)", "ldmatrix", []],
  ["((8,1),4)", "(((2,2,2),1),4)", "ldmatrix", []],
  ["((8,2),4)", "((8,2),4)", "ldmatrix", []],
  ["((8,1),4)", "((2,2,2),4)", "ldmatrix", ["copy-vector"]],
  ["((8,1),4)", "(8,4)", "ldmatrix", ["copy-vector"]],
  ["((8,1),4)", "((4,2),4)", "ldmatrix", ["copy-extents"]],
  ["((2,2,2),4)", "((8,1),4)", "32 bits", []],
  ["((8,1),4)", "((2,2,2),4)", "32 bits", []],
  ["((4,2),4)", "((2,4),4)", "32 bits", ["copy-extents"]],
  ["((8,1),4)", "((2,2,2),4)", "128 bits", []],
  ["((8,1),4)", "((2,4),4)", "128 bits", ["copy-extents"]],
  ["(8,1)", "(2,1)", "32 bits", ["copy-extents"]],
  ["(4,2)", "((2,4),2)", "32 bits", ["copy-extents"]],
  ["((4,2),4)", "((8,2),4)", "128 bits", []],
] as const)("CuTe DSL: %s to %s by %s", async (source, destination, atom, expected) => {
  const { problems } = await analysed(kernel(source, destination, atom), "python");
  expect(problems.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(expected);
});

const auto = (source: string, destination: string): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel():
    smem = cutlass.utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float16, cute.make_layout(${source}), 128)
    d = cute.make_rmem_tensor(${destination}, cutlass.Float16)
    cute.autovec_copy(s, d)
`;

test.each([
  ["(4, 8)", "(8, 4)", ["warning copy-extents"]],
  ["(8, 2)", "(8, 4)", ["error copy-extents"]],
  ["(8, 4)", "(8, 2)", ["error copy-extents"]],
])("CuTe DSL: autovec_copy of %s to %s", async (source, destination, expected) => {
  expect(await told(auto(source, destination))).toEqual(expected);
});

const gemm = (operation: string, a: string, b: string, c: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp

@cute.kernel
def kernel():
    mma = cute.make_tiled_mma(${operation})
    a = cute.make_rmem_tensor(${a}, ${operation === half ? "cutlass.Float16" : "cutlass.Float32"})
    b = cute.make_rmem_tensor(${b}, ${operation === half ? "cutlass.Float16" : "cutlass.Float32"})
    c = cute.make_rmem_tensor(${c}, cutlass.Float32)
    cute.gemm(mma, c, a, b, c)
`;
const half = "warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))";
const single = "cute.nvgpu.MmaUniversalOp(cutlass.Float32)";

test.each([
  [half, "((2,2,2),2,2)", "((2,2),4,2)", "((2,2),2,4)", []],
  [half, "((2,2),2,2)", "((2,2,2),4,2)", "((2,2),2,4)", ["warning gemm-extents"]],
  [half, "((2,2,2),2,2)", "((2,2),4,3)", "((2,2),2,4)", ["error gemm-extents"]],
  [half, "(2,2)", "(4,2)", "(2,4)", ["error gemm-extents"]],
  [single, "(2,2)", "(4,2)", "(2,4)", []],
  [single, "(1,2,2)", "(1,4,3)", "(1,2,4)", ["warning gemm-extents"]],
])("CuTe DSL: a gemm by %s of %s, %s and %s", async (operation, a, b, c, expected) => {
  expect(await told(gemm(operation, a, b, c))).toEqual(expected);
});

async function told(source: string): Promise<readonly string[]> {
  const { problems } = await analysed(source, "python");
  return problems
    .filter(({ severity }) => severity === "error" || severity === "warning")
    .map(({ severity, code }) => `${severity} ${code}`);
}
