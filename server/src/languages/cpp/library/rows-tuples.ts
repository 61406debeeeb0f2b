// Tuples: making them, taking them apart, and the algorithms that call functions on their items.
import * as int from "../../../../../src-engine/algebra/int/int.ts";
import { size } from "../../../../../src-engine/algebra/layout/coords.ts";
import { makeBasisLike } from "../../../../../src-engine/algebra/layout/make.ts";
import {
  appendLayout,
  flattenLayout,
  getLayout,
  groupLayout,
  prependLayout,
  replaceLayout,
  selectLayout,
  shapeOf,
  takeLayout,
} from "../../../../../src-engine/algebra/layout/modes.ts";
import { compatible, congruent, weaklyCongruent } from "../../../../../src-engine/algebra/layout/predicates.ts";
import { hasUnderscore, slice, sliceTree } from "../../../../../src-engine/algebra/layout/slice.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import * as tree from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type Layout,
  nothingOf,
  type Tensor,
  type Tree,
  tuple,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { onLayout, onModes } from "./carriers.ts";
import { arg, type Call, lenientRow, modes, optionalArg, plain, type Row, row } from "./row.ts";
import { rankOfValue } from "./rows-types.ts";
import { byTable, tableRow } from "./table-row.ts";
import { bool, coordIn, isLayout, itemsIn, layoutIn, needLibraryType, plainLayoutIn, shapeIn } from "./values.ts";

const tupleMakers =
  "make_tuple make_shape make_stride make_coord make_step make_tile make_int_tuple tuple_of forward_as_tuple tie";

