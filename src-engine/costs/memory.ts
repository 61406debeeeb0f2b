// What a layout touches in memory: its footprint, the gaps in it, and offsets that several elements share.

export interface Footprint {
  readonly first: number;
  readonly last: number;
  /** From the first to the last offset. */
  readonly span: number;
  /** Different offsets. */
  readonly unique: number;
  /** Offsets inside the span that nothing uses. */
  readonly holes: number;
  /** Elements for each offset used; 1 without aliasing. */
  readonly reuse: number;
  /** How many elements the most shared offset has. */
  readonly mostShared: number;
  /** Offsets that more than one element has. */
  readonly shared: number;
  /** Unbroken runs of offsets, and the longest gap between two. */
  readonly runs: number;
  readonly longestGap: number;
}

export function footprint(offsets: readonly number[]): Footprint {
  const ways = new Map<number, number>();
  for (const offset of offsets) ways.set(offset, (ways.get(offset) ?? 0) + 1);
  const used = [...ways.keys()].sort((a, b) => a - b);
  const gaps = used.slice(1).map((offset, i) => offset - (used[i] ?? 0) - 1);
  const [first, last] = [used[0] ?? 0, used.at(-1) ?? 0];
  const shared = [...ways.values()].filter((n) => n > 1);
  const span = used.length === 0 ? 0 : last - first + 1;
  return {
    first,
    last,
    span,
    unique: used.length,
    holes: span - used.length,
    reuse: used.length === 0 ? 0 : offsets.length / used.length,
    mostShared: Math.max(0, ...new Set(ways.values())),
    shared: shared.length,
    runs: used.length === 0 ? 0 : gaps.filter((gap) => gap > 0).length + 1,
    longestGap: gaps.reduce((most, gap) => Math.max(most, gap), 0),
  };
}

/** How many elements from the first on follow each other in memory. */
export function contiguity(offsets: readonly number[]): number {
  let run = Math.min(1, offsets.length);
  while (run < offsets.length && offsets[run] === (offsets[0] ?? 0) + run) run++;
  return run;
}
