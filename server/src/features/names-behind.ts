// Which names a value was made of, by reading: its declaration, the declarations of the names in it, and so on; from a
// parameter on to what callers pass for it.
//
// It says which what-if fields are worth seeing first, no more: a name is looked for in its function and among members of any class.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { VariableFact } from "../../../src-engine/program/facts.ts";
import type { FunctionItem, Item, ItemId, Place } from "../../../src-engine/program/ir.ts";
import { absolute, covers, type FactIndex } from "../facts/fact-index.ts";
import { grouped } from "../facts/grouped.ts";
import type { Read } from "./element-reads.ts";
import { type Declared, declaredIn, everywhere, passedIn, scopeOf } from "./literal-walk.ts";
import { isAllStatic } from "./symbols.ts";

/** How a value leads to a name. */
export interface Reach {
  /** The place in the name's function before which it must have got its value. */
  readonly until: number;
  /** How many names lie between: the fewer, the nearer. */
  readonly steps: number;
}

/** The names behind a value by their keys: those that count with whatever they are, and those that count as the compiler knows them. */
export interface Behind {
  readonly any: ReadonlyMap<string, Reach>;
  readonly constant: ReadonlyMap<string, Reach>;
}

interface Step extends Reach {
  readonly key: string;
  /** Only this element of it. */
  readonly element?: number | undefined;
  /** Only what the compiler knows of it matters: what leads here is a type, or a value of nothing but static integers. */
  readonly constant: boolean;
}

/** Nearest first: names are gone through in the order of their steps. */
export function namesBehind(
  index: FactIndex,
  items: readonly Item[],
  functions: ReadonlyMap<string, FunctionItem>,
  shown: Place,
): Behind {
  const declared = items.flatMap((item) => [...declaredIn(item), ...passedIn(item, functions)]);
  const byKey = grouped(declared, ({ scope, name }) => nameKey(scope, name));
  const constants = constantsOf(index, shown);
  const numberless = withoutNumbers(index);
  const found = { any: new Map<string, Reach>(), constant: new Map<string, Reach>() };
  const own = declarationsAt(index, byKey, shown);
  // Numbers of the declaration itself are its own.
  for (const { scope, name, at } of own)
    found[constants.shown ? "constant" : "any"].set(nameKey(scope, name), { until: at + 1, steps: 0 });
  const { isTyped, shown: isConstant } = constants;
  const todo: Step[] =
    own.length > 0
      ? own.flatMap((one) => stepsOf(one, { steps: 0, constant: isConstant || (isTyped && one.isType === true) }))
      : [
          ...reading(scopeAt(index, items, shown), readsAt(index, shown), {
            until: everywhere.until,
            steps: 0,
            constant: isConstant,
          }),
        ];
  for (let at = 0; at < todo.length; at++) {
    const { key, element, until, steps, constant } = todo[at] as Step;
    const seen = found[constant ? "constant" : "any"];
    const whole = element === undefined ? key : elementKey(key, element);
    const known = [key, whole].flatMap((one) => [found.any, seen].map((all) => all.get(one)?.until ?? nowhere));
    const before = Math.max(...known);
    if (before >= until) continue;
    seen.set(whole, { until, steps: seen.get(whole)?.steps ?? steps });
    if (element !== undefined) see(seen, someKey(key), { until, steps });
    if (numberless.has(key)) continue;
    const given = (byKey.get(key) ?? []).filter((one) => one.at < until && one.at >= before);
    const isFixed = constant || constants.keys.has(key);
    for (const one of given) {
      const how = { steps: steps + 1, constant: isFixed || (isTyped && one.isType === true), element };
      todo.push(...stepsOf(one, how));
    }
  }
  return found;
}

/** From a name, or one of its elements, to what it was given. */
function stepsOf(
  { from, reads, elementReads, until }: Declared,
  { element, ...how }: Pick<Step, "steps" | "constant" | "element">,
): readonly Step[] {
  const all = element === undefined ? reads : (elementReads?.(element) ?? reads);
  return reading(from, all, { ...how, until });
}

const nowhere = Number.NEGATIVE_INFINITY;

/** The farthest of several reaches. */
function see(seen: Map<string, Reach>, key: string, { until, steps }: Reach): void {
  const known = seen.get(key);
  seen.set(key, { until: Math.max(until, known?.until ?? nowhere), steps: known?.steps ?? steps });
}

function reading(scope: ItemId, reads: readonly Read[], step: Omit<Step, "key" | "element">): readonly Step[] {
  return reads.flatMap(({ name, element }) => {
    const outside = { ...step, element, key: nameKey("", name), until: everywhere.until };
    return scope === "" ? [outside] : [{ ...step, element, key: nameKey(scope, name) }, outside];
  });
}

