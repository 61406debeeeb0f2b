// CuTe's tuple algorithms on trees (algorithm/tuple_algorithms.hpp): a tree is a leaf or a tuple of trees.
//
// A leaf counts as a tuple of rank 1 for `get<0>` only; a tuple of one item is not its item. Positions that CuTe's templates
// would reject stop with the header line of the condition.
import type { Context } from "../context.ts";
import type { Tree, Tuple } from "../value.ts";

interface Kinded {
  readonly kind: string;
}

export const isTuple = <T extends Kinded>(t: Tree<T>): t is Tuple<T> => t.kind === "tuple";
export const tupleOf = <T>(...items: readonly Tree<T>[]): Tuple<T> => ({ kind: "tuple", items });

/** `rank`: the number of modes; 1 for a leaf. */
export const rankOf = <T extends Kinded>(t: Tree<T>): number => (isTuple(t) ? t.items.length : 1);

/** The modes of a tuple; a leaf is its own single mode. */
export const modesOf = <T extends Kinded>(t: Tree<T>): readonly Tree<T>[] => (isTuple(t) ? t.items : [t]);

/** `get<I>`, also of a leaf where I is 0. */
export function get<T extends Kinded>(ctx: Context, t: Tree<T>, i: number): Tree<T> {
  const found = isTuple(t) ? t.items[i] : i === 0 ? t : undefined;
  if (found !== undefined) return found;
  return ctx.stop({
    code: "index-out-of-range",
    message: `mode ${i} of a tuple of rank ${rankOf(t)}`,
    at: isTuple(t) ? "tuple.hpp:229" : "int_tuple.hpp:56",
  });
}

/** `get<I0,I1,…>`. */
export const getPath = <T extends Kinded>(ctx: Context, t: Tree<T>, path: readonly number[]): Tree<T> =>
  path.reduce((at, i) => get(ctx, at, i), t);

/** `depth`: 0 for a leaf. Walks with its own stack, so that nesting may be as deep as it likes. */
export function depthOf<T extends Kinded>(t: Tree<T>): number {
  let deepest = 0;
  const open: [Tree<T>, number][] = [[t, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [tree, depth] = next;
    if (!isTuple(tree)) deepest = Math.max(deepest, depth);
    else if (tree.items.length === 0) deepest = Math.max(deepest, depth + 1);
    else for (const item of tree.items) open.push([item, depth + 1]);
  }
  return deepest;
}

/** All leaves, left to right. */
export function leavesOf<T extends Kinded>(t: Tree<T>): T[] {
  const out: T[] = [];
  if (!isTuple(t)) {
    out.push(t);
    return out;
  }
  collectLeaves(t, out, 0);
  return out;
}

/** Recursion is fastest for what people write; beyond 500 levels an explicit stack takes over. */
function collectLeaves<T extends Kinded>(t: Tuple<T>, out: T[], level: number): void {
  if (level > 500) return collectDeep(t, out);
  for (let i = 0; i < t.items.length; i++) {
    const item = t.items[i]!;
    if (isTuple(item)) collectLeaves(item, out, level + 1);
    else out.push(item);
  }
}

function collectDeep<T extends Kinded>(t: Tuple<T>, out: T[]): void {
  const open: Tree<T>[] = [t];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isTuple(next)) out.push(next);
    else for (let i = next.items.length - 1; i >= 0; i--) open.push(next.items[i]!);
  }
}

const isFlat = <T extends Kinded>(t: Tuple<T>): boolean => t.items.every((item) => !isTuple(item));

/** `flatten`: depth at most 1; a leaf stays a leaf. */
export function flattenTree<T extends Kinded>(t: Tree<T>): Tree<T> {
  return isTuple(t) && !isFlat(t) ? { kind: "tuple", items: leavesOf(t) } : t;
}

/** `flatten_to_tuple`: a leaf becomes a tuple of one. */
export const flattenToTuple = <T extends Kinded>(t: Tree<T>): Tuple<T> => ({ kind: "tuple", items: leavesOf(t) });

/** `transform_leaf` with one tree. */
export function mapLeaves<T extends Kinded, U>(t: Tree<T>, f: (leaf: T) => U): Tree<U> {
  return isTuple(t) ? { kind: "tuple", items: t.items.map((item) => mapLeaves(item, f)) } : f(t);
}

/** `transform` with two trees at the top level: equal ranks, or the condition at tuple_algorithms.hpp:244. */
export function zipModes<A extends Kinded, B extends Kinded, U>(
  ctx: Context,
  a: Tree<A>,
  b: Tree<B>,
  f: (x: Tree<A>, y: Tree<B>) => Tree<U>,
): Tree<U> {
  if (!isTuple(a)) return f(a, b);
  requireRank(ctx, a, b, "tuple_algorithms.hpp:244", "Mismatched tuple_size");
  const right = modesOf(b);
  return { kind: "tuple", items: a.items.map((x, i) => f(x, right[i]!)) };
}

