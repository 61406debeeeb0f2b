// Integral constants and arithmetic on integers and shapes.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import * as int from "../../../../../src-engine/algebra/int/int.ts";
import { ceilDivBy } from "../../../../../src-engine/algebra/layout/divide.ts";
import { evenlyDivides } from "../../../../../src-engine/algebra/layout/predicates.ts";
import {
  elemScale,
  gcdOfTree,
  innerProduct,
  maxOf,
  minOf,
  product,
  productEach,
  productLike,
  roundUp,
  safeDiv,
  shapeDiv,
  sum,
} from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { isTuple } from "../../../../../src-engine/algebra/tuple/tree.ts";
import { type Int, type Shape, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { arg, type Call, plain, type Row, row, type TypeRow, targ, typeRow } from "./row.ts";
import { tableRow } from "./table-row.ts";
import { intIn, isLayout, shapeIn, stridesIn, tilerIn, typeOf } from "./values.ts";

/** The value of an integer template argument, known to the compiler. */
export function staticOf(value: Value | undefined): Value {
  const given = value === undefined ? unknown("a template argument is missing") : plain(value);
  if (given.kind === "num") return int.staticInt(given.value);
  if (given.kind === "sym") return { ...given, know: "static" };
  return given.kind === "unknown" ? given : unknown("a template argument that is no integer");
}

export const integerTypes: readonly TypeRow[] = [
  ...typeRow("Int C", ([value]) => typeOf(staticOf(value))),
  ...typeRow("integral_constant constant", ([, value]) => typeOf(staticOf(value))),
  ...typeRow("bool_constant", ([value]) => typeOf(staticOf(value))),
];

const fold =
  (two: (a: Int, b: Int) => Int, all: (ctx: Context, t: Shape) => Int) =>
  (call: Call): Value => {
    const { ctx } = call;
    const [first, ...rest] = call.args.map((value) => shapeIn(ctx, value));
    if (first === undefined) return unknown("a reduction of no arguments");
    const one = (t: Shape): Int => (isTuple(t) ? all(ctx, t) : t);
    return rest.map(one).reduce((a, b) => two(a, b), one(first));
  };

const two =
  (f: (ctx: Context, a: Int, b: Int) => Value) =>
  (call: Call): Value =>
    f(call.ctx, intIn(call.ctx, arg(call, 0)), intIn(call.ctx, arg(call, 1)));

function ceilDiv(call: Call): Value {
  const [a, b] = [arg(call, 0), arg(call, 1)];
  return ceilDivBy(call.ctx, isLayout(a) ? a : shapeIn(call.ctx, a), tilerIn(call.ctx, b));
}

const scalars = (call: Call, i: number) => stridesIn(call.ctx, arg(call, i));

export const integerRows: readonly Row[] = [
  ...row("ceil_div div_up", ceilDiv),
  ...row("round_up", (call) => roundUp(call.ctx, shapeIn(call.ctx, arg(call, 0)), shapeIn(call.ctx, arg(call, 1)))),
  ...row(
    "round_nearest",
    two((_, a, b) => int.mul(int.ceilDiv(a, b), b)),
  ),
  ...row(
    "round_down",
    two((_, a, b) => int.mul(int.div(a, b), b)),
  ),
  ...row("shape_div", (call) => shapeDiv(call.ctx, shapeIn(call.ctx, arg(call, 0)), shapeIn(call.ctx, arg(call, 1)))),
  ...row(
    "safe_div",
    two((ctx, a, b) => safeDiv(ctx, a, b)),
  ),
  ...row("min", fold(int.min, minOf)),
  ...row("max", fold(int.max, maxOf)),
  ...row("gcd", fold(int.gcd, gcdOfTree)),
  ...row(
    "lcm",
    two((_, a, b) => int.lcm(a, b)),
  ),
  ...row("abs", (call) => int.abs(intIn(call.ctx, arg(call, 0)))),
  ...row("signum", (call) => int.signum(intIn(call.ctx, arg(call, 0)))),
  ...tableRow("shiftl shiftr"),
  ...row("product", (call) => product(shapeIn(call.ctx, arg(call, 0)))),
  ...row("product_each", (call) => productEach(shapeIn(call.ctx, arg(call, 0)))),
  ...row("product_like", (call) =>
    productLike(call.ctx, shapeIn(call.ctx, arg(call, 0)), shapeIn(call.ctx, arg(call, 1))),
  ),
  ...row("sum", (call) => sum(call.ctx, scalars(call, 0))),
  ...row("inner_product", (call) => innerProduct(call.ctx, scalars(call, 0), scalars(call, 1))),
  ...row("elem_scale", (call) => elemScale(call.ctx, shapeIn(call.ctx, arg(call, 0)), shapeIn(call.ctx, arg(call, 1)))),
  ...row("evenly_divides", (call) => {
    const a = arg(call, 0);
    return evenlyDivides(call.ctx, isLayout(a) ? a : shapeIn(call.ctx, a), tilerIn(call.ctx, arg(call, 1)));
  }),
  ...row("is_pow2", (call) => {
    const a = intIn(call.ctx, arg(call, 0));
    return a.kind === "num"
      ? int.num(a.know, Number.isInteger(Math.log2(a.value)) ? 1 : 0)
      : unknown("whether a symbol is a power of two");
  }),
  ...row("log_2 log2_up ilog2", (call) => {
    const a = intIn(call.ctx, arg(call, 0));
    if (a.kind !== "num" || a.value < 1) return unknown("the logarithm of a symbol");
    return int.num(a.know, call.name === "log2_up" ? Math.ceil(Math.log2(a.value)) : Math.floor(Math.log2(a.value)));
  }),
  // The C library's, which compilers evaluate of a number: `const int bits = log2(16)`.
  ...row("log2 log2f", (call) => {
    const a = intIn(call.ctx, arg(call, 0));
    if (a.kind !== "num" || a.value < 1) return unknown("the logarithm of a symbol");
    return { kind: "float", value: Math.log2(a.value) };
  }),
  ...row("__builtin_ctz __builtin_popcount", (call) => {
    const a = intIn(call.ctx, arg(call, 0));
    if (a.kind !== "num" || a.value < 1) return unknown("the bits of a symbol");
    const bits = a.value.toString(2);
    return int.dynamicInt(
      call.name === "__builtin_ctz" ? bits.length - 1 - bits.lastIndexOf("1") : bits.replaceAll("0", "").length,
    );
  }),
  ...row("conditional_return static_choose", chosen),
  ...row("to_static", (call) => staticOf(arg(call, 0))),
];

/** `conditional_return<cond>(a, b)` and `conditional_return(cond, a, b)`: what a known condition picks. */
function chosen(call: Call): Value {
  const byTemplate = call.targs.length > 0;
  const test = byTemplate ? targ(call, 0) : arg(call, 0);
  const [then, other] = byTemplate ? [arg(call, 0), arg(call, 1)] : [arg(call, 1), arg(call, 2)];
  if (test.kind === "num") return test.value !== 0 ? then : other;
  return unknown("which of two values is returned is not known");
}
