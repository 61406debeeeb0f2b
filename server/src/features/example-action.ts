// The light bulb's offer to give example values for parameters that nobody in the project binds: a comment above the function or
// class, `// cute-lens: ElementA = half_t, kBlockM = 128`, which its values then rest on and say so.
//
// The values are a beginning that the user changes: what a parameter should be is not in the code.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { ClassItem, Expr, FunctionItem, Item, Place } from "../../../src-engine/program/ir.ts";
import { absolute, type FactIndex } from "../facts/fact-index.ts";
import type { PlacedFix } from "../rules/problem.ts";

export function exampleActions(index: FactIndex, selection: Place): readonly PlacedFix[] {
  return index.facts.unit.items.flatMap((item) => actionsFor(index, selection, item));
}

function actionsFor(index: FactIndex, selection: Place, item: Item): readonly PlacedFix[] {
  if (item.kind !== "function" && item.kind !== "class") return [];
  const inside = item.kind === "class" ? item.members.flatMap((one) => actionsFor(index, selection, one)) : [];
  const place = index.facts.unit.places.get(item.id);
  const open = openParameters(index, item);
  if (place === undefined || open.length === 0 || !isSelected(index, item, selection)) return inside;
  const text = index.texts[place.fragment] ?? "";
  const line = text.lastIndexOf("\n", place.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(line))?.[0] ?? "";
  const comment = index.facts.unit.language === "cpp" ? "//" : "#";
  const values = open.map(({ name, value }) => `${name} = ${value}`).join(", ");
  const edit = {
    place: { fragment: place.fragment, start: line, end: line },
    text: `${indent}${comment} cute-lens: ${values}\n`,
  };
  const names = open.map(({ name }) => name).join(", ");
  return [...inside, { title: `Give example values for ${names}, in a comment`, edits: [edit] }];
}

/** From the first word of the head to the end of the last parameter. */
function isSelected({ facts }: FactIndex, item: FunctionItem | ClassItem, selection: Place): boolean {
  const params = item.kind === "function" ? item.params : [];
  const end = Math.max(...[...params, ...item.typeParams].map(({ span }) => span.end), item.nameSpan.end);
  const head = absolute(facts, item.id, { start: 0, end });
  return (
    head !== undefined &&
    head.fragment === selection.fragment &&
    head.start <= selection.end &&
    selection.start <= head.end
  );
}

interface Open {
  readonly name: string;
  readonly value: string;
}

/** Parameters without a default that have no value in any instance. */
function openParameters(index: FactIndex, item: FunctionItem | ClassItem): readonly Open[] {
  const { language } = index.facts.unit;
  const bound = new Set(
    index.variables.flatMap(({ fact }) => (fact.item === item.id && isKnown(fact.value) ? [fact.name] : [])),
  );
  const templates = item.typeParams.flatMap(({ name, form, type, pack, fallback }): readonly Open[] =>
    pack || fallback !== undefined || form === "template"
      ? []
      : [{ name, value: form === "type" ? "half_t" : number(type) }],
  );
  const numbers = item.kind === "function" && language === "python" ? configuration(item) : [];
  return [...templates, ...numbers].filter(({ name }) => name !== "" && !bound.has(name));
}

/** Python: what is annotated as a number of the trace. */
const configuration = ({ params }: FunctionItem): readonly Open[] =>
  params.flatMap(({ name, type, fallback }) => {
    const words = type === undefined ? "" : namesIn(type);
    if (fallback !== undefined || !/\b(?:int|bool|Constexpr)\b/.test(words)) return [];
    return [{ name, value: /\bbool\b/.test(words) ? "True" : "128" }];
  });

const number = (type: Expr | undefined): string =>
  type !== undefined && /\bbool\b/.test(namesIn(type)) ? "true" : "128";

/** The names of a type, in their order. */
const namesIn = (type: Expr): string => {
  if (type.kind === "name") return type.path.join(".");
  if (type.kind === "member") return `${namesIn(type.object)}.${type.name}`;
  return type.kind === "index" ? [namesIn(type.object), ...type.args.map(({ value }) => namesIn(value))].join(" ") : "";
};

const isKnown = (value: Value): boolean =>
  value.kind === "type" ? isKnown(value.of) : value.kind !== "unknown" && value.kind !== "sym";
