// What is wrong whatever element types are that nobody in sight says: told with each of them, and where one is not possible with the others.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { ItemId, Place } from "../../../src-engine/program/ir.ts";
import type { Problem } from "./problem.ts";

/** A file evaluated with one element type. */
export interface Tried {
  readonly facts: FileFacts;
  readonly problems: readonly Problem[];
}

/** Further problems of a file, of which these are known; the types are tried for as long as there is something to confirm. */
export async function withAnyElement(
  known: readonly Problem[],
  tries: AsyncIterable<FileFacts>,
  find: (facts: FileFacts) => Promise<readonly Problem[]>,
): Promise<readonly Problem[]> {
  let first: Tried | undefined;
  let common: readonly Problem[] = [];
  for await (const facts of tries) {
    const problems = (await find(facts)).filter(({ severity }) => severity === "error" || severity === "warning");
    if (first === undefined) {
      first = { facts, problems };
      common = problems.filter((one) => !known.some((other) => isSame(one, other)));
    } else common = confirmed(common, first, { facts, problems });
    if (common.length === 0) return [];
  }
  return common;
}

/** With the other type they show too, or the code is none for it: less is known there. */
function confirmed(common: readonly Problem[], first: Tried, other: Tried): readonly Problem[] {
  const [before, now] = [unknownsOf(first.facts), unknownsOf(other.facts)];
  return common.flatMap((one) => {
    const again = other.problems.find((each) => isSame(one, each));
    if (again !== undefined) return [again.message === one.message ? one : inGeneral(one)];
    const item = itemAt(first.facts, one.place);
    return item !== undefined && (now.get(item) ?? 0) > (before.get(item) ?? 0) ? [inGeneral(one)] : [];
  });
}

const note = " [with elements of 16 bits; nothing says which they are, and others do not mend it]";

const inGeneral = (one: Problem): Problem =>
  one.message.endsWith(note) ? one : { ...one, message: `${one.message}${note}`, fixes: [] };

const isSame = (one: Problem, other: Problem): boolean =>
  one.code === other.code && one.place.fragment === other.place.fragment && one.place.start === other.place.start;

/** By item how many of its variables have no value in any instance. */
function unknownsOf({ facts }: FileFacts): ReadonlyMap<ItemId, number> {
  const isKnown = new Map<ItemId, Map<string, boolean>>();
  for (const fact of facts) {
    if (fact.kind !== "variable") continue;
    const own = isKnown.get(fact.item) ?? new Map<string, boolean>();
    const key = `${fact.name} ${fact.span.start}`;
    own.set(key, own.get(key) === true || fact.value.kind !== "unknown");
    isKnown.set(fact.item, own);
  }
  return new Map([...isKnown].map(([item, own]) => [item, [...own.values()].filter((known) => !known).length]));
}

/** The innermost item around the place. */
function itemAt({ unit }: FileFacts, { fragment, start }: Place): ItemId | undefined {
  let found: ItemId | undefined;
  let length = Number.POSITIVE_INFINITY;
  for (const [id, place] of unit.places) {
    if (place.fragment !== fragment || place.start > start || start >= place.end) continue;
    if (place.end - place.start >= length) continue;
    [found, length] = [id, place.end - place.start];
  }
  return found;
}
