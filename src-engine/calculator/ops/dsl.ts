// CuTe DSL's operations by the names of its IR. Most are the C++ operations under another name; the DSL's own are here too.
import type { Context } from "../../algebra/context.ts";
import { add, isConstant, ONE, staticInt, sub } from "../../algebra/int/int.ts";
import { crd2idxCompact, idx2crd, layoutAt } from "../../algebra/layout/coords.ts";
import { innermost } from "../../algebra/layout/modes.ts";
import { recastLayout } from "../../algebra/layout/recast.ts";
import { isTuple, tupleOf } from "../../algebra/tuple/tree.ts";
import type { AnyLayout, Coord, Int, Shape, Tree, Value } from "../../algebra/value.ts";
import * as arg from "./arguments.ts";
import { ops } from "./table.ts";

export interface DslOp {
  /** The IR type of an integer or tuple result; absent: that of the first input. */
  readonly type?: string;
  run(ctx: Context, args: readonly Value[], attributes: readonly number[]): Value;
}

/** The C++ operation, attributes as its last arguments. */
const same = (name: string, type?: string): DslOp => ({
  ...(type === undefined ? {} : { type }),
  run(ctx, args, attributes) {
    const op = ops.get(name) ?? ctx.stop({ code: "unknown-op", message: `no operation is called ${name}` });
    return op.run(ctx, [...args, ...attributes.map((n) => staticInt(n))]);
  },
});

const own = (run: DslOp["run"], type?: string): DslOp => (type === undefined ? { run } : { run, type });

/** A + B or A - B, mode by mode; modes that one side lacks are taken from the other as they are. */
function elementwise(ctx: Context, a: Tree<Int>, b: Tree<Int>, f: (x: Int, y: Int) => Int): Tree<Int> {
  if (!isTuple(a) && !isTuple(b)) return f(a, b);
  if (!isTuple(a) || !isTuple(b)) {
    if (isTuple(a) && isConstant(b, 0)) return a;
    if (isTuple(b) && isConstant(a, 0)) return b;
    return ctx.stop({ code: "mismatched-ranks", message: "a tuple and an integer" });
  }
  const rank = Math.max(a.items.length, b.items.length);
  const at = (i: number): Tree<Int> =>
    a.items[i] === undefined
      ? b.items[i]!
      : b.items[i] === undefined
        ? a.items[i]
        : elementwise(ctx, a.items[i], b.items[i], f);
  return tupleOf<Int>(...Array.from({ length: rank }, (_, i) => at(i)));
}

/** The next coordinate, the first mode first; past the last it goes on counting in the last mode. */
export function incrementCoord(ctx: Context, coord: Coord, shape: Shape): Tree<Int> {
  return idx2crd(ctx, add(crd2idxCompact(ctx, coord, shape), ONE), shape);
}

const composed = (ctx: Context, v: Value | undefined) =>
  v?.kind === "composed" ? v : arg.bad(ctx, "a composed layout", v);

function makeComposed(ctx: Context, args: readonly Value[]): Value {
  const outer = arg.layoutOrSwizzle(ctx, args[0]);
  const inner: AnyLayout = arg.anyLayout(ctx, args[2]);
  const offset = arg.shape(ctx, args[1]);
  return { kind: "composed", outer, offset, inner };
}

function shapeOfAny(ctx: Context, v: Value | undefined): Value {
  if (v?.kind === "tuple") return { kind: "tuple", items: v.items.map((item) => shapeOfAny(ctx, item)) };
  if (!arg.isLayout(v)) return v ?? arg.bad(ctx, "a layout", v);
  return arg.plainLayout(ctx, innermost(ctx, v)).shape;
}

const table: Readonly<Record<string, DslOp>> = {
  ...Object.fromEntries(
    [
      "blocked_product",
      "raked_product",
      "logical_product",
      "zipped_product",
      "tiled_product",
      "flat_product",
      "logical_divide",
      "zipped_divide",
      "tiled_divide",
      "flat_divide",
      "coalesce",
      "complement",
      "composition",
      "left_inverse",
      "right_inverse",
      "make_layout",
      "make_layout_like",
      "make_ordered_layout",
      "make_identity_layout",
      "tile_to_shape",
      "flatten",
      "get",
      "select",
      "shape_div",
    ].map((name) => [name, same(name)]),
  ),
  group_modes: same("group"),
  tuple_product: same("product"),
  tuple_product_each: same("product_each"),
  ceil_div: same("ceil_div"),
  cosize: same("cosize", "int_tuple"),
  size: same("size", "int_tuple"),
  crd2idx: same("crd2idx", "int_tuple"),
  idx2crd: same("idx2crd", "coord"),
  get_shape: own((ctx, args) => shapeOfAny(ctx, args[0]), "shape"),
  get_stride: own((ctx, args) => arg.plainLayout(ctx, args[0]).stride, "stride"),
  layout_eval: own((ctx, args) => layoutAt(ctx, arg.anyLayout(ctx, args[1]), arg.coord(ctx, args[0])), "int_tuple"),
  recast_layout: own((ctx, args, [toBits, fromBits]) =>
    recastLayout(ctx, arg.layoutOrSwizzle(ctx, args[0]), fromBits ?? 1, toBits ?? 1),
  ),
  tuple_add: own((ctx, args) => elementwise(ctx, arg.shape(ctx, args[0]), arg.shape(ctx, args[1]), add)),
  tuple_sub: own((ctx, args) => elementwise(ctx, arg.shape(ctx, args[0]), arg.shape(ctx, args[1]), sub)),
  increment_coord: own((ctx, args) => incrementCoord(ctx, arg.coord(ctx, args[0]), arg.shape(ctx, args[1]))),
  composed_get_inner: own((ctx, args) => composed(ctx, args[0]).outer),
  composed_get_outer: own((ctx, args) => composed(ctx, args[0]).inner),
  composed_get_offset: own((ctx, args) => composed(ctx, args[0]).offset, "int_tuple"),
  make_composed_layout: own(makeComposed),
  to_coord: own((_, args) => args[0]!, "coord"),
  to_int_tuple: own((_, args) => args[0]!, "int_tuple"),
  to_shape: own((_, args) => args[0]!, "shape"),
  to_stride: own((_, args) => args[0]!, "stride"),
};

export const dslOps: ReadonlyMap<string, DslOp> = new Map(Object.entries(table));
