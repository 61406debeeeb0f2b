// Facts arranged for questions by place: what stands at an offset, and in which instances.
//
// Built once per analysis; features take it with an offset. Places are absolute (fragment, UTF-16 offsets).
import type {
  AssertFact,
  CallFact,
  ExpressionFact,
  Fact,
  FileFacts,
  Instance,
  VariableFact,
} from "../../../src-engine/program/facts.ts";
import type { ItemId, Place, Span } from "../../../src-engine/program/ir.ts";

/** A position in a document: which fragment (0 for a file, the cell for a notebook) and the offset in it. */
export interface Where {
  readonly fragment: number;
  readonly offset: number;
}

export interface Placed<F> {
  readonly fact: F;
  readonly place: Place;
}

export interface FactIndex {
  readonly facts: FileFacts;
  /** Text of each fragment. */
  readonly texts: readonly string[];
  readonly instances: ReadonlyMap<string, Instance>;
  /** Each sorted by fragment and start. */
  readonly variables: readonly Placed<VariableFact>[];
  readonly expressions: readonly Placed<ExpressionFact>[];
  /** Placed at the callee's name. */
  readonly calls: readonly Placed<CallFact>[];
  readonly asserts: readonly Placed<AssertFact>[];
  /** Ids of the instances that the user chose to see. */
  readonly chosen: ReadonlySet<string>;
}

export function indexFacts(facts: FileFacts, texts: readonly string[]): FactIndex {
  const found = { variable: [], expression: [], call: [], assert: [], storage: [] } as {
    readonly [K in Fact["kind"]]: Placed<Extract<Fact, { kind: K }>>[];
  };
  for (const fact of facts.facts) {
    const place = absolute(facts, fact.item, fact.kind === "call" ? fact.nameSpan : fact.span);
    if (place !== undefined) (found[fact.kind] as Placed<Fact>[]).push({ fact, place });
  }
  for (const all of Object.values(found)) all.sort((a, b) => byPlace(a.place, b.place));
  return {
    facts,
    texts,
    instances: new Map(facts.instances.map((instance) => [instance.id, instance])),
    variables: found.variable,
    expressions: found.expression,
    calls: found.call,
    asserts: found.assert,
    chosen: new Set(),
  };
}

/** Absolute place of a span in an item; undefined when the item has none. */
export function absolute(facts: FileFacts, item: ItemId, span: Span): Place | undefined {
  const at = facts.unit.places.get(item);
  return at === undefined
    ? undefined
    : { fragment: at.fragment, start: at.start + span.start, end: at.start + span.end };
}

/** Those that cover the position; the end of a span counts, as the cursor may stand behind the last letter. */
export function covering<F>(placed: readonly Placed<F>[], where: Where): readonly Placed<F>[] {
  return placed.filter(({ place }) => covers(place, where));
}

export function covers(place: Place, where: Where): boolean {
  return place.fragment === where.fragment && place.start <= where.offset && where.offset <= place.end;
}

/** Of those that cover the position, the ones with the smallest span: one place, all its instances. */
export function innermost<F>(placed: readonly Placed<F>[]): readonly Placed<F>[] {
  const smallest = Math.min(...placed.map(({ place }) => place.end - place.start));
  const first = placed.find(({ place }) => place.end - place.start === smallest);
  return first === undefined ? [] : placed.filter(({ place }) => samePlace(place, first.place));
}

export function samePlace(a: Place, b: Place): boolean {
  return a.fragment === b.fragment && a.start === b.start && a.end === b.end;
}

export function byPlace(a: Place, b: Place): number {
  return a.fragment - b.fragment || a.start - b.start || a.end - b.end;
}

/** Facts at the same place, together, in the order of places. */
export function groupByPlace<F>(placed: readonly Placed<F>[]): readonly (readonly Placed<F>[])[] {
  const groups = new Map<string, Placed<F>[]>();
  for (const entry of placed) {
    const key = `${entry.place.fragment}:${entry.place.start}:${entry.place.end}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}
