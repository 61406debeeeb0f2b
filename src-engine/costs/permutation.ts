// A layout that uses each offset of an interval once is a permutation: its cycles, order and parity.

export interface Permutation {
  /** By their smallest element; a fixed point is a cycle of one. */
  readonly cycles: readonly (readonly number[])[];
  readonly fixed: number;
  /** How often it is applied until everything is back; the least common multiple of the cycles' lengths. */
  readonly order: number;
  readonly even: boolean;
}

/** Undefined where offsets are shared or left out. */
export function permutation(offsets: readonly number[]): Permutation | undefined {
  const first = offsets.reduce((least, offset) => Math.min(least, offset), Number.POSITIVE_INFINITY);
  const to = offsets.map((offset) => offset - first);
  if (new Set(to).size !== to.length || to.some((offset) => offset >= to.length)) return undefined;
  const seen = new Set<number>();
  const cycles: number[][] = [];
  for (let start = 0; start < to.length; start++) {
    if (seen.has(start)) continue;
    const cycle: number[] = [];
    for (let at = start; !seen.has(at); at = to[at] ?? start) {
      seen.add(at);
      cycle.push(at);
    }
    cycles.push(cycle);
  }
  const swaps = cycles.reduce((sum, cycle) => sum + cycle.length - 1, 0);
  return {
    cycles,
    fixed: cycles.filter((cycle) => cycle.length === 1).length,
    order: cycles.reduce((order, cycle) => lcm(order, cycle.length), 1),
    even: swaps % 2 === 0,
  };
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const lcm = (a: number, b: number): number => (a / gcd(a, b)) * b;
