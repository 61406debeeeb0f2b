// Operations that move modes about, on layouts and on tuples alike.
import type { Context, Op } from "../../algebra/context.ts";
import { ONE } from "../../algebra/int/int.ts";
import * as modes from "../../algebra/layout/modes.ts";
import * as tree from "../../algebra/tuple/tree.ts";
import type { AnyLayout, Tree, Value } from "../../algebra/value.ts";
import * as arg from "./arguments.ts";

const op = (name: string, signature: string, doc: string, run: Op["run"]): Op => ({ name, signature, doc, run });

/** The same operation on a layout and on a tuple. */
const either = (
  name: string,
  signature: string,
  doc: string,
  onLayout: (ctx: Context, l: AnyLayout, rest: arg.Args) => Value,
  onTree: (ctx: Context, t: Tree<Value>, rest: arg.Args) => Value,
): Op =>
  op(name, signature, doc, (ctx, a) =>
    arg.isLayout(a[0]) ? onLayout(ctx, a[0], a.slice(1)) : onTree(ctx, arg.tree(ctx, a[0]), a.slice(1)),
  );

const onTuple = (name: string, doc: string, f: (ctx: Context, t: Tree<Value>, rest: arg.Args) => Value): Op =>
  op(name, "(tuple, …) → tuple", doc, (ctx, a) => f(ctx, arg.tree(ctx, a[0]), a.slice(1)));

/** `append(a [, x] [, N])`: x is a value, N a template number; which of the two a single extra argument is, its kind tells. */
function extension(
  ctx: Context,
  rest: arg.Args,
  isN: (v: Value) => boolean,
): { readonly x: Value | undefined; readonly rank: number | undefined } {
  const last = rest[rest.length - 1];
  const rank = last !== undefined && (rest.length === 2 || isN(last)) ? arg.number(ctx, last) : undefined;
  return { x: rest.length === 2 || rank === undefined ? rest[0] : undefined, rank };
}

const xLayout = (ctx: Context, x: Value | undefined) => (x === undefined ? undefined : arg.plainLayout(ctx, x));
const isNumber = (v: Value): boolean => v.kind === "num";

const growing: readonly Op[] = [
  either(
    "append",
    "(a [, x] [, N]) → a with x behind it",
    "x (default _1:_0) as last mode, or until the rank is N.",
    (ctx, l, rest) => {
      const { x, rank } = extension(ctx, rest, isNumber);
      return modes.appendLayout(ctx, l, xLayout(ctx, x), rank);
    },
    (ctx, t, rest) => {
      const { x, rank } = extension(ctx, rest, () => false);
      return rank === undefined ? tree.append<Value>(t, x ?? ONE) : tree.appendTo<Value>(ctx, t, x ?? ONE, rank);
    },
  ),
  either(
    "prepend",
    "(a [, x] [, N]) → a with x before it",
    "x (default _1:_0) as first mode, or until the rank is N.",
    (ctx, l, rest) => {
      const { x, rank } = extension(ctx, rest, isNumber);
      return modes.prependLayout(ctx, l, xLayout(ctx, x), rank);
    },
    (ctx, t, rest) => {
      const { x, rank } = extension(ctx, rest, () => false);
      return rank === undefined ? tree.prepend<Value>(t, x ?? ONE) : tree.prependTo<Value>(ctx, t, x ?? ONE, rank);
    },
  ),
  either(
    "replace",
    "(a, x, N) → a with x as mode N",
    "Another mode N.",
    (ctx, l, rest) => modes.replaceLayout(ctx, l, arg.plainLayout(ctx, rest[0]), arg.number(ctx, rest[1])),
    (ctx, t, rest) => tree.replace<Value>(ctx, t, arg.tree(ctx, rest[0]), arg.number(ctx, rest[1])),
  ),
  onTuple("replace_front", "Another first item.", (ctx, t, rest) => replaceAt(t, arg.tree(ctx, rest[0]), 0)),
  onTuple("replace_back", "Another last item.", (ctx, t, rest) =>
    replaceAt(t, arg.tree(ctx, rest[0]), tree.rankOf<Value>(t) - 1),
  ),
  onTuple("insert", "x before item N.", (ctx, t, rest) =>
    tree.insert<Value>(ctx, t, arg.tree(ctx, rest[0]), arg.number(ctx, rest[1])),
  ),
  onTuple("remove", "Without item N.", (ctx, t, rest) => tree.remove<Value>(ctx, t, arg.number(ctx, rest[0]))),
  onTuple("repeat_like", "x at every leaf.", (ctx, t, rest) =>
    tree.repeatLike<Value, Value>(t, arg.tree(ctx, rest[0])),
  ),
];

