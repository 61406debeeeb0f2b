// Conversions: `int(x)`, `static_cast<T>(x)`, `reinterpret_cast<Storage*>(buffer)`.
import { asDynamic, dynamicInt, isInt, staticInt } from "../algebra/int/int.ts";
import { type DType, type Pointer, unknown, type Value } from "../algebra/value.ts";
import type { Expr, Span } from "../program/ir.ts";
import type { ClassValue } from "../program/values.ts";
import { newObject } from "./class.ts";
import { evaluate } from "./expression.ts";
import { lift } from "./join.ts";
import { floatOf } from "./machine-float.ts";
import { converted } from "./machine-integer.ts";
import { causeOf } from "./operator.ts";
import { overlaid } from "./overlay.ts";
import { recordStorage } from "./record.ts";
import type { Frame } from "./session.ts";
import { silently } from "./silent.ts";
import { truthOf } from "./truth.ts";

export function castExpression(frame: Frame, expr: Expr & { kind: "cast" }): Value {
  const type = evaluate(frame, expr.type);
  const value = evaluate(frame, expr.value);
  if (type.kind === "class" && value.kind === "pointer") recordLaidOver(frame, expr.span, type, value);
  return castTo(frame, type, value);
}

/** `reinterpret_cast<Storage*>(buffer)` where the buffer lies in shared memory. */
function recordLaidOver(frame: Frame, span: Span, type: ClassValue, { space, base, offset, dtype }: Pointer): void {
  if (space !== "smem") return;
  const isAtStart = offset.kind === "num" && offset.value === 0;
  const bits = dtype.kind === "dtype" ? dtype.bits : isAtStart ? 0 : undefined;
  const start = offset.kind === "num" && bits !== undefined ? (offset.value * bits) / 8 : undefined;
  const size = silently(frame, () => frame.dialect.semantics.storageOf?.(frame, type));
  const known = start === undefined ? unknown("where in its array the storage begins") : size;
  if (known !== undefined)
    recordStorage(frame, span, { array: base, isDeclared: false, start: start ?? 0, size: known });
}

export function castTo(frame: Frame, type: Value, value: Value): Value {
  return lift(frame, [type, value], "the cast", ([to, one]) => castOf(frame, to!, one!));
}

function castOf(frame: Frame, type: Value, value: Value): Value {
  if (type.kind === "dtype") return castElement(frame, type, value);
  if (type.kind === "class")
    return value.kind === "object" && value.type !== undefined ? value : newObject(frame, type);
  if (value.kind === "function" || value.kind === "builtin" || value.kind === "object" || value.kind === "class")
    return value;
  if (type.kind === "type" && type.of.kind === "pointer") return castPointer(type.of, value);
  if (type.kind === "type" && isInt(type.of))
    return isInt(value) ? (type.of.know === "static" ? type.of : asDynamic(value)) : value;
  if (type.kind === "unknown") return value;
  if (type.kind === "type")
    return baseOf(type.of.kind, value) ?? (value.kind === "unknown" ? unknownCast(value) : value);
  return value.kind === "unknown" ? unknownCast(value) : value;
}

const unknownCast = (value: Value & { kind: "unknown" }): Value => unknown("a cast of something unknown", value);

/** `static_cast<Atom const&>(tiled)`: tiled objects derive from their atoms, a thread's MMA from the whole one. */
function baseOf(kind: Value["kind"], value: Value): Value | undefined {
  if (value.kind === kind) return undefined;
  if (value.kind === "tiled-copy" && kind === "copy-atom") return value.atom;
  if (value.kind === "thr-mma" && kind === "tiled-mma") return value.tiled;
  if (value.kind === "tiled-mma" && kind === "mma-atom") return value.atom;
  return value.kind === "thr-mma" && kind === "mma-atom" ? value.tiled.atom : undefined;
}

export function castElement(frame: Frame, type: DType, value: Value): Value {
  const { objectAs } = frame.dialect.semantics;
  const own = value.kind === "object" && type.family !== "bool" ? objectAs?.(frame, value, type.name) : undefined;
  if (own !== undefined && own.kind !== "object") return castElement(frame, type, own);
  const plain = value.kind === "type" && isInt(value.of) ? value.of : value;
  switch (type.family) {
    case "int":
    case "uint":
      if (isInt(plain)) return frame.dialect.semantics.typed ? converted(type, asDynamic(plain)) : asDynamic(plain);
      if (plain.kind === "float") return wholeOf(frame, type, Math.trunc(plain.value));
      if (plain.kind === "text" && plain.value.length === 1) return dynamicInt(plain.value.codePointAt(0)!);
      return unknown("a number converted from something unknown", causeOf(plain));
    case "bool": {
      const truth = truthOf(frame, plain);
      if (truth !== "unknown") return dynamicInt(truth === "yes" ? 1 : 0);
      return isInt(plain) ? asDynamic(plain) : unknown("a truth value that is not known", causeOf(plain));
    }
    default:
      if (plain.kind === "num" || plain.kind === "float")
        return frame.dialect.semantics.typed ? floatOf(plain.value, type) : { kind: "float", value: plain.value };
      return unknown(`a ${type.name} computed at run time`, causeOf(plain));
  }
}

function wholeOf(frame: Frame, type: DType, value: number): Value {
  if (!Number.isSafeInteger(value)) return unknown("a number beyond 2^53, whose digits are not kept");
  return frame.dialect.semantics.typed ? converted(type, dynamicInt(value)) : dynamicInt(value);
}

/** The same address as a pointer to another element; offsets count elements, so they carry over only where the widths agree. */
function castPointer(type: Value & { kind: "pointer" }, value: Value): Value {
  if (value.kind === "num" && value.value === 0) return { ...type, isNull: true };
  if (value.kind !== "pointer") return value.kind === "tensor" ? value : type;
  const { to: _, ...address } = value;
  const open = overlaid(address, type.dtype);
  if (type.dtype.kind === "unknown") return { ...open, dtype: type.dtype };
  const sameWidth = value.dtype.kind === "dtype" && value.dtype.bits === type.dtype.bits;
  const offset = sameWidth ? value.offset : inElements(value, type.dtype.bits);
  return { ...open, dtype: type.dtype, offset };
}

/** A pointer's offset in elements of other bits, where it is a whole number of them. */
function inElements({ offset, dtype }: Pointer, bits: number): Pointer["offset"] {
  if (offset.kind === "num" && offset.value === 0) return offset;
  const other = unknown("an offset in elements of another width");
  if (offset.kind !== "num" || dtype.kind !== "dtype" || (offset.value * dtype.bits) % bits !== 0) return other;
  const value = (offset.value * dtype.bits) / bits;
  return offset.know === "static" ? staticInt(value) : dynamicInt(value);
}
