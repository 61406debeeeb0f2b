// Copies that CuTe DSL refuses while it traces: sides of different ranks, elements of different widths.
//
// Source: cutlass/cute/algorithm.py and atom.py (nvidia-cutlass-dsl 4.8).
import type { DType, Value } from "../../../../../src-engine/algebra/value.ts";
import { certainRank, certainShape } from "./certain-shape.ts";
import type { Refusal } from "./refusals.ts";
import type { Bound } from "./row.ts";
import { elementType } from "./tensor.ts";

/** What the copies refuse, by operation. */
export const refusedCopies: readonly (readonly [string, Refusal])[] = [
  ["cute.copy", (b) => widths(b) ?? (isKnown(b) ? undefined : ranks(b))],
  ["cute.basic_copy", (b) => widths(b) ?? ranks(b)],
  ["cute.basic_copy_if", (b) => widths(b)],
  ["cute.autovec_copy", (b) => widths(b)],
];

const ranks: Refusal = (b) => {
  const [from, to] = [certainRank(b.value("src")), certainRank(b.value("dst"))];
  return from === undefined || to === undefined || from === to
    ? undefined
    : `the source has ${from} modes and the destination ${to}`;
};

/** Of layouts that are known a rule of its own speaks. */
const isKnown = (b: Bound): boolean => ["src", "dst"].every((name) => certainShape(b.value(name)) !== undefined);

/** C++ converts element by element; the DSL copies bits. */
const widths: Refusal = (b) => {
  const [from, to] = [elementOf(b.value("src")), elementOf(b.value("dst"))];
  if (from === undefined || to === undefined || bitsOf(from) === bitsOf(to)) return undefined;
  return `the source holds ${from.name} and the destination ${to.name}: convert first, .load().to(${to.name})`;
};

function elementOf(value: Value): DType | undefined {
  if (value.kind !== "tensor" || value.engine.kind !== "pointer") return undefined;
  const type = elementType(value);
  return type.kind === "dtype" ? type : undefined;
}

/** A truth takes a byte. */
const bitsOf = ({ family, bits }: DType): number => (family === "bool" ? 8 : bits);
