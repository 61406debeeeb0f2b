// Problems in the places of the text: a finding at the argument at fault, or at what a caller chose for it, with its fixes.
import type { FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import type { Place } from "../../../src-engine/program/ir.ts";
import type { Severity } from "../settings/schema.ts";
import { type Cause, causeOf } from "./cause.ts";
import type { Finding, Fix, Related, Site } from "./rule.ts";

export interface Problem {
  readonly code: string;
  readonly severity: Exclude<Severity, "off">;
  readonly message: string;
  readonly place: Place;
  readonly related: readonly { readonly place: Place; readonly message: string }[];
  /** Where it shows up in another file, which what stands at the place calls. */
  readonly elsewhere?: InFile;
  readonly fixes: readonly PlacedFix[];
}

/** A line of another file, from 1. */
export interface InFile {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface PlacedFix {
  readonly title: string;
  readonly edits: readonly { readonly place: Place; readonly text: string }[];
}

/** A problem and the call that it shows up in. */
export interface Told extends Problem {
  readonly at: Place;
}

export interface Located {
  readonly finding: Finding;
  /** Absent where the rule looked at all instances. */
  readonly instance?: Instance;
}

interface Around {
  readonly facts: FileFacts;
  /** Of each fragment. */
  readonly texts: readonly string[];
}

/** The problem that a finding is: at the argument at fault, or where a caller chose it; undefined where that is in no text. */
export function problemOf(
  code: string,
  severity: Problem["severity"],
  located: Located,
  around: Around,
): Told | undefined {
  const { facts, texts } = around;
  const { finding, instance } = located;
  const place = placeOf(facts, finding);
  if (place === undefined) return undefined;
  const label = instance === undefined || isAlone(facts, instance) ? "" : instance.label;
  const problem: Told = {
    code,
    severity,
    message: label === "" ? finding.message : `${finding.message} [${label}]`,
    place,
    at: placeOf(facts, { item: finding.item, span: finding.of ?? finding.span }) ?? place,
    related: finding.related.flatMap((r) => placedRelated(facts, r)),
    fixes: finding.fixes.flatMap((fix) => placedFix(facts, fix)),
  };
  if (instance === undefined || finding.of === undefined) return problem;
  return atItsCause(facts, instance, finding, problem, texts);
}

/** A value that the caller chose is told there, an address where the memory is asked for; where it shows up stands beside it. What mends the choice is offered in both cases. */
function atItsCause(
  facts: FileFacts,
  instance: Instance,
  finding: Finding,
  problem: Told,
  texts: readonly string[],
): Told {
  const { item, sides } = finding;
  const causes = sides?.map((span) => causeOf(facts, instance, { item, span }, "shape")) ?? [
    causeOf(facts, instance, finding, finding.fault),
  ];
  const called = causes.filter(({ where }) => where === "caller");
  const cause = called[0] ?? causes[0];
  const place = cause === undefined ? undefined : placeOf(facts, cause);
  if (cause === undefined || place === undefined) return problem;
  if (called.length > 1) return { ...problem, related: [...problem.related, ...chosenAt(facts, apart(called))] };
  const mended = { ...problem, fixes: [...problem.fixes, ...rewritesAt(place, finding, texts)] };
  const isMade = /^(?:address|field|operand)$/.test(finding.fault ?? "") && cause.isAllocation;
  if (cause.where === "own" && !isMade)
    return { ...mended, related: [...chosenBefore(problem, place, texts), ...problem.related] };
  const shows = { place: problem.at, message: `it shows up here, in ${instance.function}` };
  const related = problem.related.filter((one) => one.place.start !== place.start);
  const message = cause.where === "own" ? finding.message : `${finding.message} (in ${instance.function})`;
  return { ...mended, place, message, related: [shows, ...related] };
}

/** Some lines above, in the same function; what is told of the variable already leads there. */
function chosenBefore({ place, related }: Told, at: Place, texts: readonly string[]): Problem["related"] {
  const isTold = (one: Place): boolean => {
    const between = (texts[at.fragment] ?? "").slice(one.end, at.start);
    return one.fragment === at.fragment && one.start <= at.start && (at.end <= one.end || /^\s*=\s*$/.test(between));
  };
  return isTold(place) || at.start > place.start || related.some((one) => isTold(one.place))
    ? []
    : [{ place: at, message: "chosen here" }];
}

/** The places where different things were chosen; none where both sides follow one choice, which is no reason for them to differ. */
const apart = (causes: readonly Cause[]): readonly Cause[] => {
  const isFirst = ({ item, span }: Cause): boolean => item === causes[0]?.item && span.start === causes[0]?.span.start;
  return causes.every(isFirst) ? [] : causes;
};

/** Which of them is wrong, nobody but the author knows. */
const chosenAt = (facts: FileFacts, causes: readonly Cause[]): Problem["related"] =>
  causes.flatMap((one) => placedRelated(facts, { ...one, message: `chosen here, in ${one.function}` }));

function rewritesAt(place: Place, { rewrites }: Finding, texts: readonly string[]): readonly PlacedFix[] {
  const text = (texts[place.fragment] ?? "").slice(place.start, place.end);
  return (rewrites?.(text) ?? []).map(({ title, start, end, text: by }) => ({
    title,
    edits: [{ place: { fragment: place.fragment, start: place.start + start, end: place.start + end }, text: by }],
  }));
}

const isAlone = (facts: FileFacts, { item }: Instance): boolean =>
  facts.instances.filter((other) => other.item === item).length === 1;

function placedRelated(facts: FileFacts, related: Related): Problem["related"] {
  const place = placeOf(facts, related);
  return place === undefined ? [] : [{ place, message: related.message }];
}

function placedFix(facts: FileFacts, fix: Fix): readonly PlacedFix[] {
  const edits = fix.edits.flatMap((edit) => {
    const place = placeOf(facts, edit);
    return place === undefined ? [] : [{ place, text: edit.text }];
  });
  return edits.length === fix.edits.length ? [{ title: fix.title, edits }] : [];
}

/** Absolute place of a site; undefined when its item is not in this file. */
export function placeOf(facts: FileFacts, site: Site): Place | undefined {
  const item = facts.unit.places.get(site.item);
  if (item === undefined) return undefined;
  return { fragment: item.fragment, start: item.start + site.span.start, end: item.start + site.span.end };
}
