// cute's functions on nested tuples: predicates of profiles, searches, transformations by the user's functions, basis vectors.
import { knownDivisor } from "../../../../../src-engine/algebra/int/ask.ts";
import { isInt, isStatic, ONE, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { nullspace } from "../../../../../src-engine/algebra/layout/inverse.ts";
import { findIf, isMajor, leadingDim } from "../../../../../src-engine/algebra/layout/major.ts";
import { getLayout } from "../../../../../src-engine/algebra/layout/modes.ts";
import { congruent, weaklyCongruent } from "../../../../../src-engine/algebra/layout/predicates.ts";
import { hasUnderscore, sliceAndOffset } from "../../../../../src-engine/algebra/layout/slice.ts";
import { productLike } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import * as tree from "../../../../../src-engine/algebra/tuple/tree.ts";
import { type Basis, type Strides, type Tree, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { incrementCoord } from "../../../../../src-engine/calculator/ops/dsl.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { coordOf, shapeOfValue } from "./tensor.ts";
import { bool, intIn, intTreeIn, isLayout, itemsIn, layoutIn, list, none, numberIn, object, truth } from "./values.ts";

export const tupleRows: readonly Row[] = [
  row("cute.get_divisibility", "x", (b) => staticInt(knownDivisor(intIn(b.ctx, b.value("x"))))),
  row("cute.has_underscore", "a", (b) => bool(hasUnderscore(coordOf(b.ctx, b.value("a"))))),
  row("cute.is_integer", "a", (b) => bool(isInt(b.value("a")))),
  row("cute.is_int_tuple", "a", (b) => bool(tree.leavesOf<Value>(b.value("a")).every(isInt))),
  ...[
    row("cute.is_congruent", "a, b", (b) => bool(congruent(profileOf(b, "a"), profileOf(b, "b")))),
    row("cute.is_weakly_congruent", "a, b", (b) => bool(weaklyCongruent(profileOf(b, "a"), profileOf(b, "b")))),
  ],
  row("cute.is_major", "mode, stride", (b) =>
    bool(isMajor(b.ctx, numberIn(b.ctx, b.value("mode")), stridesIn(b, b.value("stride")))),
  ),
  row("cute.leading_dim", "shape, stride", (b) =>
    pathValue(leadingDim(b.ctx, intTreeIn(b.ctx, b.value("shape")), stridesIn(b, b.value("stride")))),
  ),
  row("cute.find", "t, x, hierarchical?", (b) => {
    const wanted = intIn(b.ctx, b.value("x"));
    return foundPath(
      b,
      findIf<Value>(b.value("t"), (leaf) => leaf.kind === "num" && sameNumber(leaf, wanted)),
    );
  }),
  row("cute.find_if", "t, pred_fn, hierarchical?", findWhere),
  row("cute.transform_leaf", "f, *tuples", (b) => transformLeaves(b, b.value("f"), b.rest)),
  row("cute.transform_apply", "*tuples", transformApply),
  row("cute.filter_tuple", "*tuples", (b) => list(appliedBy(b, "f").flatMap((each) => itemsIn(b.ctx, each)))),
  row("cute.unflatten", "sequence, profile", (b) => unflatten(b)),
  row("cute.product_like", "a, target_profile", (b) =>
    productLike(b.ctx, intTreeIn(b.ctx, b.value("a")), b.value("target_profile")),
  ),
  row("cute.increment_coord", "coord, shape", (b) =>
    incrementCoord(b.ctx, coordOf(b.ctx, b.value("coord")), intTreeIn(b.ctx, b.value("shape"))),
  ),
  row("cute.slice_and_offset", "coord, src", (b) => {
    const cut = sliceAndOffset(b.ctx, coordOf(b.ctx, b.value("coord")), layoutIn(b.ctx, b.value("src")));
    return list([cut.layout, cut.offset as Value]);
  }),
  row("cute.nullspace", "layout", (b) => nullspace(layoutIn(b.ctx, b.value("layout")))),
  row("cute.E", "mode", (b) => basisAt(b, ONE, b.value("mode"))),
  row("cute.ScaledBasis", "value, mode", (b) => basisAt(b, intIn(b.ctx, b.value("value")), b.value("mode"))),
  row("cute.basis_value", "e", (b) => {
    const e = b.value("e");
    return e.kind === "basis" ? e.value : e;
  }),
  row("cute.basis_get", "basis, t", basisGet),
  ...["FastDivmodDivisor", "fast_divmod_create_divisor", "FastDivmodDivisorV2", "fast_divmod_create_divisor_v2"].map(
    (name) =>
      row(`cute.${name}`, "divisor, is_power_of_2?", (b) =>
        object("FastDivmodDivisor", { divisor: b.value("divisor") }),
      ),
  ),
  lenientRow("basis.is_static", "", (b) => bool(b.call.self?.kind === "basis" && isStatic(b.call.self.value))),
  lenientRow("basis.to", "type?", (b) => b.call.self ?? none),
];

const profileOf = (b: Bound, name: string): Value => {
  const value = b.value(name);
  return shapeOfValue(b.ctx, value) ?? value;
};

const stridesIn = (b: Bound, value: Value): Strides => {
  if (value.kind === "basis") return value;
  return value.kind === "tuple"
    ? { kind: "tuple", items: value.items.map((d) => stridesIn(b, d)) }
    : intIn(b.ctx, value);
};

const sameNumber = (a: Value, wanted: Value): boolean =>
  a.kind === "num" && wanted.kind === "num" && a.value === wanted.value;

/** A place: its index at the top, its path below, None where there is none. */
const pathValue = (path: readonly number[] | undefined): Value => {
  if (path === undefined) return none;
  const [only = 0] = path;
  return path.length === 1 ? staticInt(only) : list(path.map(staticInt));
};

function foundPath(b: Bound, path: readonly number[] | undefined): Value {
  const top = b.optional("hierarchical");
  return pathValue(top !== undefined && truth(top) === false ? path?.slice(0, 1) : path);
}

/** A predicate whose answer is not known makes the place unknown. */
function findWhere(b: Bound): Value {
  const doubts: Value[] = [];
  const found = findIf<Value>(b.value("t"), (leaf, path) => {
    const answer = b.call.invoke(b.value("pred_fn"), [leaf, pathValue(path)]);
    const holds = truth(answer);
    if (holds === undefined) doubts.push(answer);
    return holds !== false;
  });
  return doubts.length > 0 ? unknown("the predicate of find_if is not known") : foundPath(b, found);
}

/** The function of leaves at one place of all the tuples. */
function transformLeaves(b: Bound, f: Value, tuples: readonly Value[]): Value {
  const [first] = tuples;
  if (first?.kind !== "tuple") return b.call.invoke(f, tuples);
  return list(first.items.map((_, i) => transformLeaves(b, f, atEach(b, tuples, i))));
}

const atEach = (b: Bound, tuples: readonly Value[], i: number): readonly Value[] =>
  tuples.map(
    (one) => itemsIn(b.ctx, one)[i] ?? b.ctx.stop({ code: "mismatched-ranks", message: "tuples of one length" }),
  );

/** What a keyword's function gives for the items of the tuples, or for what is no tuple as it is. */
function appliedBy(b: Bound, keyword: string): readonly Value[] {
  const f = b.extra.get(keyword) ?? b.ctx.stop({ code: "arguments", message: `${keyword} is missing` });
  const [first] = b.rest;
  if (first?.kind !== "tuple") return [b.call.invoke(f, b.rest)];
  return first.items.map((_, i) => b.call.invoke(f, atEach(b, b.rest, i)));
}

function transformApply(b: Bound): Value {
  const g = b.extra.get("g") ?? b.ctx.stop({ code: "arguments", message: "g is missing" });
  return b.call.invoke(g, appliedBy(b, "f"));
}

/** Items in turn, in the profile's places. */
function unflatten(b: Bound): Value {
  const items = [...itemsIn(b.ctx, b.value("sequence"))];
  const fill = (profile: Value): Value => {
    if (profile.kind === "tuple") return list(profile.items.map(fill));
    return (
      items.shift() ?? b.ctx.stop({ code: "mismatched-ranks", message: "fewer items than the profile has places" })
    );
  };
  return fill(b.value("profile"));
}

/** `E([0,1])` is the unit of mode 1 of mode 0; `E([])` is 1. */
function basisAt(b: Bound, value: Basis["value"], mode: Value): Value {
  const path = mode.kind === "tuple" ? mode.items.map((one) => numberIn(b.ctx, one)) : [numberIn(b.ctx, mode)];
  return path.length === 0 ? value : { kind: "basis", value, path };
}

/** The mode of a tuple, layout or shape that a basis names; anything else names all of it. */
function basisGet(b: Bound): Value {
  const [at, from] = [b.value("basis"), b.value("t")];
  if (at.kind !== "basis") return from;
  if (isLayout(from)) return getLayout(b.ctx, from, at.path);
  return tree.getPath<Value>(b.ctx, from as Tree<Value>, at.path);
}
