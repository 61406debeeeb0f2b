// A value on the first line of a hover: as the language prints it, without what is too long to help.

import { listOptions } from "../../../src-engine/algebra/notation/print.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import type { AlternativesValue } from "../../../src-engine/program/values.ts";
import { shortText } from "./hint-text.ts";
import { printValue } from "./notation.ts";
import { readable } from "./readable.ts";
import { oneLine } from "./source-text.ts";

/** Of longer iterators (coordinates that rest on many symbols) only the kind is told. */
export const longestEngine = 80;
const longest = 400;

/** Without the address, which only the run knows; atoms, which print as a block of lines, in one. */
export function titleOf(whole: Value, language: Language): string {
  const { value } = readable(whole);
  if (value.kind === "alternatives") return alternativesTitle(value, language);
  const engine = value.kind === "tensor" ? printValue(value.engine, language) : "";
  if (value.kind === "tensor" && engine.length > longestEngine)
    return oneLine(`${kindOf(value, engine, language)}(…) o ${printValue(value.layout, language)}`, longest);
  if (value.kind === "unknown" && value.type !== undefined && language === "python") return value.type.name;
  const printed = printValue(value, language).replaceAll("(PTR)", "");
  return oneLine(printed.includes("\n") ? shortText(value, language) : printed, longest);
}

/** All of them in two lines; else the first, as each stands below with its condition. */
function alternativesTitle(value: AlternativesValue, language: Language): string {
  const all = listOptions(value, (option) => titleOf(option, language));
  const [first] = value.options;
  if (all.length <= twoLines || first === undefined) return all;
  return `${titleOf(first.value, language)} · one of ${value.options.length}`;
}

const twoLines = 160;

/** `smem_ptr[16b]`, `ArithTuple`; CuTe DSL writes coordinates as a tuple alone. */
function kindOf({ engine }: Extract<Value, { kind: "tensor" }>, printed: string, language: Language): string {
  if (engine.kind === "arith") return language === "cpp" ? "ArithTuple" : "";
  return printed.replace(/\(.*$/s, "");
}
