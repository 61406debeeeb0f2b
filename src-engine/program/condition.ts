// Conditions of branches: what is known on a path, and which alternatives it rules out.
//
// A condition is a canonical text of a test and whether it holds; a test of the form `subject == number or text` also
// says so, because two different numbers contradict each other. "not all of these" is what the else side of `a && b` knows.
import type { Answer } from "../algebra/context.ts";
import type { DType } from "../algebra/value.ts";
import { type Bound, contains, follows, type HalfLine } from "./bound.ts";
import { type Linear, type Range, rangeOf, rangeOfPart, rangeOfSum, within } from "./linear.ts";

export type Condition =
  | {
      readonly kind: "test";
      /** Canonical: equal keys are the same test. */
      readonly key: string;
      readonly holds: boolean;
      /** As the source has it, for display. */
      readonly text: string;
      /** Where it does not hold, if that has words of its own: `x >= 9` of `x < 9`. */
      readonly otherwise?: string;
      /** Set for an equality: what is compared, and with which constant. */
      readonly equality?: { readonly subject: string; readonly constant: string; readonly type?: DType };
      /** Set for a comparison with a number. */
      readonly bound?: Bound;
      /** Set where what is compared with a number is a sum of several, or a multiple. */
      readonly linear?: Linear;
      /** Only the run can tell, so that both sides are compiled: every C++ `if`, a DSL `if` of a traced number. */
      readonly ofRun?: true;
      /** Which device it is decides: what is on either side is compiled for some device. */
      readonly ofDevice?: true;
      /** Of an `if constexpr` or of template arguments alone: the compiler decides it, and what is below may not even be compiled. */
      readonly static?: true;
      readonly byExit?: true;
    }
  /** At least one of the parts does not hold. */
  | {
      readonly kind: "not-all";
      readonly parts: readonly Condition[];
      readonly text: string;
      /** Known since the other side has returned: what follows is compiled all the same where it does not hold. */
      readonly byExit?: true;
    };

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

/** "Not all" of what is itself "not all" may grow twofold with each round of a loop. */
const mostTests = 40;
const tests = new WeakMap<Condition, number>();

/** How many tests stand in a condition, in whatever depth. */
function testsIn(one: Condition): number {
  if (one.kind === "test") return 1;
  const known = tests.get(one) ?? one.parts.reduce((sum, part) => sum + testsIn(part), 0);
  tests.set(one, known);
  return known;
}

/** Of what is known besides, what is not too long to be asked. */
export const withoutLong = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter((one) => testsIn(one) <= mostTests);

const mostChoices = 8;

/** Where these hold or those: what both say, and one of the two tests in which they differ, `== 10` or `== 11`. */
export function either(a: readonly Condition[], b: readonly Condition[]): readonly Condition[] {
  const common = a.filter((one) => b.includes(one));
  const [left, right] = [a, b].map((list) => list.filter((one) => !common.includes(one)));
  const parts = [left, right].map((list) => (list?.length === 1 ? choices(list[0]!) : undefined));
  if (parts.includes(undefined)) return common;
  const all = parts
    .flatMap((part) => part ?? [])
    .filter((one, i, list) => list.findIndex((other) => isSame(one, other)) === i);
  if (all.length > mostChoices) return common;
  return [...common, { kind: "not-all", parts: all.map(negate), text: all.map((one) => describe([one])).join(" or ") }];
}

/** The tests one of which holds: a test by itself, or those of a disjunction. */
const choices = (one: Condition): readonly Condition[] | undefined =>
  one.kind === "test" ? [one] : one.parts.every((part) => part.kind === "test") ? one.parts.map(negate) : undefined;

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
  const among = amongChoices(known, condition);
  return among === "unknown" ? bySums(known, condition) : among;
}

/** "In [9, 10, 12]" and "in [8, 12]" leave 12 alone; "< 12" leaves none of [12]. */
function amongChoices(known: readonly Condition[], asked: Test): Answer {
  const subject = asked.equality?.subject ?? asked.bound?.subject;
  if (subject === undefined) return "unknown";
  const lists = known.map((one) => choicesOf(one, subject)).filter((one) => one !== undefined);
  if (lists.length === 0) return "unknown";
  const ruledOut = (choice: string): boolean =>
    known.some((one) => one.kind === "test" && isForChoice(one, subject, choice) === false);
  const left = lists.reduce((all, list) => all.filter((one) => list.includes(one))).filter((one) => !ruledOut(one));
  const answers = left.map((choice) => isForChoice(asked, subject, choice));
  if (answers.every((one) => one === false)) return "no";
  return answers.every((one) => one === true) ? "yes" : "unknown";
}