/** Element types and texts, whatever they are read from: `self.dtype = a.element_type` leads to no extent of `a`. */
function withoutNumbers(index: FactIndex): ReadonlySet<string> {
  const found = new Set<string>();
  const others = new Set<string>();
  for (const { fact } of index.variables) {
    const isMember = fact.role === "member" || fact.role === "field";
    const key = nameKey(isMember ? "" : fact.item, fact.name.slice(fact.name.lastIndexOf(".") + 1));
    (fact.value.kind === "dtype" || fact.value.kind === "text" ? found : others).add(key);
  }
  return new Set([...found].filter((key) => !others.has(key)));
}

/** What a run-time number has no part in: in C++ the variables whose values are made of static integers alone. */
function constantsOf(index: FactIndex, shown: Place) {
  const isTyped = index.facts.unit.language === "cpp";
  if (!isTyped) return { isTyped, keys: new Set<string>(), shown: false };
  const byKey = grouped(
    index.variables.map(({ fact }) => fact),
    ({ item, name }) => nameKey(item, name),
  );
  const all = (facts: readonly VariableFact[]) => facts.length > 0 && facts.every(({ value }) => isConstant(value));
  const here = index.variables.filter(({ place }) => covers(place, { fragment: shown.fragment, offset: shown.start }));
  const keys = new Set([...byKey].filter(([, facts]) => all(facts)).map(([key]) => key));
  return { isTyped, keys, shown: all(here.map(({ fact }) => fact)) };
}

/** A TMA atom has extents of its tensor that do not show. */
function isConstant(value: Value): boolean {
  switch (value.kind) {
    case "type":
    case "mma-atom":
    case "tiled-mma":
    case "thr-mma":
    case "swizzle":
      return true;
    case "num":
    case "tuple":
    case "layout":
    case "composed":
    case "tensor":
      return isAllStatic(value);
    default:
      return false;
  }
}

/** A name in a function, or of a member or the file, whose scope is "". */
export const nameKey = (scope: ItemId, name: string): string => `${scope} ${name}`;

/** Of one element of the tuple that the name is. */
export const elementKey = (key: string, element: number): string => `${key}[${element}]`;
/** Of whichever element of it. */
export const someKey = (key: string): string => `${key}[]`;

/** The innermost of the items around a place. */
function scopeAt({ facts }: FactIndex, items: readonly Item[], { fragment, start }: Place): ItemId {
  const around = items.flatMap((item) => {
    const place = facts.unit.places.get(item.id);
    return place !== undefined && covers(place, { fragment, offset: start })
      ? [{ item, size: place.end - place.start }]
      : [];
  });
  const [inner] = around.sort((a, b) => a.size - b.size);
  return inner === undefined ? "" : scopeOf(inner.item);
}

/** How the variable at a place was given its value; none of what is no declaration of one name in a function. */
function declarationsAt(
  index: FactIndex,
  byKey: ReadonlyMap<string, readonly Declared[]>,
  { fragment, start }: Place,
): readonly Declared[] {
  const here = index.variables.filter(({ place }) => covers(place, { fragment, offset: start }));
  const facts = new Map(here.map(({ fact }) => [`${nameKey(fact.item, fact.name)}@${fact.span.start}`, fact]));
  const [fact, ...others] = facts.values();
  if (fact === undefined || others.length > 0) return [];
  const all = (byKey.get(nameKey(fact.item, fact.name)) ?? []).filter(({ at }) => at >= 0 && at <= fact.span.start);
  const last = Math.max(...all.map(({ at }) => at));
  return all.filter(({ at }) => at === last);
}

/** The names in the text at a place, and in what initialises it; the names of named arguments are read nowhere. */
function readsAt(index: FactIndex, shown: Place): readonly Read[] {
  const here = index.variables.filter(({ place }) => covers(place, { fragment: shown.fragment, offset: shown.start }));
  const places = here.flatMap(({ fact }) => {
    const source = fact.source === undefined ? undefined : absolute(index.facts, fact.item, fact.source);
    return source === undefined ? [] : [source];
  });
  const text = [shown, ...places].map(({ fragment, start, end }) => index.texts[fragment]?.slice(start, end) ?? "");
  const named = /\b([A-Za-z_]\w*)\b(?!\s*=(?!=))(?:\[(?:(\d{1,2})|:(\d{1,2}))\])?/g;
  return [...text.join(" ").matchAll(named)].flatMap(([, name = "", at, end]): readonly Read[] => {
    if (at !== undefined) return [{ name, element: Number(at) }];
    return end === undefined ? [{ name }] : Array.from({ length: Number(end) }, (_, element) => ({ name, element }));
  });
}