export const tupleRows: readonly Row[] = [
  ...lenientRow(tupleMakers, (call) => tuple(call.args.map(plain))),
  ...lenientRow("forward move as_const addressof", (call) => call.args[0] ?? unknown("nothing to hand on")),
  ...lenientRow("get", getRow),
  ...row("rank", (call) => int.staticInt(rankOfValue(call.ctx, modeOfArg(call)))),
  ...row("depth", (call) => int.staticInt(tree.depthOf(shapeIn(call.ctx, modeOfArg(call))))),
  ...row("size", sizeRow),
  ...row("select", (call) => {
    const picked = modes(call);
    const ofTuple = (t: Tree<Value>) => tree.tupleOf<Value>(...picked.map((i) => tree.get(call.ctx, t, i)));
    return onModes(call.ctx, asItems(call), (l) => selectLayout(call.ctx, l, picked), ofTuple);
  }),
  ...row("take", (call) => {
    const [begin = 0, end = 0] = modes(call);
    return onModes(
      call.ctx,
      arg(call, 0),
      (l) => takeLayout(call.ctx, l, begin, end),
      (t) => tree.take(call.ctx, t, begin, end),
    );
  }),
  ...row("group group_modes", (call) => {
    // group_modes is of tensors (tensor_impl.hpp), group of all else.
    if (call.name === "group_modes" && arg(call, 0).kind !== "tensor")
      return call.ctx.stop({ code: "arguments", message: "group_modes takes a tensor" });
    const [begin = 0, end = 0] = modes(call);
    return onModes(
      call.ctx,
      arg(call, 0),
      (l) => groupLayout(call.ctx, l, begin, end),
      (t) => tree.group(call.ctx, t, begin, end),
    );
  }),
  ...row("flatten", (call) => onModes(call.ctx, arg(call, 0), (l) => flattenLayout(call.ctx, l), tree.flattenTree)),
  ...row("flatten_to_tuple", (call) => tree.flattenToTuple(treeIn(call, 0))),
  ...row("append", (call) => extended(call, "back")),
  ...row("prepend", (call) => extended(call, "front")),
  ...row("replace", (call) => {
    const [n = 0] = modes(call);
    const x = arg(call, 1);
    return onModes(
      call.ctx,
      arg(call, 0),
      (l) => replaceLayout(call.ctx, l, layoutIn(call.ctx, x) as Layout, n),
      (t) => tree.replace(call.ctx, t, x, n),
    );
  }),
  ...row("insert", (call) => tree.insert(call.ctx, tupleIn(call), arg(call, 1), modes(call)[0] ?? 0)),
  ...row("remove", (call) => tree.remove(call.ctx, tupleIn(call), modes(call)[0] ?? 0)),
  ...row("wrap", (call) => tree.wrap(treeIn(call, 0))),
  ...row("unwrap", (call) => tree.unwrap(treeIn(call, 0))),
  ...row("front", (call) => tree.front(call.ctx, treeIn(call, 0))),
  ...row("back", (call) => tree.back(call.ctx, treeIn(call, 0))),
  ...row("reverse", (call) => tree.reverse(treeIn(call, 0))),
  ...row("repeat", (call) => tree.repeat(modes(call)[0] ?? 1, arg(call, 0))),
  ...row("tuple_repeat", (call) => tree.tupleRepeat(modes(call)[0] ?? 1, arg(call, 0))),
  ...row("repeat_like", (call) => tree.repeatLike(shapeIn(call.ctx, arg(call, 0)), arg(call, 1))),
  // Items may be unknown, the tuples may not.
  ...lenientRow("tuple_cat cat", (call) => {
    const all = call.args.map(plain);
    const missing = all.find((value) => value.kind === "unknown");
    if (missing !== undefined) return unknown("a tuple that is not known", missing);
    return tuple(all.flatMap((value) => [...itemsIn(call.ctx, value)]));
  }),
  ...row("slice", (call) => sliced(call)),
  ...tableRow("dice slice_and_offset replace_front replace_back"),
  ...row("unflatten", (call) => {
    // It asks for the `rank` of what is left, which is declared behind it.
    needLibraryType(call, arg(call, 0));
    return byTable(call);
  }),
  ...row("congruent", (call) => bool(congruent(kinded(call, 0), kinded(call, 1)))),
  ...row("weakly_congruent", (call) => bool(weaklyCongruent(kinded(call, 0), kinded(call, 1)))),
  ...row("compatible", (call) => compatible(shapeIn(call.ctx, arg(call, 0)), shapeIn(call.ctx, arg(call, 1)))),
  ...row("make_basis_like", (call) => makeBasisLike(call.ctx, shapeIn(call.ctx, arg(call, 0))) as Value),
  ...row("has_underscore", (call) => bool(hasUnderscore(coordIn(call.ctx, arg(call, 0))))),
  ...lenientRow("transform", transform),
  ...row("lazy::transform", (call) => lazily(call, arg(call, 0))),
  ...lenientRow("transform_apply", transformApply),
  ...lenientRow("transform_leaf", (call) =>
    call.args.length > 2 ? pairwise(call) : leafwise(call, arg(call, 0), arg(call, 1)),
  ),
  ...lenientRow("for_each for_each_leaf", forEach),
  ...lenientRow("apply", (call) => call.raw.invoke(arg(call, 1), itemsOrSelf(arg(call, 0)))),
  ...lenientRow("fold", (call) => folded(call, itemsOrSelf(arg(call, 0)), arg(call, 1), arg(call, 2))),
  ...lenientRow("fold_first", (call) => {
    const [first, ...rest] = itemsOrSelf(arg(call, 0));
    return folded(call, rest, first ?? unknown("a fold of nothing"), arg(call, 1));
  }),
  ...lenientRow("filter_tuple", filterTuple),
  ...row("find_if any_of all_of none_of", (call) => quantified(call)),
];

const treeIn = (call: Call, index: number): Tree<Value> => {
  const value = arg(call, index);
  return value.kind === "arith" ? tuple(value.items as readonly Value[]) : value;
};

function tupleIn(call: Call): Tree<Value> {
  const value = treeIn(call, 0);
  return value.kind === "tuple" ? value : call.ctx.stop({ code: "no-overload", message: `${call.name} takes a tuple` });
}

/** CuTe has `select` of layouts and of tuples, of a composed layout that of its modes; `take` knows composed layouts. */
function asItems(call: Call): Value {
  const value = arg(call, 0);
  if (value.kind !== "composed") return value;
  const rank = tree.rankOf(shapeOf(call.ctx, value));
  return tuple(Array.from({ length: rank }, (_, i) => getLayout(call.ctx, value, [i])));
}

