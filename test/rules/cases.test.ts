// A call whose arguments may be one of several values: told where it is wrong with each of them.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (tiler: string, coordinate: string): Promise<readonly string[]> => {
  const source = `import cutlass
import cutlass.cute as cute

@cute.jit
def f(wide: cutlass.Constexpr, lines):
    tiler = ${tiler}
    part = cute.slice_((tiler[0], 64, tiler[1]), ${coordinate})
`;
  const { problems } = await analysed(source, "python");
  return problems.map(({ message }) => message);
};

test("whichever tile is meant, the coordinate has an item too many", async () => {
  const tiler = "(128, 32) if cutlass.const_expr(wide) else (lines, 16)";
  expect(await told(tiler, "(None, None, 0, None)")).toEqual([
    "slice_: the coordinate has 4 items for 3 modes: give one for each mode, nested alike",
  ]);
  expect(await told(tiler, "(None, None, 0)")).toEqual([]);
});

const ofOne = async (shapes: readonly [string, string]): Promise<readonly string[]> => {
  const source = `import cutlass
import cutlass.cute as cute

@cute.jit
def f(wide: cutlass.Constexpr):
    shape = ${shapes[0]} if cutlass.const_expr(wide) else ${shapes[1]}
    part = cute.slice_(shape, (None, None, 0))
`;
  const { problems } = await analysed(source, "python");
  return problems.map(({ message }) => message);
};

test("where it is right with one of them, that one may be meant", async () => {
  expect(await ofOne(["(128, 32)", "(64, 16)"])).toHaveLength(1);
  expect(await ofOne(["(128, 32)", "(64, 16, 8)"])).toEqual([]);
  expect(await ofOne(["(64, 16, 8)", "(128, 32)"])).toEqual([]);
});

test("an index that whatever the tensor may be has too many items, and a tile for more modes than there are", async () => {
  const source = (index: string, tile: string): string => `
import cutlass
import cutlass.cute as cute

@cute.jit
def f(wide: cutlass.Constexpr, n: cutlass.Int32):
    rows = 128 if cutlass.const_expr(wide) else 64
    r = cute.make_rmem_tensor((rows, 2), cutlass.Float32)
    part = r[${index}]
    line = cute.make_tensor(cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem), cute.make_layout((n,)))
    tile = cute.local_tile(line, ${tile})
`;
  const codes = async (index: string, tile: string): Promise<readonly string[]> =>
    (await analysed(source(index, tile), "python")).problems.map(({ code }) => code);
  expect(await codes("None, 0", "(rows,), (0,)")).toEqual([]);
  expect(await codes("None, 0, None", "(rows,), (0,)")).toEqual(["coordinate-rank"]);
  expect(await codes("None, 0", "(rows, 1), (0, 0)")).toEqual(["tiler-rank"]);
});
