// make_tiled_tma_atom as the DSL (4.7) computes it: the basis that its atoms print, `tma_gbasis`, and the TMA tensor.
import { expect, test } from "vitest";
import { elementType } from "../src-engine/algebra/atoms/element-types.ts";
import { ZERO } from "../src-engine/algebra/int/int.ts";
import { parse } from "../src-engine/algebra/notation/parse.ts";
import { print } from "../src-engine/algebra/notation/print.ts";
import { makeTiledTmaAtom } from "../src-engine/algebra/tma/dsl.ts";
import { tmaOperation } from "../src-engine/algebra/tma/operations.ts";
import type { AnyLayout, Layout, Value } from "../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../src-engine/calculator/context.ts";

interface Made {
  readonly gbasis: string;
  readonly tensor: string;
}

/** Static numbers are written `_8`, as C++ prints them. */
function made(type: string, gmem: string, smem: string, tiler: string): Made | string {
  const ctx = makeContext("dsl");
  const outcome = attempt(() => {
    const dtype = elementType(type)!;
    const engine = { kind: "pointer", space: "gmem", dtype, offset: ZERO } as const;
    const layout = parse(gmem) as Layout;
    const request = {
      operation: tmaOperation("SM90_TMA_LOAD")!,
      dtype,
      gmem: { kind: "tensor", engine, layout },
      smem: parse(smem) as AnyLayout,
    } as const;
    const atom = makeTiledTmaAtom(ctx, request, parse(tiler) as Layout);
    const show = (value: Value | undefined) => (value === undefined ? "none" : print(value, "dsl"));
    return { gbasis: show(atom.gbasis), tensor: show(atom.tensor).replace(/^.* o /, "") };
  });
  return "value" in outcome ? outcome.value : outcome.stop.message;
}

const rows: readonly (readonly [string, string, string, string, string, string])[] = [
  [
    "half_t",
    "(_512,_1024):(_1024,_1)",
    "(_128,_64):(_64,_1)",
    "(_128,_64)",
    "(64,128):(1@1,1@0)",
    "(512,1024):(1@1,1@0)",
  ],
  [
    "half_t",
    "(_512,_1024):(_1024,_1)",
    "(_128,_64,_3):(_64,_1,_8192)",
    "(_128,_64)",
    "(64,128):(1@1,1@0)",
    "(512,1024):(1@1,1@0)",
  ],
  [
    "half_t",
    "(_512,_1024):(_1024,_1)",
    "Sw<2,4,3> o _0 o (_128,_64):(_64,_1)",
    "(_128,_64)",
    "(32,1):(1@1,1@0)",
    "(512,1024):(1@1,1@0)",
  ],
  [
    "half_t",
    "(_512,_1024):(_1024,_1)",
    "Sw<3,4,3> o _0 o (_128,_128):(_128,_1)",
    "(_128,_128)",
    "(64,1):(1@1,1@0)",
    "(512,1024):(1@1,1@0)",
  ],
  ["half_t", "(_512,_1024):(_1,_512)", "(_384,_4):(_1,_384)", "(_384,_4)", "(192,1):(1@0,1@1)", "(512,1024):(1@0,1@1)"],
  ["half_t", "(_512,_1024):(_1,_512)", "(_320,_4):(_1,_320)", "(_320,_4)", "(160,1):(1@0,1@1)", "(512,1024):(1@0,1@1)"],
  [
    "half_t",
    "(_512,_1024):(_1024,_1)",
    "Sw<3,4,3> o _0 o (_512,_64):(_64,_1)",
    "(_512,_64)",
    "(64,256):(1@1,1@0)",
    "(512,1024):(1@1,1@0)",
  ],
  [
    "half_t",
    "(_512,_1024):(_1024,_1)",
    "(_384,_32):(_32,_1)",
    "(_384,_32)",
    "(32,192):(1@1,1@0)",
    "(512,1024):(1@1,1@0)",
  ],
  [
    "half_t",
    "(_512,_64,_4):(_64,_1,_32768)",
    "(_512,_32,_2):(_32,_1,_16384)",
    "(_512,_32,_2)",
    "(32,256,2):(1@1,1@0,1@2)",
    "(512,64,4):(1@1,1@0,1@2)",
  ],
  ["half_t", "(_16,_16):(_16,_1)", "(_16,_16):(_16,_1)", "(_16,_16)", "((16,16)):((1@1,1@0))", "(16,16):(16@0,1@0)"],
  ["half_t", "(_8,_64):(_64,_1)", "(_8,_64):(_64,_1)", "(_8,_64)", "(64,8):(1@1,1@0)", "(8,64):(1@1,1@0)"],
  [
    "float_e4m3_t",
    "(_512,_1024):(_1024,_1)",
    "Sw<3,4,3> o _0 o (_64,_128):(_128,_1)",
    "(_64,_128)",
    "(128,64):(1@1,1@0)",
    "(512,1024):(1@1,1@0)",
  ],
  [
    "half_t",
    "(_512,_1024,_8):(_1024,_1,_0)",
    "(_64,_64,_1):(_64,_1,_0)",
    "(_64,_64,_1)",
    "(64,64):(1@1,1@0)",
    "(512,1024,8):(1@1,1@0,0)",
  ],
];

test.each(rows)("%s %s, smem %s, tiler %s", (type, gmem, smem, tiler, gbasis, tensor) => {
  expect(made(type, gmem, smem, tiler)).toEqual({ gbasis, tensor });
});

test("the DSL compares smem and tile mode by mode", () => {
  expect(made("half_t", "(_512,_1024):(_1,_512)", "(_64,_128):(_1,_64)", "(_128,_64)")).toContain(
    "top-level shape equivalence",
  );
});

test("a layout with two modes more than the tiler is refused", () => {
  expect(made("half_t", "(_512,_1024):(_1024,_1)", "(_64,_64,_3,_2):(_64,_1,_4096,_12288)", "(_64,_64)")).toContain(
    "one more for its stages",
  );
});
