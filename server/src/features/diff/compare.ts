// What an edit of a kernel changed: layouts, atoms and descriptors by function and instance, costs, shared memory, problems.
//
// Two versions of one file, each evaluated by itself. An instance is found again by its function and callers without their lines, a
// variable by its name and how many of that name came before.
import type { Value } from "../../../../src-engine/algebra/value.ts";
import type { Fact, FileFacts, Instance, VariableFact } from "../../../../src-engine/program/facts.ts";
import type { Place } from "../../../../src-engine/program/ir.ts";
import { costList, elsewhereText } from "../../costs/list.ts";
import { costWords } from "../../costs/words.ts";
import { indexFacts } from "../../facts/fact-index.ts";
import type { Problem } from "../../rules/problem.ts";
import { kernelCosts } from "../costs/kernel.ts";
import { kernelWords } from "../costs/kernel-words.ts";
import { oneLine } from "../one-line.ts";

/** A fragment and the offset in it. */
export type At = Pick<Place, "fragment" | "start">;

export interface Version {
  readonly facts: FileFacts;
  /** Of each fragment. */
  readonly texts: readonly string[];
  readonly problems: readonly Problem[];
}

/** One thing said before and after; absent on the side that does not have it. */
export interface Change {
  readonly function: string;
  /** The instances that show it, by the version after. */
  readonly instances: readonly string[];
  readonly name: string;
  /** In the version after; in the one before where it is gone. */
  readonly at: At;
  readonly before?: string;
  readonly after?: string;
  /** What pictures of a variable are drawn from. */
  readonly drawn?: { readonly before: Value | undefined; readonly after: Value | undefined };
}

export interface FileDiff {
  /** Variables on both sides whose values differ. */
  readonly values: readonly Change[];
  /** Those that were known and are not, with the reason. */
  readonly unknown: readonly Change[];
  /** Names on one side only. */
  readonly appeared: number;
  readonly vanished: number;
  readonly costs: readonly Change[];
  readonly kernels: readonly Change[];
  readonly problems: { readonly new: readonly ProblemLine[]; readonly gone: readonly ProblemLine[] };
}

export type ProblemLine = Pick<Problem, "code" | "severity" | "message" | "place">;

export function compareVersions(before: Version | undefined, after: Version | undefined): FileDiff {
  const variables = paired(variablesOf(before), variablesOf(after));
  const both = variables.filter(({ before, after }) => before !== undefined && after !== undefined);
  const changed = merged(both.filter(({ before, after }) => before !== after));
  const isLost = ({ before, after }: Change): boolean => isUnknown(after) && !isUnknown(before);
  return {
    values: changed.filter((one) => !isLost(one)),
    unknown: changed.filter(isLost),
    appeared: merged(variables.filter(({ before }) => before === undefined)).length,
    vanished: merged(variables.filter(({ after }) => after === undefined)).length,
    costs: merged(differing(paired(costsOf(before), costsOf(after)))),
    kernels: merged(differing(paired(kernelsOf(before), kernelsOf(after)))),
    problems: problemsBetween(before, after),
  };
}

/** Does the comparison say anything? */
export const isEqual = ({ values, unknown, costs, kernels, problems }: FileDiff): boolean =>
  [values, unknown, costs, kernels, problems.new, problems.gone].every((all) => all.length === 0);

const isUnknown = (text: string | undefined): boolean => /\bunknown\b/.test(text ?? "");

const differing = (all: readonly Change[]): readonly Change[] => all.filter(({ before, after }) => before !== after);

// ---- what is said of one version -------------------------------------------------------------------------------------

/** One thing that a version says, under a key that its other version has as well. */
interface Said {
  readonly key: string;
  readonly function: string;
  readonly instance: string;
  readonly name: string;
  readonly at: At;
  readonly text: string;
  readonly value?: Value;
}

function variablesOf(version: Version | undefined): readonly Said[] {
  if (version === undefined) return [];
  const { facts } = version;
  const { language } = facts.unit;
  const keys = instanceKeys(facts.instances);
  const variables = facts.facts
    .filter((one) => one.kind === "variable")
    .map((fact) => ({ fact, at: placeOf(facts, fact) }))
    .sort((a, b) => a.at.fragment - b.at.fragment || a.at.start - b.at.start);
  return numbered(
    variables.flatMap(({ fact, at }): readonly Said[] => {
      const instance = keys.get(fact.instance);
      const key = `${instance?.key}|${fact.name}`;
      return instance === undefined
        ? []
        : [{ ...instance, key, name: fact.name, at, text: textOf(fact, language), value: fact.value }];
    }),
  );
}

function placeOf({ unit }: FileFacts, { item, span }: Pick<Fact, "item" | "span">): At {
  const place = unit.places.get(item);
  return { fragment: place?.fragment ?? 0, start: (place?.start ?? 0) + span.start };
}

