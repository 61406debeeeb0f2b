// One tile of 16 × 64 half-precision elements under the 128-byte swizzle, as both languages describe it: one picture of
// shared memory, which is where the hardware puts the elements.
import { describe, expect, test } from "vitest";
import { type Context, OpStop } from "../../src-engine/algebra/context.ts";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import { makeTiledTmaAtom } from "../../src-engine/algebra/tma/dsl.ts";
import { makeTmaAtom } from "../../src-engine/algebra/tma/make.ts";
import { tmaOperation } from "../../src-engine/algebra/tma/operations.ts";
import type { AnyLayout, DType, Tensor, Tuple } from "../../src-engine/algebra/value.ts";
import { tmaPicture } from "../../src-engine/views/tma-picture.ts";

const context = (dialect: Context["dialect"]): Context => ({
  dialect,
  step: () => {},
  need: () => {},
  stop: (stop) => {
    throw new OpStop(stop);
  },
});

const types = {
  cpp: { kind: "dtype", name: "half_t", bits: 16, family: "float" },
  dsl: { kind: "dtype", name: "Float16", bits: 16, family: "float" },
} satisfies Record<string, DType>;

const smem = {
  cpp: "Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_2),(_64,_1)):((_64,_512),(_1,_0))",
  dsl: "S<3,4,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))",
};

/** Coordinate of the tile → row and column of memory. */
function places(language: "cpp" | "dsl", written = smem[language]): ReadonlyMap<string, string> {
  const ctx = context(language);
  const read = (text: string) => parse(text, { dialect: language });
  const dtype = types[language];
  const gmem: Tensor = {
    kind: "tensor",
    engine: { kind: "pointer", space: "gmem", dtype, offset: { kind: "num", know: "static", value: 0 } },
    layout: read(language === "cpp" ? "(256,256):(256,_1)" : "(256,256):(256,1)") as AnyLayout,
  };
  const operation = tmaOperation("SM90_TMA_LOAD");
  if (operation === undefined) throw new Error("no such operation");
  const request = { operation, gmem, dtype, smem: read(written) as AnyLayout };
  const tiler = read(language === "cpp" ? "(_16,_64)" : "(16,64)") as Tuple<never>;
  const atom = language === "cpp" ? makeTmaAtom(ctx, request, tiler) : makeTiledTmaAtom(ctx, request, tiler);
  const picture = tmaPicture(ctx, atom, { dialect: language });
  if (!("panels" in picture)) throw new Error("no picture");
  const { view } = picture.panels[1]!;
  const all = { row: 0, column: 0, rows: view.rows.extent, columns: view.columns.extent, step: 1 };
  const cells = view.cells(all);
  return new Map(
    cells.flatMap((cell) =>
      cell.labels.coordinate === undefined ? [] : [[cell.labels.coordinate, `${cell.row},${cell.column}`] as const],
    ),
  );
}

describe("a TMA tile in shared memory", () => {
  test("lies where the hardware puts it: 16-byte chunk c of row r stands at chunk c ^ r%8", () => {
    const found = places("cpp");
    expect(found.size).toBe(16 * 64);
    for (let row = 0; row < 16; row++)
      for (let column = 0; column < 64; column++) {
        const chunk = Math.floor(column / 8) ^ (row % 8);
        expect(found.get(`(${row},${column})`), `(${row},${column})`).toBe(`${row},${chunk * 8 + (column % 8)}`);
      }
  });

  test("taken as an MMA takes it, the instruction's rows and columns in one mode: the same tile", () => {
    const operand = "Sw<3,4,3> o smem_ptr[16b](unset) o ((_16,_16),_1,_4):((_64,_1),_0,_16)";
    expect(places("cpp", operand)).toEqual(places("cpp"));
  });

  test("is the same picture in both languages", () => expect(places("dsl")).toEqual(places("cpp")));

  test("is the same picture of a slice, which has lost the pointer's flag", () =>
    expect(places("cpp", "Sw<3,4,3> o 0 o ((_8,_2),(_64,_1)):((_64,_512),(_1,_0))")).toEqual(places("cpp")));
});