export function requireRank<A extends Kinded, B extends Kinded>(
  ctx: Context,
  a: Tree<A>,
  b: Tree<B>,
  at: string,
  message: string,
): void {
  if (isTuple(b) && rankOf(a) === rankOf(b)) return;
  if (!isTuple(b) && !isTuple(a)) return;
  ctx.stop({ code: "mismatched-ranks", message: `${message}: ${rankOf(a)} and ${rankOf(b)}`, at });
}

/** `transform_leaf` with two trees: f at the leaves of the first. */
export function zipLeaves<A extends Kinded, B extends Kinded, U>(
  ctx: Context,
  a: Tree<A>,
  b: Tree<B>,
  f: (x: A, y: Tree<B>) => Tree<U>,
): Tree<U> {
  return zipModes<A, B, U>(ctx, a, b, (x, y) => (isTuple(x) ? zipLeaves(ctx, x, y, f) : f(x, y)));
}

/** `repeat_like`: x at every leaf of t. */
export const repeatLike = <T extends Kinded, X>(t: Tree<T>, x: Tree<X>): Tree<X> =>
  isTuple(t) ? { kind: "tuple", items: t.items.map((item) => repeatLike(item, x)) } : x;

/** `repeat<N>`: x itself for N = 1. */
export const repeat = <X>(n: number, x: Tree<X>): Tree<X> => (n === 1 ? x : tupleRepeat(n, x));
export const tupleRepeat = <X>(n: number, x: Tree<X>): Tuple<X> => ({ kind: "tuple", items: Array(n).fill(x) });

export const wrap = <T extends Kinded>(t: Tree<T>): Tuple<T> => (isTuple(t) ? t : tupleOf<T>(t));

export function unwrap<T extends Kinded>(t: Tree<T>): Tree<T> {
  let at = t;
  while (isTuple(at) && at.items.length === 1) at = at.items[0]!;
  return at;
}

export function front<T extends Kinded>(ctx: Context, t: Tree<T>): Tree<T> {
  let at = t;
  while (isTuple(at)) at = get(ctx, at, 0);
  return at;
}

export function back<T extends Kinded>(ctx: Context, t: Tree<T>): Tree<T> {
  let at = t;
  while (isTuple(at)) at = get(ctx, at, at.items.length - 1);
  return at;
}

/** `append(a, x)`: a leaf becomes the first of two. */
export const append = <T extends Kinded>(a: Tree<T>, x: Tree<T>): Tuple<T> =>
  isTuple(a) ? { kind: "tuple", items: [...a.items, x] } : tupleOf<T>(a, x);

export const prepend = <T extends Kinded>(a: Tree<T>, x: Tree<T>): Tuple<T> =>
  isTuple(a) ? { kind: "tuple", items: [x, ...a.items] } : tupleOf<T>(x, a);

/** `append<N>(a, x)`: x until the rank is N. */
export function appendTo<T extends Kinded>(ctx: Context, a: Tree<T>, x: Tree<T>, n: number): Tree<T> {
  const missing = missingModes(ctx, a, n, isTuple(a) ? "tuple_algorithms.hpp:807" : "tuple_algorithms.hpp:814");
  return missing === 0 ? a : { kind: "tuple", items: [...modesOf(a), ...tupleRepeat(missing, x).items] };
}

export function prependTo<T extends Kinded>(ctx: Context, a: Tree<T>, x: Tree<T>, n: number): Tree<T> {
  const missing = missingModes(ctx, a, n, isTuple(a) ? "tuple_algorithms.hpp:844" : "tuple_algorithms.hpp:851");
  return missing === 0 ? a : { kind: "tuple", items: [...tupleRepeat(missing, x).items, ...modesOf(a)] };
}

function missingModes<T extends Kinded>(ctx: Context, a: Tree<T>, n: number, at: string): number {
  const missing = n - rankOf(a);
  if (missing >= 0) return missing;
  return ctx.stop({ code: "rank-too-large", message: `rank ${rankOf(a)} already exceeds ${n}`, at });
}

/** `take<B,E>`: modes in [B,E); E = -1 means all to the end. */
export function take<T extends Kinded>(ctx: Context, t: Tree<T>, begin: number, end: number): Tuple<T> {
  const stop = end === -1 ? rankOf(t) : end;
  if (begin > stop) ctx.stop({ code: "empty-range", message: `take<${begin},${end}>`, at: "tuple_algorithms.hpp:502" });
  const items: Tree<T>[] = [];
  for (let i = begin; i < stop; i++) items.push(get(ctx, t, i));
  return { kind: "tuple", items };
}