/** `10*a + b >= 90` says of a and b what it can, and they of it. */
function bySums(known: readonly Condition[], asked: Test): Answer {
  const subject = asked.equality?.subject ?? asked.bound?.subject;
  if (subject === undefined) return "unknown";
  // Asked of every test of every path: most say nothing of a sum.
  const isOfSum = known.some((one) => sumsOf(one).some((sum) => isPart(sum, subject)));
  if (!isOfSum && (asked.linear === undefined || !known.some((one) => isOfPart(one, asked.linear!)))) return "unknown";
  const sums = known.flatMap(sumsOf);
  const plain = (name: string): Range => known.reduce((range, one) => within(range, rangeIn(one, name)), anyNumber);
  const narrowed = (name: string, of: (name: string) => Range): Range =>
    sums.reduce((range, sum) => within(range, rangeOfPart(sum, name, plain(sum.subject), of)), plain(name));
  const parts = (name: string): Range => narrowed(name, plain);
  const own = narrowed(subject, parts);
  const range = asked.linear === undefined ? own : within(own, rangeOfSum(asked.linear, parts));
  return holdsIn(range, asked);
}

const isPart = (sum: Linear, subject: string): boolean => sum.parts.some((part) => part.subject === subject);

/** Is a condition about a part of the sum? */
const isOfPart = (one: Condition, sum: Linear): boolean =>
  one.kind === "test"
    ? isPart(sum, one.equality?.subject ?? one.bound?.subject ?? "")
    : one.parts.some((part) => isOfPart(part, sum));

const none: readonly Linear[] = [];
const sumsInLists = new WeakMap<Condition, readonly Linear[]>();

/** The sums that a condition compares. */
function sumsOf(one: Condition): readonly Linear[] {
  if (one.kind === "test") return one.linear === undefined ? none : [one.linear];
  const before = sumsInLists.get(one);
  if (before !== undefined) return before;
  const found = one.parts.flatMap(sumsOf);
  sumsInLists.set(one, found.length === 0 ? none : found);
  return found;
}

const anyNumber: Range = { min: -Infinity, max: Infinity };

/** What a condition says of a number. */
function rangeIn(one: Condition, subject: string): Range {
  if (one.kind === "not-all") {
    const numbers = choicesOf(one, subject)?.map(numberOf) ?? [undefined];
    if (numbers.length === 0 || numbers.includes(undefined)) return anyNumber;
    const all = numbers.filter((each) => each !== undefined);
    return { min: Math.min(...all), max: Math.max(...all) };
  }
  const line = lineOf(one);
  if (line?.bound.subject === subject) return rangeOf(line);
  const number = one.equality?.subject === subject && one.holds ? numberOf(one.equality.constant) : undefined;
  return number === undefined ? anyNumber : { min: number, max: number };
}

function holdsIn({ min, max }: Range, asked: Test): Answer {
  if (min > max) return "unknown";
  const number = asked.equality === undefined ? undefined : numberOf(asked.equality.constant);
  if (number !== undefined) {
    if (number < min || number > max) return asked.holds ? "no" : "yes";
    return min === max ? (asked.holds ? "yes" : "no") : "unknown";
  }
  const line = lineOf(asked);
  if (line === undefined) return "unknown";
  const wanted = rangeOf(line);
  if (min >= wanted.min && max <= wanted.max) return "yes";
  return max < wanted.min || min > wanted.max ? "no" : "unknown";
}

/** Does a test hold where the subject is this constant? Undefined for a test of something else. */
function isForChoice(one: Test, subject: string, choice: string): boolean | undefined {
  if (one.equality?.subject === subject) return (one.equality.constant === choice) === one.holds;
  const line = lineOf(one);
  const number = numberOf(choice);
  return line?.bound.subject === subject && number !== undefined ? contains(line, number) : undefined;
}

type Test = Condition & { readonly kind: "test" };

const lineOf = ({ bound, holds }: Test): HalfLine | undefined => (bound === undefined ? undefined : { bound, holds });

/** `n9` is a number. */
const numberOf = (constant: string): number | undefined =>
  /^n-?[\d.]+$/.test(constant) ? Number(constant.slice(1)) : undefined;

/** The constants one of which `subject` is, where this condition says so. */
function choicesOf(one: Condition, subject: string): readonly string[] | undefined {
  if (one.kind !== "not-all") return undefined;
  const choices = one.parts.map((part) =>
    part.kind === "test" && !part.holds && part.equality?.subject === subject ? part.equality.constant : undefined,
  );
  return choices.includes(undefined) ? undefined : choices.filter((choice) => choice !== undefined);
}

/** "Not all of a, b, c" with c known says "not all of a, b", and so of everything that holds both. */
function isCovered(known: readonly Condition[], asked: Condition & { kind: "not-all" }): boolean {
  const rest = known.filter((one) => one.kind === "test");
  return known.some((other) => {
    if (other.kind !== "not-all") return false;
    const open = other.parts.filter((part) => holdsUnder(rest, part) !== "yes");
    return open.length > 0 && open.every((part) => asked.parts.some((one) => isSame(one, part)));
  });
}

/** One object, or one test with one outcome. */
export const isSame = (a: Condition, b: Condition): boolean =>
  a === b || (a.kind === "test" && b.kind === "test" && a.key === b.key && a.holds === b.holds);

