// Values in the notation of the file's language: as CuTe C++ prints them, or as CuTe DSL does.
import { print } from "../../../src-engine/algebra/notation/print.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";

export type Dialect = "cpp" | "dsl";

export const dialectOf = (language: Language): Dialect => (language === "cpp" ? "cpp" : "dsl");

export function printValue(value: Value, language: Language): string {
  const text = print(value, dialectOf(language));
  return isAtom(value) ? text.trimEnd() : text;
}

const atoms: ReadonlySet<Value["kind"]> = new Set([
  "mma-atom",
  "copy-atom",
  "tiled-mma",
  "tiled-copy",
  "thr-mma",
  "thr-copy",
  "tma-atom",
]);

const isAtom = ({ kind }: Value): boolean => atoms.has(kind);
