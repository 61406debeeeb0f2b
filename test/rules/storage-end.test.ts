// A tensor over a field of CuTe DSL storage: over its neighbour it may reach on purpose, past the whole storage it may not.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (fields: string, field: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    @cute.struct
    class Storage:
${fields.trim().replace(/^ */gm, "        ")}

    storage = utils.SmemAllocator().allocate(Storage)
    tile = storage.${field}.get_tensor(cute.make_layout((64, 64)))
`;

const half = (elements: number): string => `cute.struct.MemRange[cutlass.Float16, ${elements}]`;

async function told(text: string): Promise<readonly string[]> {
  const { problems } = await analysed(text, "python");
  return problems.map(({ code, severity }) => `${severity} ${code}`);
}

test("past the last field: an error", async () => {
  expect(await told(kernel(`a: ${half(64)}\nb: ${half(4096)}`, "b"))).toEqual([]);
  expect(await told(kernel(`a: ${half(64)}\nb: ${half(2048)}`, "b"))).toEqual(["error smem-array-size"]);
});

test("over the neighbour: an information", async () => {
  expect(await told(kernel(`a: ${half(2048)}\nb: ${half(4096)}`, "a"))).toEqual(["information smem-array-size"]);
});

test("a field without elements stands for what the launch asks for more", async () => {
  expect(await told(kernel(`a: ${half(64)}\nb: ${half(0)}`, "b"))).toEqual(["information smem-array-size"]);
});

test("a shape of which the tile of an MMA is larger", async () => {
  const text = (rows: number): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel():
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, (4, 1, 1))
    acc = cute.make_rmem_tensor(mma.partition_shape_C((${rows}, 64)), cutlass.Float32)
`;
  expect(await told(text(64))).toEqual([]);
  expect(await told(text(32))).toEqual(["warning mma-tile"]);
});
