// gemm of single values, `(V) x (V) => (V)`: CuTe DSL takes it of instructions with scale factors alone (nvidia-cutlass-dsl 4.8).
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (operation: string, type: string, k: number): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp

@cute.kernel
def kernel():
    op = warp.${operation}
    mma = cute.make_tiled_mma(op, cute.make_layout((1, 1, 1)))
    atom = cute.make_mma_atom(op)
    a = cute.make_rmem_tensor(mma.partition_shape_A((32, ${k})), ${type})
    b = cute.make_rmem_tensor(mma.partition_shape_B((32, ${k})), ${type})
    c = cute.make_rmem_tensor(mma.partition_shape_C((32, 32)), cutlass.Float32)
    cute.gemm(atom, c[None, 0, 0], a[None, 0, 0], b[None, 0, 0], c[None, 0, 0])
`,
    "python",
  );
  return problems.flatMap(({ code, severity, message }) =>
    code === "gemm-extents" ? [`${severity}: ${message}`] : [],
  );
};

test("an instruction with scale factors, and a plain one", async () => {
  const scaled = "MmaMXF4NVF4Op(cutlass.Float4E2M1FN, cutlass.Float32, cutlass.Float8E4M3FN)";
  expect(await told(scaled, "cutlass.Float4E2M1FN", 128)).toEqual([]);
  // expects rank 2 or 3 for A, but got: 1
  expect(await told("MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))", "cutlass.Float16", 32)).toEqual([
    "error: A has 1 modes, B 1, C 1: gemm takes (V,M,K), (V,N,K), (V,M,N), or (V,M), (V,N), (V,M,N)",
  ]);
});
