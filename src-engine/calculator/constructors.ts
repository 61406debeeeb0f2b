// C++ types and values that are written as constructors: `Int<8>{}`, `_8{}`, `Shape<_4,_8>{}`, `Layout<S,D>{}`, `make_shape(…)`.
import type { Context } from "../algebra/context.ts";
import { isInt, staticInt } from "../algebra/int/int.ts";
import { makeSwizzleValue } from "../algebra/swizzle/swizzle.ts";
import type { Value } from "../algebra/value.ts";
import { ops } from "./ops/table.ts";

/** Gives undefined where the name is no constructor in this form. */
export type Constructor = (ctx: Context | undefined, args: readonly Value[]) => Value | undefined;

const tuple: Constructor = (ctx, args) => (ctx === undefined ? undefined : { kind: "tuple", items: [...args] });

const integral: Constructor = (_, [only]) =>
  only !== undefined && only.kind === "num" ? staticInt(only.value) : undefined;

/** A run-time integer: `int(8)`, `int32_t(8)`. */
const dynamic: Constructor = (_, [only]) =>
  only !== undefined && isInt(only) ? { ...only, know: "dynamic" } : undefined;

const layoutType: Constructor = (ctx, args) =>
  ctx === undefined || args.length === 0 ? undefined : ops.get("make_layout")?.run(ctx, args);

const swizzle: Constructor = (ctx, args) => {
  const [b, m, s] = args.map((a) => (a.kind === "num" ? a.value : Number.NaN));
  return ctx === undefined || b === undefined || m === undefined ? undefined : makeSwizzleValue(ctx, b, m, s ?? b);
};

export const constructors: ReadonlyMap<string, Constructor> = new Map<string, Constructor>([
  ...[
    "Shape",
    "Stride",
    "Step",
    "Coord",
    "Tile",
    "tuple",
    "make_shape",
    "make_stride",
    "make_coord",
    "make_tile",
    "make_step",
    "make_tuple",
  ].map((name): [string, Constructor] => [name, tuple]),
  ...["Int", "C"].map((name): [string, Constructor] => [name, integral]),
  ...["int", "int32_t", "uint32_t", "int64_t", "Int32", "Int64"].map((name): [string, Constructor] => [name, dynamic]),
  ["Layout", layoutType],
  ["Swizzle", swizzle],
]);
