// Which tests, benchmarks and examples to evaluate along with a Python file: few of them that between them come by every file
// that imports it, each twice where that can be, because not every way that imports allow is gone; near ones sooner than far ones.

/** What a file of the project imports, among the files that lead to the target. */
export type Imports = (path: string) => readonly string[];

/** The best `most` of the ranked entries by what is not covered yet, then the others in their order. */
export function covering(
  entries: readonly string[],
  direct: ReadonlySet<string>,
  imports: Imports,
  most: number,
): readonly string[] {
  const left = entries.map((path) => ({
    path,
    reaches: [...reached(path, imports)].filter(([one]) => direct.has(one)),
  }));
  const covered = new Map<string, number>();
  const worth = (reaches: readonly Reached[]): number =>
    reaches.reduce((sum, [one, steps]) => sum + Math.max(0, times - (covered.get(one) ?? 0)) / (1 + steps), 0);
  const picked: string[] = [];
  while (picked.length < most && left.length > 0) {
    const scores = left.map((one) => worth(one.reaches) * (isProgram(one.path) ? 2 : 1));
    const [one] = left.splice(scores.indexOf(Math.max(...scores)), 1);
    picked.push(one!.path);
    for (const [file] of one!.reaches) covered.set(file, (covered.get(file) ?? 0) + 1);
  }
  return picked;
}

const times = 2;

/** Programs say with their defaults what a test leaves to its listed cases. */
const isProgram = (path: string): boolean => /(^|\/)(benchmarks?|examples?)\//.test(path);

/** A file, and how many imports away it is. */
type Reached = readonly [string, number];

/** The file and what it leads to. */
function reached(path: string, imports: Imports): ReadonlyMap<string, number> {
  const seen = new Map<string, number>([[path, 0]]);
  for (const [one, steps] of seen) {
    for (const next of imports(one)) if (!seen.has(next)) seen.set(next, steps + 1);
  }
  return seen;
}
