// Conditions of branches: what is known on a path, and which alternatives it rules out.
//
// A condition is a canonical text of a test and whether it holds; a test of the form `subject == number or text` also
// says so, because two different numbers contradict each other. "not all of these" is what the else side of `a && b` knows.
import type { Answer } from "../algebra/context.ts";

export type Condition =
  | {
      readonly kind: "test";
      /** Canonical: equal keys are the same test. */
      readonly key: string;
      readonly holds: boolean;
      /** As the source has it, for display. */
      readonly text: string;
      /** Set for an equality: what is compared, and with which constant. */
      readonly equality?: { readonly subject: string; readonly constant: string };
      /** Of an `if constexpr`: what is below may not even be compiled. */
      readonly static?: true;
    }
  /** At least one of the parts does not hold. */
  | { readonly kind: "not-all"; readonly parts: readonly Condition[]; readonly text: string };

export const negate = (condition: Condition): Condition =>
  condition.kind === "test"
    ? { ...condition, holds: !condition.holds }
    : condition.parts.length === 1
      ? condition.parts[0]!
      : { kind: "not-all", parts: condition.parts, text: condition.text };

/** What the negation of "all of these hold" says. */
export function negateAll(conditions: readonly Condition[]): readonly Condition[] {
  if (conditions.length === 1 && conditions[0]!.kind === "test") return [negate(conditions[0]!)];
  if (conditions.length === 1 && conditions[0]!.kind === "not-all") return conditions[0]!.parts;
  return [{ kind: "not-all", parts: conditions, text: `not (${describe(conditions)})` }];
}

/** Does `condition` hold where all of `known` hold? */
export function holdsUnder(known: readonly Condition[], condition: Condition): Answer {
  if (condition.kind === "not-all") {
    const parts = condition.parts.map((part) => holdsUnder(known, part));
    if (parts.includes("no") || isCovered(known, condition)) return "yes";
    return parts.every((part) => part === "yes") ? "no" : "unknown";
  }
  for (const other of known) {
    const answer = implied(known, other, condition);
    if (answer !== "unknown") return answer;
  }
  return amongChoices(known, condition);
}

/** "In [9, 10, 12]" and "in [8, 12]" leave 12 alone. */
function amongChoices(known: readonly Condition[], asked: Condition & { kind: "test" }): Answer {
  if (asked.equality === undefined) return "unknown";
  const { subject, constant } = asked.equality;
  const lists = known.map((one) => choicesOf(one, subject)).filter((one) => one !== undefined);
  if (lists.length === 0) return "unknown";
  const ruledOut = (choice: string): boolean =>
    known.some((one) => one.kind === "test" && !one.holds && isEquality(one, subject, choice));
  const left = lists.reduce((all, list) => all.filter((one) => list.includes(one))).filter((one) => !ruledOut(one));
  if (!left.includes(constant)) return asked.holds ? "no" : "yes";
  return left.every((one) => one === constant) ? (asked.holds ? "yes" : "no") : "unknown";
}

/** The constants one of which `subject` is, where this condition says so. */
function choicesOf(one: Condition, subject: string): readonly string[] | undefined {
  if (one.kind !== "not-all") return undefined;
  const choices = one.parts.map((part) =>
    part.kind === "test" && !part.holds && part.equality?.subject === subject ? part.equality.constant : undefined,
  );
  return choices.includes(undefined) ? undefined : choices.filter((choice) => choice !== undefined);
}

const isEquality = ({ equality }: Condition & { kind: "test" }, subject: string, constant: string): boolean =>
  equality?.subject === subject && equality.constant === constant;

/** "Not all of a, b, c" with c known says "not all of a, b", and so of everything that holds both. */
function isCovered(known: readonly Condition[], asked: Condition & { kind: "not-all" }): boolean {
  const rest = known.filter((one) => one.kind === "test");
  return known.some((other) => {
    if (other.kind !== "not-all") return false;
    const open = other.parts.filter((part) => holdsUnder(rest, part) !== "yes");
    return open.length > 0 && open.every((part) => asked.parts.some((one) => isSame(one, part)));
  });
}

const isSame = (a: Condition, b: Condition): boolean =>
  a.kind === "test" && b.kind === "test" && a.key === b.key && a.holds === b.holds;

function implied(known: readonly Condition[], other: Condition, asked: Condition & { kind: "test" }): Answer {
  if (other.kind === "not-all") return impliedByNotAll(known, other, asked);
  if (other.key === asked.key) return other.holds === asked.holds ? "yes" : "no";
  const a = other.equality;
  const b = asked.equality;
  if (!a || !b || a.subject !== b.subject || !other.holds || a.constant === b.constant) return "unknown";
  return asked.holds ? "no" : "yes";
}

/** "not (a and b)" with a known says that b does not hold. */
function impliedByNotAll(
  known: readonly Condition[],
  other: Condition & { kind: "not-all" },
  asked: Condition & { kind: "test" },
): Answer {
  // The one part that is left open must be the test that is asked about; most lists do not even have it.
  if (!other.parts.some((part) => part.kind === "test" && part.key === asked.key)) return "unknown";
  const rest = known.filter((one) => one !== other && one.kind === "test");
  const open = other.parts.filter((part) => holdsUnder(rest, part) !== "yes");
  const last = open.length === 1 ? open[0] : undefined;
  if (last?.kind !== "test" || last.key !== asked.key) return "unknown";
  return last.holds === asked.holds ? "no" : "yes";
}

/** Can all of these hold together, as far as can be told? */
export function contradicts(known: readonly Condition[], conditions: readonly Condition[]): boolean {
  if (conditions.some((condition) => holdsUnder(known, condition) === "no")) return true;
  // "In [10, 11]" and "== 9": each part of the one holds under the other.
  const tests = conditions.filter((one) => one.kind === "test");
  return known.some((one) => one.kind === "not-all" && one.parts.every((part) => holdsUnder(tests, part) === "yes"));
}

export const describe = (conditions: readonly Condition[]): string =>
  conditions.map((one) => (one.kind === "not-all" ? one.text : one.holds ? one.text : `not ${one.text}`)).join(" and ");
