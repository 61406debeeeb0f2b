// Operations on integers and integer tuples.
import type { Context, Op } from "../../algebra/context.ts";
import * as int from "../../algebra/int/int.ts";
import { ceilDivBy, isShape } from "../../algebra/layout/divide.ts";
import { shapeOf } from "../../algebra/layout/modes.ts";
import {
  colexLess,
  compatible,
  congruent,
  elemLess,
  evenlyDivides,
  geqBy,
  leqBy,
  lexLess,
  weaklyCongruent,
} from "../../algebra/layout/predicates.ts";
import * as tuples from "../../algebra/tuple/int-tuple.ts";
import { asArith, type Scalar } from "../../algebra/tuple/scalar.ts";
import type { Int, Shape, Tree, Tuple, Value } from "../../algebra/value.ts";
import { type Args, bad, integer, isLayout, shape, tiler, tree } from "./arguments.ts";

const op = (name: string, signature: string, doc: string, run: Op["run"]): Op => ({ name, signature, doc, run });

const unary = (name: string, doc: string, f: (a: Int) => Int): Op =>
  op(name, "(a) → integer", doc, (ctx, args) => f(integer(ctx, args[0])));

const binary = (name: string, doc: string, f: (a: Int, b: Int) => Int): Op =>
  op(name, "(a, b) → integer", doc, (ctx, args) => f(integer(ctx, args[0]), integer(ctx, args[1])));

/** C++'s operators on integers. */
const operators: readonly Op[] = [
  binary("int+", "a + b", int.add),
  binary("int-", "a - b", int.sub),
  binary("int*", "a * b", int.mul),
  binary("int/", "a / b, towards zero", int.div),
  binary("int%", "a % b, with a's sign", int.mod),
  binary("int&", "a & b", int.bitAnd),
  binary("int|", "a | b", int.bitOr),
  binary("int^", "a ^ b", int.bitXor),
  binary("int<<", "a << b", int.shiftLeft),
  binary("int>>", "a >> b", int.shiftRight),
  binary("int&&", "a && b", int.and),
  binary("int||", "a || b", int.or),
  binary("int==", "a == b", (a, b) => int.compare("==", a, b)),
  binary("int!=", "a != b", (a, b) => int.compare("!=", a, b)),
  binary("int<", "a < b", (a, b) => int.compare("<", a, b)),
  binary("int<=", "a <= b", (a, b) => int.compare("<=", a, b)),
  binary("int>", "a > b", (a, b) => int.compare(">", a, b)),
  binary("int>=", "a >= b", (a, b) => int.compare(">=", a, b)),
  unary("int-neg", "-a", int.neg),
  unary("int~", "~a", int.bitNot),
  unary("int!", "!a", int.not),
  unary("abs", "The absolute value.", int.abs),
  unary("signum", "-1, 0 or 1.", int.signum),
  binary("shiftl", "a << b, to the right for negative b", int.shiftl),
  binary("shiftr", "a >> b, to the left for negative b", int.shiftr),
];

/** The arguments as one tuple: `max(3, 4)` is `max((3,4))`. */
const together = (ctx: Context, args: Args): Shape =>
  args.length === 1 ? shape(ctx, args[0]) : { kind: "tuple", items: args.map((a) => shape(ctx, a)) };

const reduction = (name: string, doc: string, f: (ctx: Context, t: Shape) => Value): Op =>
  op(name, "(tuple, …) → integer", doc, (ctx, args) => f(ctx, together(ctx, args)));

const reductions: readonly Op[] = [
  reduction("min", "The least integer of a tuple.", tuples.minOf),
  reduction("max", "The largest integer of a tuple.", tuples.maxOf),
  reduction("gcd", "The greatest common divisor.", tuples.gcdOfTree),
  reduction("lcm", "The least common multiple.", tuples.lcmOfTree),
  reduction("product", "The product of all integers of a tuple.", (_, t) => tuples.product(t)),
  op("sum", "(tuple) → integer", "The sum of all integers of a tuple.", (ctx, args) => {
    return asArith(tuples.sum(ctx, scalars(ctx, args.length === 1 ? args[0] : { kind: "tuple", items: [...args] })));
  }),
  op("product_each", "(tuple) → tuple", "The product of every mode.", (ctx, args) =>
    tuples.productEach(together(ctx, args)),
  ),
  op("product_like", "(tuple, guide) → tuple", "Products of the tuple at the leaves of the guide.", (ctx, args) =>
    tuples.productLike(ctx, shape(ctx, args[0]), tree(ctx, args[1])),
  ),
  op("inner_product", "(a, b) → integer", "Pairwise products, added up.", (ctx, args) =>
    asArith(tuples.innerProduct(ctx, scalars(ctx, args[0]), scalars(ctx, args[1]))),
  ),
];