const kinded = (call: Call, index: number): Tree<{ readonly kind: string }> => {
  const value = arg(call, index);
  if (value.kind === "arith") return tuple(value.items as readonly Value[]);
  return isLayout(value) || value.kind === "tensor" ? shapeIn(call.ctx, value) : value;
};

/** `get<I...>(x)`; a stride's or coordinate's item as it is. */
function getRow(call: Call): Value {
  const value = arg(call, 0);
  const path = modes(call);
  if (isLayout(value)) return getLayout(call.ctx, value, path);
  if (value.kind === "tensor") return onLayout(call.ctx, value, (l) => getLayout(call.ctx, l, path));
  return itemAlong(call, value.kind === "arith" ? tuple(value.items as readonly Value[]) : value, path);
}

/** An item that is not known may be a tuple. */
const itemAlong = (call: Call, value: Tree<Value>, path: readonly number[]): Value =>
  path.reduce<Tree<Value>>(
    (at, i) => (at.kind === "unknown" ? unknown("an item of something unknown", at) : tree.get<Value>(call.ctx, at, i)),
    value,
  );

function modeOfArg(call: Call): Value {
  const value = arg(call, 0);
  const path = modes(call);
  if (path.length === 0) return value;
  if (isLayout(value) || value.kind === "tensor")
    return tree.getPath(call.ctx, shapeOf(call.ctx, layoutIn(call.ctx, value)), path) as Value;
  return itemAlong(call, treeIn(call, 0), path);
}

/** `size<I...>(x)` of shapes, layouts, tensors, tiled copies and MMAs. */
function sizeRow(call: Call): Value {
  const value = arg(call, 0);
  if (value.kind === "tiled-mma") return product(value.thrLayoutVMNK.shape);
  if (value.kind === "tiled-copy") return product(tree.get(call.ctx, value.layoutTV.shape, 0));
  if (call.targs.length === 0 && (isLayout(value) || value.kind === "tensor"))
    return size(call.ctx, layoutIn(call.ctx, value));
  return product(shapeIn(call.ctx, modeOfArg(call)));
}

/** `append(a, x)`, `append<N>(a, x)`, and for layouts also without x. */
function extended(call: Call, side: "back" | "front"): Value {
  const [n] = modes(call);
  const x = optionalArg(call, 1);
  const back = side === "back";
  const ofLayout = back ? appendLayout : prependLayout;
  const ofTuple = (t: Tree<Value>): Tree<Value> => {
    const item = x ?? call.ctx.stop({ code: "no-overload", message: `${call.name} of a tuple needs what to add` });
    if (n === undefined) return back ? tree.append(t, item) : tree.prepend(t, item);
    return back ? tree.appendTo(call.ctx, t, item, n) : tree.prependTo(call.ctx, t, item, n);
  };
  // `prepend<4>(layout, _)` makes a tiler: the layout is one item of it.
  const a = arg(call, 0);
  if (isLayout(a) && x !== undefined && !isLayout(x)) return ofTuple(a);
  if (a.kind === "composed")
    return call.ctx.stop({ code: "no-overload", message: `${call.name} takes no composed layout` });
  return onModes(
    call.ctx,
    a,
    (l) => ofLayout(call.ctx, l, x === undefined ? undefined : plainLayoutIn(call.ctx, x), n),
    ofTuple,
  );
}

function sliced(call: Call): Value {
  const coord = coordIn(call.ctx, arg(call, 0));
  const value = arg(call, 1);
  return isLayout(value) ? slice(call.ctx, coord, value) : (sliceTree(call.ctx, coord, treeIn(call, 1)) as Value);
}

// ---- algorithms with functions -------------------------------------------------------------------------------------

const itemsOrSelf = (value: Value): readonly Value[] =>
  value.kind === "tuple" || value.kind === "arith" ? (value.items as readonly Value[]) : [value];

/** `transform(t0, …, f)`: f on the items. */
function transform(call: Call): Value {
  return transformed(call, call.args.slice(0, -1).map(plain), arg(call, call.args.length - 1));
}

