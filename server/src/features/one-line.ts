// A value on one line, nothing left out that tells two apart: for tables, where CuTe's own print of a tiled object takes ten lines.
//
// Layouts, shapes and pointers read as CuTe prints them. Tiled objects and atoms are written as constructors around their parts; an
// iterator that is no plain address (a matrix descriptor, a transform) gives way to the layout behind it.
import type { AtomValue } from "../../../src-engine/algebra/atoms/types.ts";
import { listOptions } from "../../../src-engine/algebra/notation/print.ts";
import type { Pointer, Tensor, Value } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { printValue } from "../facts/notation.ts";

export function oneLine(value: Value, language: Language): string {
  switch (value.kind) {
    case "mma-atom":
    case "copy-atom":
    case "tiled-mma":
    case "tiled-copy":
    case "thr-mma":
    case "thr-copy":
    case "tma-atom":
      return atomLine(value, (part) => printValue(part, language));
    case "tensor":
      return tensorLine(value, language);
    case "type":
      return oneLine(value.of, language);
    case "tuple":
    case "layout":
    case "composed":
      return widths(printValue(value, language));
    case "alternatives":
      return listOptions(value, (option) => oneLine(option, language));
    default:
      return printValue(value, language).replace(/\n\s*/g, " ").trim();
  }
}

/** A run-time integer in a type is told by its width, as CuTe's IR does: `(i64,_1,i64)`. No value has the name of a type. */
const widths = (line: string): string => line.replace(/\bint64_t\b/g, "i64").replace(/\bint(?:32_t)?\b/g, "i32");

/** `TiledCopy((_16,_64), ((_8,_16),_8):((_128,_1),_16), Copy_Atom(…))`: tiler, TV layout, atom. */
function atomLine(value: AtomValue, print: (value: Value) => string): string {
  const line = (atom: AtomValue) => atomLine(atom, print);
  switch (value.kind) {
    case "mma-atom":
      return `MMA_Atom(${print(value.shape)}, ${print(value.thrId)})`;
    case "copy-atom": {
      const { thrId, layoutSrc, layoutDst, valueBits } = value;
      return `Copy_Atom(${print(thrId)}, ${print(layoutSrc)}, ${print(layoutDst)}, ${valueBits}b)`;
    }
    case "tma-atom":
      return value.copyAtom === undefined ? "Copy_Atom" : line(value.copyAtom);
    case "tiled-mma":
      return `TiledMMA(${print(value.thrLayoutVMNK)}, ${print(value.permutationMNK)}, ${line(value.atom)})`;
    case "tiled-copy":
      return `TiledCopy(${print(value.tilerMN)}, ${print(value.layoutTV)}, ${line(value.atom)})`;
    case "thr-mma":
      return `${line(value.tiled)} at ${print(value.thrVmnk)}`;
    case "thr-copy":
      return `${line(value.tiled)} at ${print(value.thr)}`;
    default: {
      const never: never = value;
      return never;
    }
  }
}

function tensorLine(tensor: Tensor, language: Language): string {
  const { engine, layout } = tensor;
  if (engine.kind === "pointer" && layout.kind !== "unknown") {
    if (engine.iterator !== undefined) return printValue(layout, language);
    if (engine.space === "tmem") return `${tensorMemory(engine)} o ${printValue(layout, language)}`;
  }
  return printValue(tensor, language);
}

const tensorMemory = ({ dtype }: Pointer): string => (dtype.kind === "dtype" ? `tmem_ptr[${dtype.bits}b]` : "tmem_ptr");
