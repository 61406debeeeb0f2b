// What values that are tried bring besides the picture: problems that come and go, and budgets that change.
import { sharedMemoryLenses } from "../features/shared-memory.ts";
import type { EffectsJson } from "../protocol/what-if.ts";
import type { Problem } from "../rules/problem.ts";
import type { Analysis } from "./analysis.ts";

/** More problems than these are counted. */
const most = 4;

export async function effectsOf(before: Analysis, after: Analysis): Promise<EffectsJson> {
  const [was = [], would = []] = await Promise.all([before.problems(), after.problems()]);
  return effects(before, after, byRule(was), byRule(would));
}

function effects(before: Analysis, after: Analysis, was: ByRule, would: ByRule): EffectsJson {
  const fresh = surplus(would, was);
  const budgets = (analysis: Analysis) =>
    sharedMemoryLenses(analysis.index(), analysis.settings.arch).map(({ text }) => text);
  const known = new Set(budgets(before));
  const told = fresh.slice(0, most).map(({ code, message }) => `${code}: ${message}`);
  return {
    problems: fresh.length > most ? [...told, `${fresh.length - most} further problems`] : told,
    mended: surplus(was, would).length,
    budgets: budgets(after).filter((text) => !known.has(text)),
  };
}

/** Where the shown value is lost, fewer problems are no gain: rules are silent about what is not known. */
export const losingValue = ({ problems, budgets }: EffectsJson): EffectsJson => ({
  problems: problems.length > 0 ? problems : ["no value: with these numbers it is not known"],
  mended: 0,
  budgets,
});

type ByRule = ReadonlyMap<string, readonly Problem[]>;

/** A problem whose numbers are others is the same problem. */
function byRule(problems: readonly Problem[]): ByRule {
  const found = new Map<string, Problem[]>();
  for (const problem of problems.filter(({ severity }) => severity !== "hint"))
    found.set(problem.code, [...(found.get(problem.code) ?? []), problem]);
  return found;
}

/** Those of one side beyond as many of the same rule on the other. */
const surplus = (some: ByRule, others: ByRule): readonly Problem[] =>
  [...some].flatMap(([code, problems]) => problems.slice(others.get(code)?.length ?? 0));
