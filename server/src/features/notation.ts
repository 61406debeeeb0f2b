// Values in the notation of the file's language: as CuTe C++ prints them, or as CuTe DSL does.
import { printAtom } from "../../../src-engine/atoms/print.ts";
import type { Language } from "../../../src-engine/ir.ts";
import { print } from "../../../src-engine/notation/print.ts";
import type { Value } from "../../../src-engine/value.ts";

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