function scalars(ctx: Context, v: Value | undefined): Tree<Scalar> {
  return v !== undefined && isScalarTree(v) ? v : bad(ctx, "integers", v);
}

function isScalarTree(v: { readonly kind: string }): v is Tree<Scalar> {
  if (v.kind !== "tuple") return v.kind === "num" || v.kind === "sym" || v.kind === "basis";
  return (v as Tuple<{ readonly kind: string }>).items.every(isScalarTree);
}

const divisions: readonly Op[] = [
  op(
    "ceil_div",
    "(shape, tiler) → shape",
    "Division rounded up; by mode for tuples, the number of tiles for layouts.",
    (ctx, args) => {
      const target = args[0];
      const by = tiler(ctx, args[1]);
      if (isLayout(target)) return ceilDivBy(ctx, target, by);
      return isShape(by) ? tuples.ceilDivTree(ctx, shape(ctx, target), by) : ceilDivBy(ctx, shape(ctx, target), by);
    },
  ),
  op("round_up", "(a, b) → shape", "The next multiple of b.", (ctx, args) =>
    tuples.roundUp(ctx, shape(ctx, args[0]), shape(ctx, args[1])),
  ),
  op("shape_div", "(a, b) → shape", "Division of shapes; static sizes must divide one another.", (ctx, args) =>
    tuples.shapeDiv(ctx, shape(ctx, args[0]), shape(ctx, args[1])),
  ),
  op("safe_div", "(a, b) → integer", "Exact division.", (ctx, args) =>
    tuples.safeDiv(ctx, integer(ctx, args[0]), integer(ctx, args[1])),
  ),
  op("elem_scale", "(a, b) → shape", "Each element of a times the product of its counterpart in b.", (ctx, args) =>
    tuples.elemScale(ctx, shape(ctx, args[0]), shape(ctx, args[1])),
  ),
];

const bool = (b: boolean): Int => int.staticInt(b ? 1 : 0);

/** Shapes of layouts, other values as they are: predicates look at profiles only. */
const profile = (ctx: Context, v: Value | undefined): Tree<Value> => (isLayout(v) ? shapeOf(ctx, v) : tree(ctx, v));
const shapeArg = (ctx: Context, v: Value | undefined): Shape => (isLayout(v) ? shapeOf(ctx, v) : shape(ctx, v));

const comparison = (name: string, doc: string, f: (a: Shape, b: Shape) => Int): Op =>
  op(name, "(a, b) → boolean", doc, (ctx, args) => f(shape(ctx, args[0]), shape(ctx, args[1])));

const predicates: readonly Op[] = [
  op("congruent", "(a, b) → boolean", "The same profile.", (ctx, args) =>
    bool(congruent(profile(ctx, args[0]), profile(ctx, args[1]))),
  ),
  op("weakly_congruent", "(a, b) → boolean", "The profile of a is that of b cut off somewhere.", (ctx, args) =>
    bool(weaklyCongruent(profile(ctx, args[0]), profile(ctx, args[1]))),
  ),
  op("compatible", "(a, b) → boolean", "Equal sizes at every leaf of a.", (ctx, args) =>
    compatible(shapeArg(ctx, args[0]), shapeArg(ctx, args[1])),
  ),
  op("evenly_divides", "(shape, tiler) → boolean", "Tiles without rest.", (ctx, args) =>
    evenlyDivides(ctx, isLayout(args[0]) ? args[0] : shape(ctx, args[0]), tiler(ctx, args[1])),
  ),
  comparison("lex_less", "Lexicographically less.", lexLess),
  comparison("lex_leq", "Lexicographically less or equal.", leqBy(lexLess)),
  comparison("lex_gtr", "Lexicographically greater.", (a, b) => lexLess(b, a)),
  comparison("lex_geq", "Lexicographically greater or equal.", geqBy(lexLess)),
  comparison("colex_less", "Colexicographically less.", colexLess),
  comparison("colex_leq", "Colexicographically less or equal.", leqBy(colexLess)),
  comparison("colex_gtr", "Colexicographically greater.", (a, b) => colexLess(b, a)),
  comparison("colex_geq", "Colexicographically greater or equal.", geqBy(colexLess)),
  comparison("elem_less", "Every element less.", elemLess),
  comparison("elem_leq", "Every element less or equal.", leqBy(elemLess)),
  comparison("elem_gtr", "Every element greater.", (a, b) => elemLess(b, a)),
  comparison("elem_geq", "Every element greater or equal.", geqBy(elemLess)),
];

export const integerOps: readonly Op[] = [...operators, ...reductions, ...divisions, ...predicates];