const textOf = ({ value, why }: VariableFact, language: FileFacts["unit"]["language"]): string =>
  value.kind === "unknown" ? `unknown: ${why ?? value.why}` : oneLine(value, language).replaceAll("(PTR)", "");

type Key = Pick<Said, "key" | "function" | "instance">;

/** By id. Lines of calls move with every edit: they are no part of a key. */
function instanceKeys(instances: readonly Instance[]): ReadonlyMap<string, Key> {
  const keyed = instances.map(({ id, function: name, label }) => ({
    id,
    key: `${name}|${label.replace(/:\d+/g, "")}`,
    function: name,
    instance: label,
  }));
  return new Map(numbered(keyed).map(({ id, ...key }) => [id, key]));
}

/** Equal keys are told apart by their order. */
function numbered<T extends { readonly key: string }>(all: readonly T[]): readonly T[] {
  const counts = new Map<string, number>();
  return all.map((one) => {
    const count = (counts.get(one.key) ?? 0) + 1;
    counts.set(one.key, count);
    return { ...one, key: `${one.key}#${count}` };
  });
}

function costsOf(version: Version | undefined): readonly Said[] {
  if (version === undefined) return [];
  const index = indexFacts(version.facts, version.texts);
  const keys = instanceKeys(version.facts.instances);
  return numbered(
    costList(index).flatMap((one): readonly Said[] => {
      const instance = keys.get(one.placed.fact.instance);
      if (instance === undefined) return [];
      const { title, lines } = costWords(one, version.facts.unit.language);
      const first = lines.filter(({ rank }) => rank === "first").map(({ label, text }) => `${label}: ${text}`);
      const name = `${one.call.op}${elsewhereText(index, one)}`;
      const text = [title, ...first].join("; ");
      return [{ ...instance, key: `${instance.key}|${name}`, name, at: one.placed.place, text }];
    }),
  );
}

function kernelsOf(version: Version | undefined): readonly Said[] {
  if (version === undefined) return [];
  const { facts, texts } = version;
  const index = indexFacts(facts, texts);
  const keys = instanceKeys(facts.instances);
  return kernelCosts(index, costList(index), undefined).flatMap((kernel) => {
    const instance = keys.get(kernel.instance);
    const item = index.instances.get(kernel.instance)?.item ?? "";
    const at = facts.unit.places.get(item) ?? { fragment: 0, start: 0 };
    if (instance === undefined) return [];
    return kernelWords(kernel).map(({ label, text }) => ({
      ...instance,
      key: `${instance.key}|${label}`,
      name: label,
      at,
      text,
    }));
  });
}

// ---- before and after ------------------------------------------------------------------------------------------------

function paired(before: readonly Said[], after: readonly Said[]): readonly Change[] {
  const old = new Map(before.map((one) => [one.key, one]));
  const now = new Set(after.map(({ key }) => key));
  const change = ({ function: name, instance, ...said }: Said): Omit<Change, "before" | "after"> => ({
    function: name,
    instances: [instance],
    name: said.name,
    at: said.at,
  });
  return [
    ...after.map((one) => {
      const was = old.get(one.key);
      const drawn = one.value === undefined ? {} : { drawn: { before: was?.value, after: one.value } };
      return { ...change(one), ...(was === undefined ? {} : { before: was.text }), after: one.text, ...drawn };
    }),
    ...before.filter(({ key }) => !now.has(key)).map((one) => ({ ...change(one), before: one.text })),
  ];
}

/** The same change in several instances is told once. */
function merged(changes: readonly Change[]): readonly Change[] {
  const found = new Map<string, Change>();
  for (const one of changes) {
    const key = JSON.stringify([one.function, one.name, one.at.fragment, one.at.start, one.before, one.after]);
    const known = found.get(key);
    const instances = [...new Set([...(known?.instances ?? []), ...one.instances])];
    found.set(key, { ...one, instances });
  }
  return [...found.values()];
}

function problemsBetween(before: Version | undefined, after: Version | undefined): FileDiff["problems"] {
  const [old, now] = [problemLines(before), problemLines(after)];
  return { new: without(now, old), gone: without(old, now) };
}

const problemLines = (version: Version | undefined): readonly ProblemLine[] =>
  (version?.problems ?? []).map(({ code, severity, message, place }) => ({ code, severity, message, place }));

/** As many of each as there are more than on the other side; lines move. */
function without(all: readonly ProblemLine[], others: readonly ProblemLine[]): readonly ProblemLine[] {
  const key = ({ code, severity, message }: ProblemLine): string => JSON.stringify([code, severity, message]);
  const left = new Map<string, number>();
  for (const one of others) left.set(key(one), (left.get(key(one)) ?? 0) + 1);
  return all.filter((one) => {
    const count = left.get(key(one)) ?? 0;
    left.set(key(one), count - 1);
    return count <= 0;
  });
}
