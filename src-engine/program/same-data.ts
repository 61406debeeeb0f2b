// Plain data that is equal, places and all. A stack, because expressions nest deeply.

export function isSameData(before: unknown, after: unknown): boolean {
  const stack: [unknown, unknown][] = [[before, after]];
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    for (const name of names) {
      if (!(name in b)) return false;
      // The border to plain data: both are records.
      stack.push([(a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]]);
    }
  }
  return true;
}

/** The same things in the same order. */
export const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);
