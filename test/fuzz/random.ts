// A generator of numbers that a seed decides: a failure can be run again.

export interface Random {
  /** A number from 0 to 1, 1 excluded. */
  next(): number;
  /** An integer from 0 to `count`, `count` excluded. */
  below(count: number): number;
  pick<T>(from: readonly T[]): T;
}

/** mulberry32 (Tommy Ettinger, public domain). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { next, below, pick: (from) => from[below(from.length)]! };
}