const replaceAt = (t: Tree<Value>, x: Value, n: number): Value =>
  tree.isTuple<Value>(t) ? { kind: "tuple", items: t.items.map((item, i) => (i === n ? x : item)) } : x;

const choosing: readonly Op[] = [
  either(
    "get",
    "(a, mode…) → mode",
    "A mode by its path.",
    (ctx, l, rest) => modes.getLayout(ctx, l, arg.numbers(ctx, rest)),
    (ctx, t, rest) => tree.getPath<Value>(ctx, t, arg.numbers(ctx, rest)),
  ),
  either(
    "layout",
    "(layout, mode…) → layout",
    "A mode as a layout.",
    (ctx, l, rest) => modes.getLayout(ctx, l, arg.numbers(ctx, rest)),
    (ctx, t) => arg.bad(ctx, "a layout", t),
  ),
  either(
    "select",
    "(a, mode…) → a",
    "The chosen modes, in that order.",
    (ctx, l, rest) => modes.selectLayout(ctx, l, arg.numbers(ctx, rest)),
    (ctx, t, rest) => ({ kind: "tuple", items: arg.numbers(ctx, rest).map((i) => tree.get<Value>(ctx, t, i)) }),
  ),
  either(
    "take",
    "(a, begin, end) → a",
    "The modes in [begin,end).",
    (ctx, l, rest) => modes.takeLayout(ctx, l, arg.number(ctx, rest[0]), arg.number(ctx, rest[1])),
    (ctx, t, rest) => tree.take<Value>(ctx, t, arg.number(ctx, rest[0]), arg.number(ctx, rest[1])),
  ),
  either(
    "group",
    "(a, begin, end) → a",
    "The modes in [begin,end) as one mode.",
    (ctx, l, rest) => modes.groupLayout(ctx, l, arg.number(ctx, rest[0]), arg.number(ctx, rest[1])),
    (ctx, t, rest) => tree.group<Value>(ctx, t, arg.number(ctx, rest[0]), arg.number(ctx, rest[1])),
  ),
  either(
    "flatten",
    "(a) → a",
    "Without nesting.",
    (ctx, l) => modes.flattenLayout(ctx, l),
    (_, t) => tree.flattenTree<Value>(t),
  ),
  onTuple("flatten_to_tuple", "Without nesting; a leaf becomes a tuple of one.", (_, t) =>
    tree.flattenToTuple<Value>(t),
  ),
  either(
    "unflatten",
    "(flat, profile) → a",
    "The modes in the profile's nesting.",
    (ctx, l, rest) => modes.unflattenLayout<Value>(ctx, arg.plainLayout(ctx, l), arg.tree(ctx, rest[0])),
    (ctx, t, rest) => tree.unflatten<Value, Value>(ctx, t, arg.tree(ctx, rest[0])),
  ),
  either(
    "zip",
    "(a) or (a, b) → a",
    "Pairs the modes.",
    (ctx, l, rest) =>
      rest[0] === undefined
        ? modes.zipLayout(ctx, l)
        : modes.zipLayouts(ctx, arg.plainLayout(ctx, l), arg.plainLayout(ctx, rest[0])),
    (ctx, t, rest) => tree.zip<Value>(ctx, rest.length === 0 ? t : { kind: "tuple", items: [t, ...rest] }),
  ),
  onTuple("front", "The first leaf.", (ctx, t) => tree.front<Value>(ctx, t)),
  onTuple("back", "The last leaf.", (ctx, t) => tree.back<Value>(ctx, t)),
  onTuple("wrap", "A leaf as a tuple of one.", (_, t) => tree.wrap<Value>(t)),
  onTuple("unwrap", "A tuple of one as its item.", (_, t) => tree.unwrap<Value>(t)),
  either(
    "reverse",
    "(a) → a",
    "The modes in reverse.",
    (ctx, l) => modes.onDomain(ctx, l, (p) => ({ ...p, shape: tree.reverse(p.shape), stride: tree.reverse(p.stride) })),
    (_, t) => tree.reverse<Value>(t),
  ),
];

export const modeOps: readonly Op[] = [...growing, ...choosing];
