// Which tests, benchmarks and examples to evaluate along with a Python file: few of them that between them come by every file
// that imports it, each twice where that can be, because not every way that imports allow is gone.

/** What a file of the project imports, among the files that lead to the target. */
export type Imports = (path: string) => readonly string[];

/** The best `most` of the ranked entries by what is not covered yet, then the others in their order. */
export function covering(
  entries: readonly string[],
  direct: ReadonlySet<string>,
  imports: Imports,
  most: number,
): readonly string[] {
  const left = entries.map((path) => ({ path, reaches: [...reached(path, imports)].filter((one) => direct.has(one)) }));
  const covered = new Map<string, number>();
  const worth = (reaches: readonly string[]): number =>
    reaches.reduce((sum, one) => sum + Math.max(0, times - (covered.get(one) ?? 0)), 0);
  const picked: string[] = [];
  while (picked.length < most && left.length > 0) {
    const scores = left.map((one) => worth(one.reaches));
    const [one] = left.splice(scores.indexOf(Math.max(...scores)), 1);
    picked.push(one!.path);
    for (const file of one!.reaches) covered.set(file, (covered.get(file) ?? 0) + 1);
  }
  return picked;
}

const times = 2;

/** The file and what it leads to. */
function reached(path: string, imports: Imports): ReadonlySet<string> {
  const seen = new Set<string>([path]);
  for (const one of seen) for (const next of imports(one)) seen.add(next);
  return seen;
}
