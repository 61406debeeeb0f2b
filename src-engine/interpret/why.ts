// Why a value is not a plain number: the chain of reasons of an unknown, the conditions of alternatives, the symbols it rests on.
import { symbolsOf } from "../algebra/int/ask.ts";
import type { SymbolAtom } from "../algebra/int/poly.ts";
import type { Unknown, Value } from "../algebra/value.ts";

const mostNodes = 400;

export function whyOf(value: Value): string | undefined {
  if (value.kind === "unknown") return reasons(value).join(" ← ");
  if (value.kind === "alternatives")
    return `depends on ${value.options.map((one) => one.when || "the place").join(" | ")}`;
  const found: Found = { unknown: undefined, symbols: new Map(), left: mostNodes };
  look(value, found);
  if (found.unknown !== undefined) return reasons(found.unknown).join(" ← ");
  if (found.symbols.size === 0) return undefined;
  return `${[...new Set([...found.symbols.values()].map((one) => one.name))].join(", ")} known at run time only`;
}

/** From what is seen down to the first cause. */
export function reasons(value: Unknown): readonly string[] {
  const chain: string[] = [];
  for (let at: Unknown | undefined = value; at !== undefined && chain.length < 12; at = at.cause) {
    if (chain[chain.length - 1] !== at.why) chain.push(at.why);
  }
  return chain;
}

interface Found {
  unknown: Unknown | undefined;
  readonly symbols: Map<string, SymbolAtom>;
  left: number;
}

function look(value: Value, found: Found): void {
  if (found.left-- <= 0 || found.unknown !== undefined) return;
  switch (value.kind) {
    case "unknown":
      found.unknown = value;
      return;
    case "sym":
      for (const symbol of symbolsOf(value)) found.symbols.set(symbol.id, symbol);
      return;
    case "tuple":
    case "arith":
      for (const item of value.items) look(item, found);
      return;
    case "basis":
      return look(value.value, found);
    case "layout":
      look(value.shape, found);
      return look(value.stride, found);
    case "composed":
      look(value.outer, found);
      look(value.offset, found);
      return look(value.inner, found);
    case "tensor":
      return look(value.layout, found);
    default:
      return;
  }
}
