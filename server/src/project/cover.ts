// Which tests, benchmarks and examples to evaluate along with a Python file: few of them that between them come by every file
// that imports it, those more often that use much of it, because not every way that imports allow is gone; near ones sooner.

/** What a file of the project imports, among the files that lead to the target. */
export type Imports = (path: string) => readonly string[];

/**
 * The best `most` of the ranked entries by what is covered least. `direct` says of each file that imports the target how much of
 * it the file uses.
 */
export function covering(
  entries: readonly string[],
  direct: ReadonlyMap<string, number>,
  imports: Imports,
  most: number,
): readonly string[] {
  const left = entries.map((path) => ({
    path,
    program: isProgram(path),
    reaches: [...reached(path, imports)].filter(([one]) => direct.has(one)),
  }));
  // What programs show leaves as much for tests to show, and the other way round.
  const covered = { programs: new Map<string, number>(), tests: new Map<string, number>() };
  const worth = ({ program, reaches }: (typeof left)[number]): number => {
    const times = program ? covered.programs : covered.tests;
    const each = reaches.map(([one, steps]) => (direct.get(one) ?? 0) / (1 + steps) / (1 + (times.get(one) ?? 0)) ** 2);
    return each.reduce((sum, one) => sum + one, 0) * (program ? 2 : 1);
  };
  const picked: string[] = [];
  while (picked.length < most && left.length > 0) {
    const scores = left.map(worth);
    const [one] = left.splice(scores.indexOf(Math.max(...scores)), 1);
    picked.push(one!.path);
    const times = one!.program ? covered.programs : covered.tests;
    for (const [file] of one!.reaches) times.set(file, (times.get(file) ?? 0) + 1);
  }
  return picked;
}

/** Programs say with their defaults what a test leaves to its listed cases. */
const isProgram = (path: string): boolean => /(^|\/)(benchmarks?|examples?)\//.test(path);

/** The file and what it leads to. */
function reached(path: string, imports: Imports): ReadonlyMap<string, number> {
  const seen = new Map<string, number>([[path, 0]]);
  for (const [one, steps] of seen) {
    for (const next of imports(one)) if (!seen.has(next)) seen.set(next, steps + 1);
  }
  return seen;
}