function implied(known: readonly Condition[], other: Condition, asked: Test): Answer {
  if (other.kind === "not-all") return impliedByNotAll(known, other, asked);
  if (other.key === asked.key) return other.holds === asked.holds ? "yes" : "no";
  const [a, b] = [other.equality, asked.equality];
  if (a !== undefined && other.holds) {
    const isSo = isForChoice(asked, a.subject, a.constant);
    return isSo === undefined ? "unknown" : isSo ? "yes" : "no";
  }
  const [line, wanted] = [lineOf(other), lineOf(asked)];
  if (line === undefined) return "unknown";
  if (wanted !== undefined) return follows(line, wanted);
  // "< 9" rules "== 10" out.
  const number = b?.subject === line.bound.subject ? numberOf(b.constant) : undefined;
  return number === undefined || contains(line, number) ? "unknown" : asked.holds ? "no" : "yes";
}

/** "not (a and b)" with a known says that b does not hold. */
function impliedByNotAll(known: readonly Condition[], other: Condition & { kind: "not-all" }, asked: Test): Answer {
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
  if (known.length === 0 || conditions.length === 0) return false;
  if (known.length <= few) return isAgainst(known, conditions, conditions);
  const table = tableOf(known);
  // Most of what an alternative is under is what led here.
  const more = conditions.filter((one) => !isListed(table, one));
  const told = more.length === 0 ? [] : concerning(table, more);
  return told.length > 0 && isAgainst(told, more, conditions);
}

function isAgainst(told: readonly Condition[], more: readonly Condition[], all: readonly Condition[]): boolean {
  if (more.some((condition) => holdsUnder(told, condition) === "no")) return true;
  // "In [10, 11]" and "== 9": each part of the one holds under the other.
  const lists = told.filter((one) => one.kind === "not-all");
  if (lists.length === 0) return false;
  const tests = all.filter((one) => one.kind === "test");
  return lists.some((one) => one.parts.every((part) => holdsUnder(tests, part) === "yes"));
}

/** Fewer are asked as they are. */
const few = 8;

/** A list of conditions as it was when it was looked at, with the positions of those that are about a name, in order. */
interface Table {
  readonly list: readonly Condition[];
  readonly about: ReadonlyMap<string, readonly number[]>;
}

/** A path grows and shrinks: a table is that of its list only while both hold the same. */
const tables = new WeakMap<readonly Condition[], Table>();

function tableOf(known: readonly Condition[]): Table {
  const before = tables.get(known);
  if (before?.list.length === known.length && known.every((one, i) => one === before.list[i])) return before;
  const about = new Map<string, number[]>();
  for (const [i, one] of known.entries())
    for (const name of namesOf(one)) {
      const places = about.get(name);
      if (places === undefined) about.set(name, [i]);
      else if (places.at(-1) !== i) places.push(i);
    }
  const table: Table = { list: [...known], about };
  tables.set(known, table);
  return table;
}

const isListed = ({ list, about }: Table, asked: Condition): boolean =>
  asked.kind === "test" ? (about.get(asked.key)?.some((i) => isSame(list[i]!, asked)) ?? false) : list.includes(asked);

/** Those of the list that can say something about these: a path has many that are about something else, and mostly all. */
function concerning({ list, about }: Table, asked: readonly Condition[]): readonly Condition[] {
  if (!asked.some((one) => namesOf(one).some((name) => about.has(name)))) return [];
  const names = new Set(asked.flatMap(namesOf));
  const at = new Set<number>();
  for (const name of names) for (const i of about.get(name) ?? []) if (list[i]!.kind === "not-all") at.add(i);
  // What a list leaves open depends on what is known of its other parts.
  for (const i of at) for (const name of namesOf(list[i]!)) names.add(name);
  for (const name of names) for (const i of about.get(name) ?? []) if (list[i]!.kind === "test") at.add(i);
  return [...at].sort((a, b) => a - b).map((i) => list[i]!);
}

/** Asked of the same conditions again and again. */
const names = new WeakMap<Condition, readonly string[]>();

/** What a condition is about: its test and what that compares. */
function namesOf(one: Condition): readonly string[] {
  const before = names.get(one);
  if (before !== undefined) return before;
  const found = one.kind === "not-all" ? one.parts.flatMap(namesOf) : namesOfTest(one);
  names.set(one, found);
  return found;
}

const namesOfTest = ({ key, equality, bound, linear }: Test): readonly string[] => [
  key,
  ...(equality === undefined ? [] : [equality.subject]),
  ...(bound === undefined ? [] : [bound.subject]),
  ...(linear === undefined ? [] : linear.parts.map((one) => one.subject)),
];

export const describe = (conditions: readonly Condition[]): string =>
  conditions
    .map((one) => (one.kind === "not-all" ? one.text : one.holds ? one.text : (one.otherwise ?? `not ${one.text}`)))
    .join(" and ");
