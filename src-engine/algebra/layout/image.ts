// The results of a layout as a set: injective, surjective onto [0, cosize), bijective, same image as another layout.
//
// Neither size == cosize nor size(filter(L)) == size(L) proves injectivity: `(2,2,2):(1,1,5)` has size = cosize = 8 and is
// not injective. The modes sorted by stride decide most cases; the rest are enumerated up to a bound, beyond it unknown.
import type { Answer, Context } from "../context.ts";
import { bounds, equal, less } from "../int/ask.ts";
import { abs, add, mul, ONE, sub, ZERO } from "../int/int.ts";
import { leavesOf } from "../tuple/tree.ts";
import type { AnyLayout, Int, Layout, Stride } from "../value.ts";
import { cosize, layoutAt, size } from "./coords.ts";

const ENUMERATED = 1 << 14;

interface Mode {
  readonly shape: Int;
  readonly stride: Int;
}

/** No two coordinates have the same result. */
export function isInjective(ctx: Context, a: AnyLayout): Answer {
  if (a.kind === "composed") {
    // A swizzle permutes; what else stands outside is beyond this question.
    return a.outer.kind === "swizzle" && a.inner.kind !== "swizzle" ? isInjective(ctx, a.inner) : "unknown";
  }
  const answers = places(a).map((modes) => injectiveModes(modes));
  if (answers.every((answer) => answer === "yes")) return "yes";
  if (answers.includes("no")) return "no";
  const results = enumerate(ctx, a);
  return results === undefined ? "unknown" : results.distinct === results.count ? "yes" : "no";
}

/** Every index below the cosize is a result. */
export function isSurjective(ctx: Context, a: Layout): Answer {
  const groups = places(a);
  if (groups.length > 1) return "unknown";
  if (less(size(ctx, a), cosize(ctx, a)) === "yes") return "no";
  const sorted = sortModes(groups[0] ?? []);
  if (sorted !== undefined && dense(sorted)) return "yes";
  const results = enumerate(ctx, a);
  const last = cosize(ctx, a);
  if (results === undefined || last.kind !== "num") return "unknown";
  return results.distinct === last.value ? "yes" : "no";
}

/** A permutation of [0, size). */
export function isBijective(ctx: Context, a: Layout): Answer {
  const injective = isInjective(ctx, a);
  const fits = equal(size(ctx, a), cosize(ctx, a));
  if (injective === "no" || fits === "no") return "no";
  return injective === "yes" && fits === "yes" ? "yes" : "unknown";
}

/** The two layouts have the same set of results. */
export function sameImage(ctx: Context, a: Layout, b: Layout): Answer {
  const [x, y] = [canonical(a), canonical(b)];
  if (x !== undefined && y !== undefined && sameModes(x, y)) return "yes";
  if (equal(cosize(ctx, a), cosize(ctx, b)) === "no") return "no";
  const [p, q] = [enumerate(ctx, a), enumerate(ctx, b)];
  if (p === undefined || q === undefined) return "unknown";
  return p.results.size === q.results.size && [...p.results].every((r) => q.results.has(r)) ? "yes" : "no";
}

/** The modes of size other than 1, one list for each place of the codomain; negative strides by their absolute value. */
function places(a: Layout): readonly (readonly Mode[])[] {
  const strides: Stride[] = leavesOf(a.stride);
  const found = new Map<string, Mode[]>();
  for (const [i, shape] of leavesOf(a.shape).entries()) {
    const d = strides[i] ?? ZERO;
    if (shape.kind === "num" && shape.value === 1) continue;
    const key = d.kind === "basis" ? d.path.join("@") : isZero(d) ? "zero" : "";
    const list = found.get(key) ?? [];
    list.push({ shape, stride: abs(d.kind === "basis" ? d.value : d) });
    found.set(key, list);
  }
  return [...found.values()];
}

const isZero = (a: Int): boolean => a.kind === "num" && a.value === 0;

function injectiveModes(modes: readonly Mode[]): Answer {
  if (modes.some((m) => isZero(m.stride) && bounds(m.shape).min > 1)) return "no";
  const sorted = sortModes(modes);
  if (sorted === undefined) return "unknown";
  let reach: Int = ZERO;
  for (const { shape, stride } of sorted) {
    if (less(reach, stride) !== "yes") return "unknown";
    reach = add(reach, mul(sub(shape, ONE), stride));
  }
  return "yes";
}

/** Every stride lies within the reach of the modes before it plus one: no gaps. */
function dense(sorted: readonly Mode[]): boolean {
  let reach: Int = ZERO;
  return sorted.every(({ shape, stride }) => {
    const near = less(add(reach, ONE), stride) === "no";
    reach = add(reach, mul(sub(shape, ONE), stride));
    return near;
  });
}

/** By stride; undefined where the order of two strides is not known. */
function sortModes(modes: readonly Mode[]): readonly Mode[] | undefined {
  const sorted: Mode[] = [];
  for (const mode of modes) {
    let at = 0;
    for (; at < sorted.length; at++) {
      const before = less(mode.stride, sorted[at]!.stride);
      if (before === "unknown" && equal(mode.stride, sorted[at]!.stride) !== "yes") return undefined;
      if (before === "yes") break;
    }
    sorted.splice(at, 0, mode);
  }
  return sorted;
}

/** Sorted modes without stride 0, merged where one continues the other: equal lists have equal images. */
function canonical(a: Layout): readonly Mode[] | undefined {
  const groups = places(a).map((modes) => modes.filter((m) => !isZero(m.stride)));
  const used = groups.filter((modes) => modes.length > 0);
  const sorted =
    used.length > 1 || leavesOf(a.stride).some((d) => d.kind === "basis") ? undefined : sortModes(used[0] ?? []);
  if (sorted === undefined) return undefined;
  const merged: Mode[] = [];
  for (const mode of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && equal(mul(last.shape, last.stride), mode.stride) === "yes") {
      merged[merged.length - 1] = { shape: mul(last.shape, mode.shape), stride: last.stride };
    } else merged.push(mode);
  }
  return merged;
}

const sameModes = (x: readonly Mode[], y: readonly Mode[]): boolean =>
  x.length === y.length &&
  x.every((m, i) => equal(m.shape, y[i]!.shape) === "yes" && equal(m.stride, y[i]!.stride) === "yes");

interface Results {
  readonly results: ReadonlySet<string>;
  readonly distinct: number;
  readonly count: number;
}

/** All results as text, for layouts of numbers that are small enough. */
function enumerate(ctx: Context, a: Layout): Results | undefined {
  const count = size(ctx, a);
  if (count.kind !== "num" || count.value > ENUMERATED) return undefined;
  ctx.step(count.value);
  const results = new Set<string>();
  for (let i = 0; i < count.value; i++) {
    const at = layoutAt(ctx, a, i);
    if (at.kind === "sym") return undefined;
    results.add(at.kind === "num" ? String(at.value) : JSON.stringify(at));
  }
  return { results, distinct: results.size, count: count.value };
}
