// An operation step by step: the formula of each intermediate layout, the numbers put in, and what it gives.
//
// The last step is the operation's result. Every step is computed by the operations themselves, not told.
import type { Context } from "../algebra/context.ts";
import { isInt, mul } from "../algebra/int/int.ts";
import { cosize, size } from "../algebra/layout/coords.ts";
import { makeLayout } from "../algebra/layout/make.ts";
import { layoutModes } from "../algebra/layout/modes.ts";
import { print } from "../algebra/notation/print.ts";
import type { AnyLayout, Layout, Value } from "../algebra/value.ts";
import { attempt } from "../calculator/context.ts";
import { ops } from "../calculator/ops/table.ts";
import type { Operand } from "./operation-picture.ts";
import { families, layoutIn, tilerModes } from "./operation-trace.ts";

export interface DerivedStep {
  /** `B* = complement(B, size(A))`. */
  readonly formula: string;
  /** `complement(_4:_2, _24)`; empty where the formula has no call. */
  readonly numbers: string;
  readonly value: AnyLayout;
  /** The operation that this step is, where it is one. */
  readonly call?: { readonly op: string; readonly inputs: readonly Operand[] };
}

interface Names {
  readonly a: string;
  readonly b: string;
}

/** Undefined where an input is no layout or a step has no value. */
export function derivation(
  ctx: Context,
  op: string,
  inputs: readonly Value[],
  names: Names,
  result: AnyLayout,
): readonly DerivedStep[] | undefined {
  const a = layoutIn(inputs[0]);
  const [, b, coord] = inputs;
  if (a === undefined) return undefined;
  const steps = attempt(() => stepsOf(ctx, op, a, b, names));
  if (!("value" in steps) || steps.value === undefined) return undefined;
  const at =
    coord === undefined || op !== "local_tile"
      ? ""
      : `at ${print(coord, dialectOf(ctx))}, the modes inside the tile whole`;
  const last = steps.value.at(-1);
  const told = last !== undefined && print(last.value, "cpp") === print(result, "cpp");
  return told ? steps.value : [...steps.value, { formula: finals[op] ?? op, numbers: at, value: result }];
}

const finals: Readonly<Record<string, string>> = {
  zipped_divide: "zipped: the tile's modes first, ((tile), (rest))",
  tiled_divide: "tiled: the rest flat, ((tile), rest…)",
  flat_divide: "flat: (tile…, rest…)",
  zipped_product: "zipped: the block's modes first, ((block), (copies))",
  tiled_product: "tiled: ((block), copies…)",
  flat_product: "flat: (block…, copies…)",
  blocked_product: "blocked: the block's modes inside the copies', ((A0,B0), (A1,B1))",
  raked_product: "raked: the copies' modes inside the block's, ((B0,A0), (B1,A1))",
  local_tile: "the tile that the coordinate selects",
  tile_to_shape: "blocked: the block's modes inside the copies'",
  composition: "the modes side by side",
};

function stepsOf(
  ctx: Context,
  op: string,
  a: AnyLayout,
  b: Value | undefined,
  names: Names,
): readonly DerivedStep[] | undefined {
  if (b === undefined) return undefined;
  switch (op === "tile_to_shape" ? "shape" : families[op]) {
    case "divide":
      return op === "local_tile" ? [called(ctx, "", "zipped_divide", [a, b], names)] : divided(ctx, a, b, names);
    case "product":
      return multiplied(ctx, a, b, names);
    case "composition":
      return composed(ctx, a, b, names);
    default:
      return undefined;
  }
}

/** A o (B, B*), for each mode of a tiler by mode. */
function divided(ctx: Context, a: AnyLayout, b: Value, names: Names): readonly DerivedStep[] {
  if (b.kind !== "tuple" || a.kind !== "layout") return dividedBy(ctx, a, b, names);
  const tiles = tilerModes(ctx, b);
  return layoutModes(a).flatMap((mode, i) => {
    const tile = tiles[i];
    return tile === undefined ? [] : dividedBy(ctx, mode, tile, { a: `${names.a}[${i}]`, b: `${names.b}[${i}]` });
  });
}

