// "Why no layout here": the reasons for what is not known at a place, each followed by why that is.
import type { Value } from "../../../src-engine/algebra/value.ts";
import { absolute, covering, covers, type FactIndex, innermost, type Where } from "../facts/fact-index.ts";
import { reasons } from "./hover.ts";
import { oneLine } from "./one-line.ts";
import { untakenAt } from "./untaken.ts";
import { untakenSides } from "./untaken-sides.ts";

export function whyHere(index: FactIndex, where: Where): readonly string[] {
  const here = [
    ...innermost(covering(index.variables, where)).map(({ fact }) => ({ value: fact.value, why: fact.why })),
    ...innermost(covering(index.calls, where)).map(({ fact }) => ({ value: fact.result, why: fact.stop?.message })),
    ...innermost(covering(index.expressions, where)).map(({ fact }) => ({ value: fact.value, why: undefined })),
  ];
  const [lost] = here.map(({ value }) => valueReasons(value)).filter((lines) => lines.length > 0);
  if (lost !== undefined) return lost;
  const rests = here.flatMap(({ why }) => (why === undefined ? [] : [why]));
  if (rests.length > 0) return [...new Set(rests)];
  const [known] = here;
  if (known !== undefined) return [`The value is known: ${oneLine(known.value, index.facts.unit.language)}`];
  // What other calls reach of a branch that no shown one takes: what the editor dims.
  const untaken = untakenAt(index, where) ?? untakenSides(index).find(({ place }) => covers(place, where))?.lines;
  if (untaken !== undefined) return untaken;
  return [around(index, where), ...(index.facts.incomplete === undefined ? [] : [index.facts.incomplete])];
}

/** The chain of reasons of the first part that is not known. */
function valueReasons(value: Value): readonly string[] {
  switch (value.kind) {
    case "unknown":
      return reasons(value);
    case "tensor":
      return valueReasons(value.layout);
    case "type":
      return valueReasons(value.of);
    case "tuple":
      return first(value.items);
    case "alternatives":
      return first(value.options.map((option) => option.value));
    default:
      return [];
  }
}

const first = (values: readonly Value[]): readonly string[] =>
  values
    .slice(0, 64)
    .map(valueReasons)
    .find((lines) => lines.length > 0) ?? [];

/** Nothing was evaluated at the place itself: what holds for the function around it? */
function around(index: FactIndex, where: Where): string {
  const { facts } = index;
  const items = [...facts.unit.places].filter(([, place]) => covers(place, where));
  const smallest = items.sort(([, a], [, b]) => a.end - a.start - (b.end - b.start))[0];
  if (smallest === undefined) return "There is no function or class here.";
  const [id] = smallest;
  if (!facts.instances.some((instance) => instance.item === id))
    return "The code around it was not evaluated: no call of it was found.";
  const reached = facts.facts.some((fact) => {
    const place = fact.item === id ? absolute(facts, id, fact.span) : undefined;
    return place !== undefined && place.start <= where.offset;
  });
  return reached ? "There is no value at this place." : "Evaluation did not reach this place.";
}
