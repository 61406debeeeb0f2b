// Facts arranged for questions by place: what stands at an offset, and in which instances.
//
// Features take it with an offset. Places are absolute (fragment, UTF-16 offsets).
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
import { once, remembered } from "./remembered.ts";

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

export function indexFacts(
  facts: FileFacts,
  texts: readonly string[],
  chosen: ReadonlySet<string> = new Set(),
): FactIndex {
  const { instances, lists } = arranged(facts);
  return {
    facts,
    texts,
    instances,
    get variables() {
      return lists.variable();
    },
    get expressions() {
      return lists.expression();
    },
    get calls() {
      return lists.call();
    },
    get asserts() {
      return lists.assert();
    },
    chosen,
  };
}

/** Each list is made when it is first asked for: after a letter hints look at variables alone. */
const arranged = remembered((facts: FileFacts) => {
  const ofKind = <K extends Fact["kind"]>(kind: K): (() => readonly Placed<Extract<Fact, { kind: K }>>[]) =>
    once(() => placedOf(facts, kind));
  return {
    instances: new Map(facts.instances.map((instance) => [instance.id, instance])),
    lists: {
      variable: ofKind("variable"),
      expression: ofKind("expression"),
      call: ofKind("call"),
      assert: ofKind("assert"),
    },
  };
});

const spanOf = (fact: Fact): Span => (fact.kind === "call" ? fact.nameSpan : fact.span);

function placedOf<K extends Fact["kind"]>(facts: FileFacts, kind: K): readonly Placed<Extract<Fact, { kind: K }>>[] {
  const isMeant = (fact: Fact): fact is Extract<Fact, { kind: K }> => fact.kind === kind;
  return facts.facts
    .filter(isMeant)
    .flatMap((fact) => {
      const place = absolute(facts, fact.item, spanOf(fact));
      return place === undefined ? [] : [{ fact, place }];
    })
    .sort((a, b) => byPlace(a.place, b.place));
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
