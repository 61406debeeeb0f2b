// Does a layout give each coordinate its own offset? Decided for static layouts, by sorted strides or by trying.

import { isConstant } from "../../../src-engine/algebra/int/int.ts";
import { cosize, layoutAt, size } from "../../../src-engine/algebra/layout/coords.ts";
import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Layout, Stride } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { attempt } from "./attempt.ts";

export type Injectivity = "bijective" | "injective" | "aliasing" | "unknown";

const largest = 4096;

export function injectivity(layout: Layout, language: Language): Injectivity {
  const count = attempt(language, (ctx) => size(ctx, layout));
  const reach = attempt(language, (ctx) => cosize(ctx, layout));
  if (count?.kind !== "num" || reach?.kind !== "num") return "unknown";
  const distinct = stepsOver(layout) ? "yes" : tried(layout, language, count.value);
  if (distinct === "unknown") return "unknown";
  if (distinct === "no") return "aliasing";
  return count.value === reach.value ? "bijective" : "injective";
}

/** Sorted by stride, each mode steps over all that the smaller ones reach: enough, not necessary. */
function stepsOver(layout: Layout): boolean {
  const shapes = leavesOf<Int>(layout.shape);
  const modes = leavesOf<Stride>(layout.stride)
    .map((stride, i) => ({ stride, shape: shapes[i] }))
    .filter(({ shape }) => shape !== undefined && !isConstant(shape, 1))
    .map(({ stride, shape }) => [numberOf(stride), numberOf(shape)] as const)
    .sort(([a], [b]) => a - b);
  let reach = 1;
  for (const [stride, shape] of modes) {
    if (Number.isNaN(stride) || stride < reach) return false;
    reach += stride * (shape - 1);
  }
  return true;
}

function numberOf(value: Stride | undefined): number {
  return value?.kind === "num" ? value.value : Number.NaN;
}

function tried(layout: Layout, language: Language, count: number): "yes" | "no" | "unknown" {
  if (count > largest) return "unknown";
  const answer = attempt(language, (ctx) => {
    const seen = new Set<number>();
    for (let i = 0; i < count; i++) {
      const offset = layoutAt(ctx, layout, i);
      if (offset.kind !== "num") return "unknown";
      if (seen.has(offset.value)) return "no";
      seen.add(offset.value);
    }
    return "yes";
  });
  return answer ?? "unknown";
}
