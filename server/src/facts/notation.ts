// Values in the notation of the file's language: as CuTe C++ prints them, or as CuTe DSL does.
import { printAtom } from "../../../src-engine/algebra/atoms/print.ts";
import { print } from "../../../src-engine/algebra/notation/print.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";

export type Dialect = "cpp" | "dsl";

export const dialectOf = (language: Language): Dialect => (language === "cpp" ? "cpp" : "dsl");

export function printValue(value: Value, language: Language): string {
  const dialect = dialectOf(language);
  switch (value.kind) {
    case "mma-atom":
    case "copy-atom":
    case "tiled-mma":
    case "tiled-copy":
    case "thr-mma":
    case "thr-copy":
    case "tma-atom":
      return printAtom(value, (part) => print(part, dialect), dialect).trimEnd();
    default:
      return print(value, dialect);
  }
}