function dividedBy(ctx: Context, a: AnyLayout, b: Value, { a: A, b: B }: Names): readonly DerivedStep[] {
  const tile = isInt(b) ? makeLayout(b) : layoutIn(b);
  if (tile === undefined || tile.kind !== "layout") return [];
  const rest = called(ctx, `${B}* = `, "complement", [tile, size(ctx, a)], { a: B, b: `size(${A})` });
  if (rest.value.kind !== "layout") return [];
  const both = beside(tile, rest.value);
  return [
    rest,
    { formula: `(${B}, ${B}*)`, numbers: "", value: both },
    called(ctx, "", "composition", [a, both], { a: A, b: `(${B}, ${B}*)` }),
  ];
}

/** (A, A* o B). */
function multiplied(ctx: Context, a: AnyLayout, b: Value, { a: A, b: B }: Names): readonly DerivedStep[] {
  const copies = isInt(b) ? makeLayout(b) : layoutIn(b);
  if (copies === undefined || a.kind !== "layout") return [];
  const room = mul(size(ctx, a), cosize(ctx, copies));
  const rest = called(ctx, `${A}* = `, "complement", [a, room], { a: A, b: `size(${A})·cosize(${B})` });
  const placed = called(ctx, "", "composition", [rest.value, copies], { a: `${A}*`, b: B });
  if (placed.value.kind !== "layout") return [];
  return [rest, placed, { formula: `(${A}, ${A}* o ${B})`, numbers: "", value: beside(a, placed.value) }];
}

/** A o B_i for each mode of B. */
function composed(ctx: Context, a: AnyLayout, b: Value, { a: A, b: B }: Names): readonly DerivedStep[] {
  if (b.kind === "tuple" && a.kind === "layout") {
    const tiles = tilerModes(ctx, b);
    return layoutModes(a).flatMap((mode, i) => {
      const tile = tiles[i];
      return tile === undefined
        ? []
        : [called(ctx, "", "composition", [mode, tile], { a: `${A}[${i}]`, b: `${B}[${i}]` })];
    });
  }
  const right = layoutIn(b);
  if (right?.kind !== "layout" || layoutModes(right).length < 2) return [];
  return layoutModes(right).map((mode, i) => called(ctx, "", "composition", [a, mode], { a: A, b: `${B}[${i}]` }));
}

const beside = (a: Layout, b: Layout): Layout => ({
  kind: "layout",
  shape: { kind: "tuple", items: [a.shape, b.shape] },
  stride: { kind: "tuple", items: [a.stride, b.stride] },
});

function called(ctx: Context, assigned: string, op: string, args: readonly Value[], names: Names): DerivedStep {
  const value = layoutIn(run(ctx, op, args));
  if (value === undefined) return ctx.stop({ code: "unsupported", message: `${op} gave no layout` });
  const text = (a: string, b: string): string => (op === "composition" ? `${a} o ${b}` : `${op}(${a}, ${b})`);
  const [left, right] = args.map((arg) => print(arg, dialectOf(ctx)));
  const inputs = args.map((arg, i) => ({ name: i === 0 ? names.a : names.b, value: arg }));
  return {
    call: { op, inputs },
    formula: `${assigned}${text(names.a, names.b)}`,
    numbers: text(left ?? "", right ?? ""),
    value,
  };
}

function run(ctx: Context, op: string, args: readonly Value[]): Value {
  const found = ops.get(op);
  return found === undefined ? ctx.stop({ code: "unknown-op", message: op }) : found.run(ctx, args);
}

const dialectOf = (ctx: Context): "cpp" | "dsl" => (ctx.dialect === "cpp" ? "cpp" : "dsl");