/** `group<B,E>`: the modes in [B,E) become one mode; an empty range changes nothing. CuTe DSL puts a leaf into one mode, not two. */
export function group<T extends Kinded>(ctx: Context, t: Tree<T>, begin: number, end: number): Tuple<T> {
  const stop = end === -1 ? rankOf(t) : end;
  if (begin > stop)
    ctx.stop({ code: "empty-range", message: `group<${begin},${end}>`, at: "tuple_algorithms.hpp:788" });
  const before: Tree<T>[] = [];
  for (let i = 0; i < begin; i++) before.push(get(ctx, t, i));
  const inside = take(ctx, t, begin, stop);
  if (!isTuple(t) && ctx.dialect !== "cpp" && begin < stop) return inside;
  return { kind: "tuple", items: [...before, ...(begin < stop ? [inside] : []), ...modesOf(t).slice(stop)] };
}

export function replace<T extends Kinded>(ctx: Context, t: Tree<T>, x: Tree<T>, n: number): Tree<T> {
  if (!isTuple(t)) {
    if (n !== 0)
      ctx.stop({ code: "index-out-of-range", message: `replace<${n}> of a leaf`, at: "tuple_algorithms.hpp:682" });
    return x;
  }
  get(ctx, t, Math.max(0, n - 1));
  return { kind: "tuple", items: [...t.items.slice(0, n), x, ...t.items.slice(n + 1)] };
}

export function insert<T extends Kinded>(ctx: Context, t: Tree<T>, x: Tree<T>, n: number): Tuple<T> {
  if (n > 0) get(ctx, t, n - 1);
  const items = modesOf(t);
  return { kind: "tuple", items: [...items.slice(0, n), x, ...items.slice(n)] };
}

/** Nothing is removed behind the last item; farther on there is nothing to remove (tuple_algorithms.hpp:668). */
export function remove<T extends Kinded>(ctx: Context, t: Tree<T>, n: number): Tuple<T> {
  if (n > 0) get(ctx, t, n - 1);
  return { kind: "tuple", items: modesOf(t).filter((_, i) => i !== n) };
}

export const reverse = <T extends Kinded>(t: Tree<T>): Tree<T> =>
  isTuple(t) ? { kind: "tuple", items: [...t.items].reverse() } : t;

/** `unflatten(flat, profile)`: the leaves of a flat tuple in the profile's shape; all must be used up. */
export function unflatten<T extends Kinded, P extends Kinded>(ctx: Context, flat: Tree<T>, profile: Tree<P>): Tree<T> {
  const leaves = modesOf(flat);
  let next = 0;
  const fill = (p: Tree<P>): Tree<T> =>
    isTuple(p) ? { kind: "tuple", items: p.items.map(fill) } : get(ctx, { kind: "tuple", items: leaves }, next++);
  const result = fill(profile);
  if (next !== leaves.length) {
    ctx.stop({
      code: "profile-mismatch",
      message: `${leaves.length} modes for a profile of ${next}`,
      at: "tuple_algorithms.hpp:634",
    });
  }
  return result;
}

/** `zip`: ((a,b),(x,y)) becomes ((a,x),(b,y)); a tuple of leaves is wrapped, a leaf stays. */
export function zip<T extends Kinded>(ctx: Context, t: Tree<T>): Tree<T> {
  if (!isTuple(t)) return t;
  const first = t.items[0];
  if (first === undefined || !isTuple(first)) return tupleOf<T>(t);
  const rank = first.items.length;
  for (const item of t.items) {
    if (!isTuple(item) || item.items.length !== rank) {
      ctx.stop({ code: "mismatched-ranks", message: "zip of modes of unequal rank", at: "tuple_algorithms.hpp:983" });
    }
  }
  return {
    kind: "tuple",
    items: first.items.map((_, j) => ({ kind: "tuple", items: t.items.map((i) => get(ctx, i, j)) })),
  };
}

/** `zip2_by`: every leaf of the guide pairs two modes; firsts and seconds are gathered, what the guide lacks joins the seconds. */
export function zip2By<T extends Kinded, G extends Kinded>(ctx: Context, t: Tree<T>, guide: Tree<G>): Tuple<T> {
  if (!isTuple(guide)) {
    if (!isTuple(t) || t.items.length !== 2) {
      const at = isTuple(t) ? "tuple_algorithms.hpp:1053" : "int_tuple.hpp:56";
      return ctx.stop({ code: "mismatched-ranks", message: "a mode to unzip must have rank 2", at });
    }
    return t;
  }
  if (!isTuple(t) || t.items.length < guide.items.length) {
    return ctx.stop({
      code: "mismatched-ranks",
      message: "more modes in the tiler than in the layout",
      at: "tuple_algorithms.hpp:1048",
    });
  }
  const split = guide.items.map((g, i) => zip2By(ctx, t.items[i]!, g));
  const firsts = split.map((s) => s.items[0]!);
  const seconds = split.map((s) => s.items[1]!);
  return tupleOf<T>(
    { kind: "tuple", items: firsts },
    { kind: "tuple", items: [...seconds, ...t.items.slice(guide.items.length)] },
  );
}
