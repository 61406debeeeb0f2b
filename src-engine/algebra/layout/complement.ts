// complement: what a layout leaves free below the cotarget (layout.hpp:1164-1247).
//
// The modes of the filtered layout are taken in order of stride; the gap before each becomes a mode, and what remains
// of the cotarget above the last becomes the rest. `complement(_4:_2, _24)` is `(_2,_3):(_1,_8)`.
import type { Context } from "../context.ts";
import { before } from "../int/ask.ts";
import { div, isConstant, isStatic, mul, ONE } from "../int/int.ts";
import { ceilDivTree, coalesceShape } from "../tuple/int-tuple.ts";
import { isTuple, modesOf } from "../tuple/tree.ts";
import type { AnyLayout, Int, Layout, Shape, Stride, Strides } from "../value.ts";
import { layout } from "../value.ts";
import { coalesce, filter } from "./coalesce.ts";
import { cosize } from "./coords.ts";
import { goesByPlaces } from "./dsl-buckets.ts";
import { complementFree, complementTo } from "./dsl-complement.ts";
import { compactColMajor, makeLayout } from "./make.ts";
import { domainOf } from "./modes.ts";

/** Without a cotarget: up to the cosize of the filtered layout. */
export function complement(ctx: Context, a: AnyLayout, cotarget?: Shape): Layout {
  if (a.kind === "composed") return complement(ctx, domainOf(ctx, a), cotarget ?? cosize(ctx, a));
  if (goesByPlaces(ctx, a)) return cotarget === undefined ? complementFree(ctx, a) : complementTo(ctx, a, cotarget);
  const filtered = filter(ctx, a);
  const target = cotarget ?? cosize(ctx, filtered);
  if (isConstant(filtered.stride, 0)) return makeLayout(coalesceShape(target));
  const shapes: Int[] = [];
  const strides: Int[] = [ONE];
  if (!isTuple(filtered.shape) && isInteger(filtered.stride))
    takeMode(ctx, shapes, strides, filtered.shape, filtered.stride, true);
  else takeModes(ctx, filtered, shapes, strides);
  const top = strides.pop()!;
  const rest = coalesceShape(ceilDivTree(ctx, target, top));
  const free: Shape[] = [...shapes, rest];
  const steps: Strides[] = [...strides, compactColMajor(rest, top)];
  return coalesce(ctx, layout({ kind: "tuple", items: free }, { kind: "tuple", items: steps }));
}

const isInteger = (d: Strides): d is Int => d.kind === "num" || d.kind === "sym";

/** The gap below a mode, and where the mode ends. */
function takeMode(ctx: Context, shapes: Int[], strides: Int[], shape: Int, stride: Int, last: boolean): void {
  const gap = div(stride, strides[strides.length - 1]!);
  if (isConstant(gap, 0)) notInjective(ctx, last, stride);
  shapes.push(gap);
  strides.push(mul(stride, shape));
}

function takeModes(ctx: Context, filtered: Layout, shapes: Int[], strides: Int[]): void {
  const modes = integralModes(ctx, filtered);
  while (modes.length > 0) {
    const [shape, stride] = takeSmallest(ctx, modes);
    takeMode(ctx, shapes, strides, shape, stride, modes.length === 0);
  }
}

function integralModes(ctx: Context, a: Layout): (readonly [Int, Int])[] {
  const strides = modesOf<Stride>(a.stride);
  const modes = modesOf<Int>(a.shape).map((s, i): readonly [Int, Int] => {
    const d = strides[i]!;
    if (s.kind === "tuple" || d.kind === "tuple")
      return ctx.stop({ code: "internal", message: "a filtered layout is flat" });
    if (d.kind === "basis") return ctx.stop({ code: "no-overload", message: "complement of a coordinate layout" });
    return [s, d];
  });
  if (modes.length > 1 && modes.some(([, d]) => !isStatic(d))) {
    ctx.stop({
      code: "dynamic-stride",
      message: "complement needs static strides for more than one mode",
      at: "layout.hpp:1188",
      facts: { layout: a },
    });
  }
  return modes;
}

/** Takes the first mode of smallest stride out of the list. */
function takeSmallest(ctx: Context, modes: (readonly [Int, Int])[]): readonly [Int, Int] {
  let best = 0;
  ctx.step(modes.length);
  for (let i = 1; i < modes.length; i++) {
    const a = modes[best]![1];
    const b = modes[i]![1];
    const first = before(b, a);
    if (first === "unknown") ctx.stop({ code: "unsupported", message: "the order of symbolic strides is not known" });
    if (first === "yes") best = i;
  }
  return modes.splice(best, 1)[0]!;
}

function notInjective(ctx: Context, last: boolean, stride: Int): never {
  return ctx.stop({
    code: "not-injective",
    message: "the layout is not injective: a mode's stride lies inside the reach of the modes before it",
    at: last ? "layout.hpp:1213" : "layout.hpp:1203",
    facts: { stride },
  });
}
