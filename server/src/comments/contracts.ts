// The contracts of a file: each declared name whose comment says a shape, with its values in every instance.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { FileFacts, VariableFact } from "../../../src-engine/program/facts.ts";
import type { ItemId, Place } from "../../../src-engine/program/ir.ts";
import { remembered } from "../facts/remembered.ts";
import { type Beside, commentsBeside } from "./beside.ts";
import { isAboutNext, isNextLine } from "./next-statement.ts";
import { parseShapeComment, type ShapeComment } from "./shape-comment.ts";

export interface Declaration {
  readonly name: string;
  readonly item: ItemId;
  readonly place: Place;
  readonly role: VariableFact["role"];
  /** Where the initialiser, or else the name, ends. */
  readonly end: number;
  /** The only name of its statement. */
  readonly alone: boolean;
  /** The value in each instance that counts: of a template nobody's only where nobody calls it. */
  readonly values: readonly { readonly instance: string; readonly value: Value }[];
  readonly comment?: Beside;
}

export interface Contract extends Declaration {
  readonly said: ShapeComment;
  /** The group in the comment, as offsets in the fragment. */
  readonly at: Place;
}

export const contractsOf = remembered((declared: readonly Declaration[]): readonly Contract[] =>
  declared.flatMap((declaration) => {
    const { comment, place } = declaration;
    const said = comment === undefined ? undefined : parseShapeComment(comment.text);
    if (comment === undefined || said === undefined) return [];
    const at = { fragment: place.fragment, start: comment.start + said.start, end: comment.start + said.end };
    return [{ ...declaration, said, at }];
  }),
);

/** Every declared name once, with the comment that belongs to it. */
export const declarationsOf = (facts: FileFacts, texts: readonly string[]): readonly Declaration[] =>
  declaredIn(facts)(texts);

const declaredIn = remembered((facts: FileFacts) =>
  remembered((texts: readonly string[]): readonly Declaration[] => declared(facts, texts)),
);

function declared(facts: FileFacts, texts: readonly string[]): readonly Declaration[] {
  const byName = new Map<string, VariableFact[]>();
  const counts = countedInstances(facts);
  for (const fact of facts.facts) {
    if (fact.kind !== "variable" || fact.role === "member" || !counts(fact)) continue;
    const key = keyOf(fact);
    const group = byName.get(key);
    if (group === undefined) byName.set(key, [fact]);
    else group.push(fact);
  }
  const named = [...byName.values()].flatMap((group) => placed(facts, group));
  const all = statements(named, texts);
  return all.flatMap((names, i) => withComments(names, all[i + 1] ?? [], texts, facts.unit.language));
}

/** One name at one place, whatever the instance. */
const keyOf = remembered(({ item, span, name }: VariableFact): string => `${item} ${span.start} ${name}`);

/** A generic instance says nothing where calls bind the parameters. */
function countedInstances(facts: FileFacts): (fact: VariableFact) => boolean {
  const generic = new Set(facts.instances.filter((one) => one.generic).map(({ id }) => id));
  const called = new Set(facts.instances.filter((one) => !one.generic).map(({ item }) => item));
  return ({ instance, item }) => !generic.has(instance) || !called.has(item);
}

/** All facts of one name, and where the name stands. */
interface Named {
  readonly fact: VariableFact;
  readonly all: readonly VariableFact[];
  readonly place: Place;
  readonly base: number;
}

function placed(facts: FileFacts, all: readonly VariableFact[]): readonly Named[] {
  const [fact] = all;
  const at = fact === undefined ? undefined : facts.unit.places.get(fact.item);
  if (fact === undefined || at === undefined) return [];
  const place = { fragment: at.fragment, start: at.start + fact.span.start, end: at.start + fact.span.end };
  return [{ fact, all, place, base: at.start }];
}

/** The names that one statement takes apart, `a, b = f()`, stand together. */
function statements(named: readonly Named[], texts: readonly string[]): readonly (readonly Named[])[] {
  const sorted = [...named].sort((a, b) => a.place.fragment - b.place.fragment || a.place.start - b.place.start);
  const groups: Named[][] = [];
  for (const next of sorted) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && isUnpacked(last, next, texts)) groups.at(-1)?.push(next);
    else groups.push([next]);
  }
  return groups;
}

function isUnpacked(a: Named, b: Named, texts: readonly string[]): boolean {
  if (a.fact.source !== undefined || b.fact.source !== undefined) return false;
  if (a.fact.role !== "variable" || b.fact.role !== "variable" || a.place.fragment !== b.place.fragment) return false;
  const between = texts[a.place.fragment]?.slice(a.place.end, b.place.start) ?? "";
  return /^[\s()[\]]*,(?:[\s,()[\]*]|(?:#|\/\/)[^\n]*\n|\b_\b)*$/.test(between);
}

function withComments(
  names: readonly Named[],
  next: readonly Named[],
  texts: readonly string[],
  language: FileFacts["unit"]["language"],
): readonly Declaration[] {
  const [first] = names;
  const text = first === undefined ? undefined : texts[first.place.fragment];
  if (first === undefined || text === undefined) return [];
  const end = Math.max(...names.map(({ fact, base }) => base + Math.max(fact.source?.end ?? 0, fact.span.end)));
  const declared = { names: names.map(({ place }) => place), end };
  const comments = first.fact.role === "parameter" ? [] : commentsBeside(text, declared, language);
  const all = names.length === 1 || comments.every((one) => one !== undefined && parseShapeComment(one.text));
  const behind = isNextLine(text.slice(end, Math.max(end, next[0]?.place.start ?? 0))) ? next : [];
  return names.map((named, i) => {
    const { fact, all: facts, place, base } = named;
    const beside = all && !isOfNext(named, comments[i], behind) ? comments[i] : undefined;
    const comment = fact.role === "parameter" ? parameterComment(fact, base) : beside;
    return {
      name: fact.name,
      item: fact.item,
      place,
      role: fact.role,
      end,
      alone: names.length === 1,
      values: facts.map(({ instance, value }) => ({ instance, value })),
      ...(comment === undefined ? {} : { comment }),
    };
  });
}

/** A comment above that fits what the next line declares, and not the name under it. */
function isOfNext({ all, place }: Named, comment: Beside | undefined, next: readonly Named[]): boolean {
  if (comment === undefined || comment.end > place.start) return false;
  const said = parseShapeComment(comment.text);
  const values = (facts: readonly VariableFact[]): readonly Value[] => facts.map(({ value }) => value);
  return (
    said !== undefined &&
    isAboutNext(
      said.shape,
      values(all),
      next.map((one) => values(one.all)),
    )
  );
}

function parameterComment({ note }: VariableFact, start: number): Beside | undefined {
  return note === undefined
    ? undefined
    : { text: note.text, start: start + note.span.start, end: start + note.span.end };
}
