// What an operation leaves: the complement of a divide's tiler counts the tiles; the complement of a composition's result
// says where copies of it would have to stand to cover all of A.
import type { Context } from "../algebra/context.ts";
import { size } from "../algebra/layout/coords.ts";
import { layoutModes } from "../algebra/layout/modes.ts";
import type { AnyLayout, Int, Layout } from "../algebra/value.ts";
import { attempt } from "../calculator/context.ts";
import { ops } from "../calculator/ops/table.ts";
import { positionsOf } from "./operation-accent.ts";

export interface Rest {
  readonly layout: Layout;
  /** How many tiles are before the next one of this mode. */
  readonly tiles: number;
}

/** The complement of each mode of a tiler in that mode of A; of a single layout in all of A. None where one has none. */
export function complementsOf(ctx: Context, a: AnyLayout, modes: readonly Layout[]): readonly Rest[] {
  const parts: readonly AnyLayout[] = modes.length === 1 || a.kind !== "layout" ? [a] : layoutModes(a);
  const rests: Rest[] = [];
  let tiles = 1;
  for (const [m, mode] of modes.entries()) {
    const part = parts[m];
    const room = part === undefined ? undefined : size(ctx, part);
    const layout = room === undefined ? undefined : complement(ctx, mode, room);
    const count = layout === undefined ? undefined : size(ctx, layout);
    if (layout === undefined || room?.kind !== "num" || count?.kind !== "num") return [];
    rests.push({ layout, tiles });
    tiles *= count.value;
  }
  return rests;
}

export interface Copies {
  readonly complement: Layout;
  /** The copy of the result that an offset of A belongs to. */
  readonly copyAt: (offset: number) => number | undefined;
}

/** Undefined where the result has no complement in A, or where numbers are missing. */
export function copiesOf(ctx: Context, a: AnyLayout, result: AnyLayout): Copies | undefined {
  if (result.kind !== "layout") return undefined;
  const rest = complement(ctx, result, size(ctx, a));
  if (rest === undefined) return undefined;
  const copyOf = new Map<number, number>();
  const own = positionsOf(ctx, result);
  for (const [copy, start] of positionsOf(ctx, rest).entries())
    for (const offset of own) if (!copyOf.has(start + offset)) copyOf.set(start + offset, copy);
  return { complement: rest, copyAt: (offset) => copyOf.get(offset) };
}

function complement(ctx: Context, layout: Layout, room: Int): Layout | undefined {
  const found = attempt(() => ops.get("complement")?.run(ctx, [layout, room]));
  return "value" in found && found.value?.kind === "layout" ? found.value : undefined;
}
