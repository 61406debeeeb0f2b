// Which tests, benchmarks and examples to evaluate along with a Python file: few of them that between them lead to every name that
// it declares, to each more than once, because not every way that words show is gone; near ones sooner.
import type { Reached } from "./name-reach.ts";

/** The best `most` of the ranked entries by what is covered least. */
export function covering(
  entries: readonly string[],
  reached: ReadonlyMap<string, Reached>,
  most: number,
): readonly string[] {
  const left = entries.map((path) => ({ path, program: isProgram(path), reaches: [...(reached.get(path) ?? [])] }));
  // What programs show leaves as much for tests to show, and the other way round.
  const covered = { programs: new Map<string, number>(), tests: new Map<string, number>() };
  const worth = ({ program, reaches }: (typeof left)[number]): number => {
    const times = program ? covered.programs : covered.tests;
    const each = reaches.map(([name, hops]) => 1 / (1 + hops) / (1 + (times.get(name) ?? 0)) ** 2);
    return each.reduce((sum, one) => sum + one, 0) * (program ? 2 : 1);
  };
  const picked: string[] = [];
  while (picked.length < most && left.length > 0) {
    const scores = left.map(worth);
    const best = Math.max(...scores);
    // What leads nowhere is only better than nothing.
    if (best === 0 && picked.length > 0 && covered.programs.size + covered.tests.size > 0) break;
    const [one] = left.splice(scores.indexOf(best), 1);
    picked.push(one!.path);
    const times = one!.program ? covered.programs : covered.tests;
    for (const [name] of one!.reaches) times.set(name, (times.get(name) ?? 0) + 1);
  }
  return picked;
}

/** Programs say with their defaults what a test leaves to its listed cases. */
const isProgram = (path: string): boolean => /(^|\/)(benchmarks?|examples?)\//.test(path);
