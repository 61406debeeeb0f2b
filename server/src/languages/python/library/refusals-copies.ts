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
  ["tcgen05.make_tmem_copy", tmemWidth],
  ["cpasync.CopyBulkTensorTileS2GOp", (b) => noArguments(b)],
  ["cpasync.CopyBulkTensorIm2ColS2GOp", (b) => noArguments(b)],
  ["cpasync.CopyBulkTensor2DScatter4S2GOp", (b) => noArguments(b)],
];

/** TMA's stores have nothing to choose, unlike its loads. */
const noArguments: Refusal = ({ rest }) =>
  rest.length > 0 && rest.every(({ kind }) => kind !== "unknown") ? "the operation takes no arguments" : undefined;

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

/** The instruction counts in the atom's elements: "expects atom and input memref to have the same element size". */
function tmemWidth(b: Bound): string | undefined {
  const [atom, tensor] = [b.value("atom"), elementOf(b.value("tmem_tensor"))];
  if (atom.kind !== "copy-atom" || tensor === undefined || atom.valueBits === bitsOf(tensor)) return undefined;
  return `the atom counts elements of ${atom.valueBits} bits, the tensor holds ${tensor.name}: make the atom for the tensor's element type`;
}

function elementOf(value: Value): DType | undefined {
  if (value.kind !== "tensor" || value.engine.kind !== "pointer") return undefined;
  const type = elementType(value);
  return type.kind === "dtype" ? type : undefined;
}

/** A truth takes a byte. */
const bitsOf = ({ family, bits }: DType): number => (family === "bool" ? 8 : bits);
