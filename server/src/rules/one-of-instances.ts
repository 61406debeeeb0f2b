// Quiet problems of one place that several instances have with different numbers: the largest stands for all.
//
// Errors and warnings stay as they are: each instance's numbers may lead to another mistake.
import type { Told } from "./problem.ts";

export function oneOfInstances(problems: readonly Told[]): readonly Told[] {
  const groups = new Map<string, Told[]>();
  for (const problem of problems) {
    const group = groups.get(keyOf(problem));
    if (group === undefined) groups.set(keyOf(problem), [problem]);
    else group.push(problem);
  }
  return [...groups.values()].flatMap((group) => {
    const labels = new Set(group.map(({ message }) => labelOf(message)));
    // Two of one instance are two things.
    return group.length > 1 && labels.size === group.length ? [largest(group)] : group;
  });
}

const isQuiet = ({ severity }: Told): boolean => severity === "hint" || severity === "information";

const keyOf = (problem: Told): string => {
  const { code, severity, place, message } = problem;
  const words = isQuiet(problem) ? bareOf(message).replace(/(?:\ban? )?\d+/g, "0") : message;
  return `${code}|${severity}|${place.fragment}|${place.start}|${place.end}|${words}`;
};

function largest(group: readonly Told[]): Told {
  const most = group.reduce((best, one) => (isLarger(bareOf(one.message), bareOf(best.message)) ? one : best));
  const others = `${group.length - 1} ${group.length === 2 ? "other differs" : "others differ"}`;
  const label = labelOf(most.message);
  const words = label === "" ? others : `${label}; ${others}`;
  return { ...most, message: `${bareOf(most.message)} [${words}]` };
}

/** By the first number in which they differ. */
function isLarger(a: string, b: string): boolean {
  const others = numbersIn(b);
  const [difference = 0] = numbersIn(a).flatMap((number, i) => number - (others[i] ?? 0) || []);
  return difference > 0;
}

const numbersIn = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).map(Number);

/** Where the instance's label begins, behind the sentence; the length where it has none. */
const endOf = (message: string): number => {
  const at = message.endsWith("]") ? message.lastIndexOf(" [") : -1;
  return at < 0 ? message.length : at;
};

const labelOf = (message: string): string => message.slice(endOf(message) + 2, -1);
const bareOf = (message: string): string => message.slice(0, endOf(message));
