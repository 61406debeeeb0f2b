// A pointer read as elements of another width: what it may reach.
//
// A named array ends where it ends, and a field of bytes is storage for anything. A field of elements that is read as wider or
// narrower ones is laid over, with the fields behind it (an output tile over the stages of an input): its length says nothing then.
import type { DType, Pointer, Unknown } from "../algebra/value.ts";

export function overlaid(pointer: Pointer, dtype: DType | Unknown): Pointer {
  const from = pointer.dtype;
  const isField = pointer.room !== undefined && (pointer.base === undefined || pointer.within !== undefined);
  if (!isField || from.kind !== "dtype" || isByte(from)) return pointer;
  if (dtype.kind === "dtype" && dtype.bits === from.bits && !isByte(dtype)) return pointer;
  const { room: _, ...open } = pointer;
  return open;
}

const isByte = ({ bits, family }: DType): boolean => bits === 8 && (family === "int" || family === "uint");
