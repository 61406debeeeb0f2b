// The null pointer of C++: `nullptr`, and the literal 0 where a pointer is wanted. It keeps the type of the pointer that it becomes.
import { dynamicInt } from "../algebra/int/int.ts";
import { type Pointer, unknown, type Value } from "../algebra/value.ts";

export const nullPointer: Pointer = {
  kind: "pointer",
  space: "generic",
  dtype: unknown("nullptr says no element type"),
  offset: dynamicInt(0),
  isNull: true,
};

export const isNull = (value: Value): boolean => value.kind === "pointer" && value.isNull === true;

/** `nullptr`, or an integer that is zero: what becomes a null pointer where a pointer is declared. */
const standsForNull = (value: Value): boolean => isNull(value) || (value.kind === "num" && value.value === 0);

/** A null pointer as one of the declared type; undefined where there is nothing to convert. */
export function nullOf(type: Value, value: Value): Value | undefined {
  if (type.kind !== "type" || type.of.kind !== "pointer" || !standsForNull(value)) return undefined;
  return { ...type.of, isNull: true };
}

/** The same variable after somebody may have written it. */
export function written(pointer: Pointer): Pointer {
  const { isNull: _, to: __, ...other } = pointer;
  return other;
}

/** Of two pointers that become one (`c ? p : nullptr`, `p = nullptr`) the null pointer is of the other's type. */
export function nullLike(other: Value, value: Value): Value {
  if (!isNull(value) || other.kind === "unknown") return value;
  const options = other.kind === "alternatives" ? other.options.map((one) => one.value) : [other];
  const typed = options.find((one): one is Pointer => one.kind === "pointer" && one.dtype.kind !== "unknown");
  return typed === undefined ? value : { ...nullPointer, space: typed.space, dtype: typed.dtype };
}
