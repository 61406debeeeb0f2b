// "Why no layout here": the reasons for what is not known at a place, most important first.
import type { Value } from "../../../src-engine/value.ts";
import { absolute, covering, covers, type FactIndex, innermost, type Where } from "./fact-index.ts";
import { reasons } from "./hover.ts";

export function whyHere(index: FactIndex, where: Where): readonly string[] {
  const here = [
    ...innermost(covering(index.variables, where)).map(({ fact }) => ({ value: fact.value, why: fact.why })),
    ...innermost(covering(index.calls, where)).map(({ fact }) => ({ value: fact.result, why: fact.stop?.message })),
    ...innermost(covering(index.expressions, where)).map(({ fact }) => ({ value: fact.value, why: undefined })),
  ];
  const lines = here.flatMap(({ value, why }) => [...(why === undefined ? [] : [why]), ...valueReasons(value)]);
  if (lines.length > 0) return [...new Set(lines)];
  if (here.length > 0) return ["The value is known: hover over it."];
  return [around(index, where), ...(index.facts.incomplete === undefined ? [] : [index.facts.incomplete])];
}

function valueReasons(value: Value): readonly string[] {
  if (value.kind === "unknown") return reasons(value);
  if (value.kind === "tensor" && value.layout.kind === "unknown") return reasons(value.layout);
  return [];
}

/** Nothing was evaluated at the place itself: what holds for the function around it? */
function around(index: FactIndex, where: Where): string {
  const { facts } = index;
  const items = [...facts.unit.places].filter(([, place]) => covers(place, where));
  const smallest = items.sort(([, a], [, b]) => a.end - a.start - (b.end - b.start))[0];
  if (smallest === undefined) return "There is no function or class here.";
  const [id] = smallest;
  if (!facts.instances.some((instance) => instance.item === id))
    return "The code around it was not evaluated: no call of it was found, or an inactive #if holds it.";
  const reached = facts.facts.some((fact) => {
    const place = fact.item === id ? absolute(facts, id, fact.span) : undefined;
    return place !== undefined && place.start <= where.offset;
  });
  return reached ? "There is no value at this place." : "Evaluation did not reach this place.";
}