function transformed(call: Call, tuples: readonly Value[], f: Value): Value {
  const [first] = tuples;
  const missing = tuples.find((value) => value.kind === "unknown");
  if (first === undefined || missing?.kind === "unknown")
    return unknown("a transform of something unknown", missing?.kind === "unknown" ? missing : undefined);
  if (first.kind === "tensor") return nothingOf("transform of tensors");
  if (first.kind !== "tuple" && first.kind !== "arith") return call.raw.invoke(f, tuples);
  if (tuples.some((each) => int.isInt(each) || itemsOrSelf(each).length !== first.items.length))
    return call.ctx.stop({ code: "mismatched-ranks", message: "transform takes tuples of equal length" });
  return tuple(
    itemsOrSelf(first).map((_, i) =>
      call.raw.invoke(
        f,
        tuples.map((each) => itemsOrSelf(each)[i] ?? each),
      ),
    ),
  );
}

/** A view whose elements the function computes; the layout is the tensor's. */
const lazily = (call: Call, value: Value): Tensor =>
  value.kind === "tensor"
    ? { ...value, engine: { kind: "lazy-iterator", of: value.engine } }
    : call.ctx.stop({ code: "type-error", message: "a tensor is wanted" });

/** `transform_apply(t0, …, f, g)`: g of what f gives for the items. */
function transformApply(call: Call): Value {
  const [tuples, [f, g]] = [call.args.slice(0, -2).map(plain), call.args.slice(-2)];
  if (f === undefined || g === undefined) return unknown("transform_apply needs two functions");
  const made = transformed(call, tuples, f);
  const first = tuples[0]?.kind;
  const isTuple = first === "tuple" || first === "arith";
  return made.kind === "unknown" ? made : call.raw.invoke(g, isTuple ? itemsOrSelf(made) : [made]);
}

function leafwise(call: Call, value: Value, f: Value): Value {
  if (value.kind === "unknown") return value;
  return value.kind === "tuple"
    ? tuple(value.items.map((item) => leafwise(call, item, f)))
    : call.raw.invoke(f, [value]);
}

/** At the leaves of the first of two trees. */
function pairwise(call: Call): Value {
  const open = [arg(call, 0), arg(call, 1)].find(({ kind }) => kind === "unknown");
  const f = arg(call, 2);
  return (
    open ??
    tree.zipLeaves<Value, Value, Value>(call.ctx, treeIn(call, 0), treeIn(call, 1), (x, y) =>
      call.raw.invoke(f, [x, y]),
    )
  );
}

function forEach(call: Call): Value {
  const f = arg(call, 1);
  const value = arg(call, 0);
  const items =
    call.name === "for_each_leaf" && value.kind === "tuple" ? tree.leavesOf<Value>(value) : itemsOrSelf(value);
  for (const item of items.slice(0, 256)) call.raw.invoke(f, [item]);
  return nothingOf("for_each");
}

function folded(call: Call, items: readonly Value[], start: Value, f: Value): Value {
  return items.reduce((so, item) => call.raw.invoke(f, [so, item]), start);
}

/** `filter_tuple(t, f)`: f gives a tuple for each item; they are concatenated. */
function filterTuple(call: Call): Value {
  const lists = call.args.slice(0, -1).map((value) => itemsOrSelf(plain(value)));
  const f = arg(call, call.args.length - 1);
  const parts = (lists[0] ?? []).map((_, i) =>
    plain(
      call.raw.invoke(
        f,
        lists.map((list) => list[i] ?? unknown("lists of unequal length")),
      ),
    ),
  );
  const odd = parts.find((part) => part.kind !== "tuple");
  if (odd !== undefined)
    return unknown("a part of filter_tuple is not known", odd.kind === "unknown" ? odd : undefined);
  return tuple(parts.flatMap((part) => (part.kind === "tuple" ? part.items : [])));
}

function quantified(call: Call): Value {
  const answers = itemsOrSelf(arg(call, 0)).map((item) => plain(call.raw.invoke(arg(call, 1), [item])));
  if (answers.some((answer) => answer.kind !== "num"))
    return unknown("whether the items fulfil the condition is not known");
  const truths = answers.map((answer) => answer.kind === "num" && answer.value !== 0);
  if (call.name === "find_if") return int.staticInt(truths.includes(true) ? truths.indexOf(true) : truths.length);
  if (call.name === "any_of") return bool(truths.includes(true));
  return bool(call.name === "all_of" ? !truths.includes(false) : !truths.includes(true));
}
