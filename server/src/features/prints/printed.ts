// What a printing call writes: `print`, `printf`, `print_layout` … in C++, `print`, `cute.printf` … in Python.
//
// As CuTe prints it, newline at the end left out. What only the run knows stands as its symbol, or as `‹expression›` where
// not even that is known; Python's own `print` runs while tracing and writes `?` for it, as CuTe DSL does.

import type { Value } from "../../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../../src-engine/program/facts.ts";
import { absolute, type FactIndex, type Placed } from "../../facts/fact-index.ts";
import { printValue } from "../../facts/notation.ts";
import { formatC } from "./format.ts";
import { printedRound, printfText, pythonPrint, tensorText } from "./python.ts";
import { layoutTable } from "./table.ts";

export interface Printed {
  /** The callee as the source names it, without its module. */
  readonly name: string;
  readonly text: string;
  /** What a picture would show. */
  readonly value?: Value;
}

const printing: ReadonlySet<string> = new Set(["print", "printf", "print_layout", "print_latex", "print_tensor"]);

export const isPrint = ({ op }: CallFact): boolean => op === "print";

export function printed(index: FactIndex, { fact, place }: Placed<CallFact>): Printed | undefined {
  if (!isPrint(fact)) return undefined;
  const name = index.texts[place.fragment]?.slice(place.start, place.end) ?? "";
  if (!printing.has(name)) return undefined;
  const text = index.facts.unit.language === "cpp" ? cppText(name, fact) : pythonText(index, name, fact);
  const [only] = fact.args;
  const value = only !== undefined && name !== "printf" ? only.value : undefined;
  return text === undefined
    ? undefined
    : { name, text: text.replace(/\n$/, ""), ...(value === undefined ? {} : { value }) };
}

function cppText(name: string, { args }: CallFact): string | undefined {
  const [first, ...rest] = args;
  if (first === undefined) return "";
  switch (name) {
    case "print":
    case "printf":
      if (first.value.kind === "text")
        return formatC(
          first.value.value,
          rest.map((arg) => ({ value: arg.value, text: arg.text })),
        );
      return name === "print" ? shown(first.value, first.text) : undefined;
    case "print_layout":
      return layoutTable(first.value) ?? shown(first.value, first.text);
    case "print_latex":
      return `% LaTeX (TikZ) of ${shown(first.value, first.text)}`;
    case "print_tensor":
      return `${shown(first.value, first.text)}:\n  the elements, which only the run knows`;
    default:
      return undefined;
  }
}

function shown(value: Value, text: string): string {
  return value.kind === "unknown" ? `‹${text}›` : printValue(value, "cpp").replaceAll("(PTR)", "(0x…)");
}

function pythonText(index: FactIndex, name: string, fact: CallFact): string | undefined {
  const expressions = index.expressions.filter((one) => one.fact.instance === fact.instance);
  const valueAt = (start: number, end: number): Value | undefined => {
    const at = absolute(index.facts, fact.item, { start, end });
    return expressions.find(({ place }) => place.start === at?.start && place.end === at.end)?.fact.value;
  };
  const before = fact.round?.before ?? [];
  if (before.length > 0 && name !== "print_tensor") {
    const lines = [...before, fact.args].map((args) => (name === "print" ? printedRound(args) : printfText(args)));
    if (lines.every((line) => line !== undefined)) return lines.join("\n");
  }
  switch (name) {
    case "print":
      return pythonPrint(fact.args, valueAt);
    case "printf":
      return printfText(fact.args, valueAt);
    case "print_tensor":
      return fact.args[0] === undefined ? undefined : tensorText(fact.args[0].value);
    default:
      return undefined;
  }
}
