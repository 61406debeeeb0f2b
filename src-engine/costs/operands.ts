// What an MMA or copy atom covers: for each operand how many threads and values, whether every element is held, and how often.
import type { CopyAtom, MmaAtom } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { layoutAt, size } from "../algebra/layout/coords.ts";
import { modeOf } from "../algebra/layout/modes.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import type { Layout } from "../algebra/value.ts";
import type { Row } from "./report.ts";

/** (thread, value) pairs that are counted out. */
const most = 1 << 17;

export function operandRows(ctx: Context, atom: MmaAtom): readonly Row[] {
  const [m, n, k] = modesOf(atom.shape).map((mode) => product(mode));
  const [rows, columns, depth] = [m, n, k].map((x) => (x?.kind === "num" ? x.value : 0));
  return [
    operandRow(ctx, "A (M×K)", atom.layoutA, (rows ?? 0) * (depth ?? 0)),
    operandRow(ctx, "B (N×K)", atom.layoutB, (columns ?? 0) * (depth ?? 0)),
    operandRow(ctx, "C (M×N)", atom.layoutC, (rows ?? 0) * (columns ?? 0)),
  ];
}

export function copySideRows(ctx: Context, atom: CopyAtom): readonly Row[] {
  const total = size(ctx, atom.layoutRef);
  const elements = total.kind === "num" ? total.value : 0;
  return [
    operandRow(ctx, "source", atom.layoutSrc, elements),
    operandRow(ctx, "destination", atom.layoutDst, elements),
  ];
}

function operandRow(ctx: Context, name: string, tv: Layout, elements: number): Row {
  const [threads, values] = [0, 1].map((mode) => size(ctx, modeOf(ctx, tv, mode)));
  if (threads?.kind !== "num" || values?.kind !== "num" || threads.value * values.value > most)
    return [name, "too large to count"];
  const [byThread, byValue] = [
    offsets(ctx, modeOf(ctx, tv, 0), threads.value),
    offsets(ctx, modeOf(ctx, tv, 1), values.value),
  ];
  const times = new Map<number, number>();
  for (const t of byThread) for (const v of byValue) times.set(t + v, (times.get(t + v) ?? 0) + 1);
  const held = `${threads.value} threads, ${values.value} values each`;
  return [name, `${held}; ${coverage(times, elements)}`];
}

function coverage(times: ReadonlyMap<number, number>, elements: number): string {
  const inside = [...times.keys()].filter((index) => index >= 0 && index < elements).length;
  const outside = times.size - inside;
  const counts = new Set(times.values());
  const often = counts.size === 1 ? [...counts][0] : undefined;
  const whole = inside === elements ? `all ${elements} elements` : `${inside} of ${elements} elements`;
  const copies = often === 1 ? "once" : often === undefined ? "unequally often" : `by ${often} threads`;
  return `${whole}, each ${copies}${outside > 0 ? `; ${outside} outside` : ""}`;
}

const offsets = (ctx: Context, mode: Layout, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => {
    const offset = layoutAt(ctx, mode, i);
    return offset.kind === "num" ? offset.value : Number.NaN;
  });
