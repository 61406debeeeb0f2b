// What the values of a statement rest on: library helpers that gave them, branches of an `#if` that nobody decides.

const mostOrigins = 4;

/** Both lists, each text once; only the first few are told. */
export function addedOrigins(before: string[], more: readonly string[]): string[] {
  const fresh = more.filter((one) => !before.includes(one));
  return fresh.length === 0 ? before : [...before, ...fresh].slice(0, mostOrigins);
}
