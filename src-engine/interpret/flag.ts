// Truth values that are not known: True under what a test says where it holds, False under what it says where it does not.
//
// `use_2cta = a and b and c` is such a flag. Wherever it goes, testing it says the same conditions again, so that two tests of
// one flag never seem to come out differently. A conjunction has a name of its own beside its parts: "not all" alone says little.
import type { Answer } from "../algebra/context.ts";
import { pythonTruth } from "../algebra/int/int.ts";
import type { Value } from "../algebra/value.ts";
import { type Condition, contradicts, describe, negate, negateAll, withoutLong } from "../program/condition.ts";
import type { Option } from "../program/values.ts";
import { hash } from "./instance.ts";

/** What a test says where it holds and where it does not: each side the contrary of the other. */
export interface Sides {
  readonly whenTrue: readonly Condition[];
  readonly whenFalse: readonly Condition[];
}

/** Beyond so many parts the name alone stands for them. */
const mostParts = 6;

export function flagOf(sides: Sides, text: string): Value {
  const { whenTrue, whenFalse } = isOneTest(sides) ? sides : named(sides, text);
  return { kind: "alternatives", options: [option(whenTrue, 1), option(whenFalse, 0)] };
}

/** Two options, one true and one false, that exclude each other by their first condition. */
export function sidesOfFlag(options: readonly Option[]): Sides | undefined {
  const [a, b] = options;
  if (a === undefined || b === undefined || options.length !== 2) return undefined;
  const [first] = a.under;
  const [second] = b.under;
  if (first?.kind !== "test" || second?.kind !== "test") return undefined;
  if (first.key !== second.key || first.holds === second.holds) return undefined;
  return { whenTrue: a.under, whenFalse: b.under };
}

const isOneTest = ({ whenTrue, whenFalse }: Sides): boolean =>
  whenTrue.length === 1 && whenFalse.length === 1 && whenTrue[0]!.kind === "test" && whenFalse[0]!.kind === "test";

function named({ whenTrue, whenFalse }: Sides, text: string): Sides {
  const [known, key] = whenTrue.every((one) => one.kind === "test") ? [whenTrue, "all"] : [whenFalse, "none"];
  const name: Condition = { kind: "test", key: `${key} ${hash(keysOf(known))}`, holds: true, text };
  const few = (parts: readonly Condition[]): readonly Condition[] => (parts.length > mostParts ? [] : parts);
  return { whenTrue: [name, ...few(whenTrue)], whenFalse: [negate(name), ...few(whenFalse)] };
}

const keysOf = (conditions: readonly Condition[]): string =>
  conditions
    .map((one) => (one.kind === "test" ? `${one.holds ? "" : "!"}${one.key}` : `(${keysOf(one.parts)})`))
    .sort()
    .join(" ");

const option = (under: readonly Condition[], value: number): Option => ({
  when: describe(under),
  under,
  value: pythonTruth(value === 1),
});

/** Nothing but False and True. */
export const isTruthValue = (value: Value): boolean =>
  value.kind === "num"
    ? value.value === 0 || value.value === 1
    : value.kind === "alternatives" && value.options.every((one) => isTruthValue(one.value));

/** What the options say besides where the value is true, or is not: the only one that can be it, and those that cannot. */
export function saidBy(
  options: readonly Option[],
  truths: readonly Answer[],
  side: "yes" | "no",
): readonly Condition[] {
  const contrary = side === "yes" ? "no" : "yes";
  const possible = options.filter((_, i) => truths[i] !== contrary);
  const only = possible.length === 1 ? possible[0]!.under : [];
  return withoutLong([...only, ...ruledOut(options, (i) => truths[i] === contrary)]);
}

/** What does not hold where no such option is the value: the conditions of each, where those of no other go with them. */
function ruledOut(options: readonly Option[], isSuch: (index: number) => boolean): readonly Condition[] {
  const others = options.filter((_, i) => !isSuch(i));
  return options
    .filter((_, i) => isSuch(i))
    .filter(({ under }) => under.length > 0 && others.every((other) => contradicts(under, other.under)))
    .flatMap(({ under }) => negateAll(under));
}
