// Colours that only evaluation knows: CuTe's operations, layouts, and whether an integer is static or dynamic.
//
// Off by default, because an editor shows the semantic colours of one server a file, and clangd or Pylance have more.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Place } from "../../../src-engine/program/ir.ts";
import { byPlace, type FactIndex, type Placed } from "../facts/fact-index.ts";

export const tokenTypes = ["function", "variable", "parameter"] as const;
export const tokenModifiers = ["cute", "cuteStatic", "cuteDynamic", "cuteLayout"] as const;

export interface Token {
  readonly place: Place;
  readonly type: (typeof tokenTypes)[number];
  readonly modifiers: readonly (typeof tokenModifiers)[number][];
}

/** In the order of places, none overlapping another. */
export function semanticTokens(index: FactIndex): readonly Token[] {
  const calls = index.calls.map(({ place }): Token => ({ place, type: "function", modifiers: ["cute"] }));
  const declared = index.variables.flatMap(({ fact, place }) =>
    token(place, fact.role === "parameter" ? "parameter" : "variable", fact.value),
  );
  const used = index.expressions
    .filter((expression) => isName(index, expression))
    .flatMap(({ fact, place }) => token(place, "variable", fact.value));
  return withoutOverlaps([...calls, ...declared, ...used].sort((a, b) => byPlace(a.place, b.place)));
}

function token(place: Place, type: Token["type"], value: Value): readonly Token[] {
  const modifier = modifierOf(value);
  return modifier === undefined ? [] : [{ place, type, modifiers: [modifier] }];
}

function modifierOf(value: Value): Token["modifiers"][number] | undefined {
  switch (value.kind) {
    case "num":
    case "sym":
      return value.know === "static" ? "cuteStatic" : "cuteDynamic";
    case "layout":
    case "composed":
    case "tensor":
      return "cuteLayout";
    default:
      return undefined;
  }
}

function isName(index: FactIndex, { place }: Placed<unknown>): boolean {
  const text = index.texts[place.fragment]?.slice(place.start, place.end) ?? "";
  return /^[A-Za-z_]\w*$/.test(text);
}

function withoutOverlaps(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (const next of tokens) {
    const last = kept.at(-1)?.place;
    if (last === undefined || last.fragment !== next.place.fragment || last.end <= next.place.start) kept.push(next);
  }
  return kept;
}
