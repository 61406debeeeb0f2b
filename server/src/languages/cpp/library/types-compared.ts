// Whether two types are the same, whether one is built on the other, and whether a type waits for the run: never guessed.
import * as int from "../../../../../src-engine/algebra/int/int.ts";
import { isStaticTree } from "../../../../../src-engine/algebra/layout/make.ts";
import { leavesOf } from "../../../../../src-engine/algebra/tuple/tree.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { sameType } from "../../../../../src-engine/interpret/same-type.ts";
import { plain, unknownIn } from "./row.ts";
import { bool, isTypeLeaf } from "./values.ts";

/** `is_static<T>`: nothing in the value waits for the run. */
export function isStaticValue(value: Value): boolean {
  switch (value.kind) {
    case "num":
    case "sym":
      return value.know === "static" && !isTypeLeaf(value);
    case "basis":
      return value.value.know === "static";
    case "tuple":
      return value.items.every(isStaticValue);
    case "layout":
      return leavesOf(value.shape).every(isStaticValue) && isStaticTree(value.stride);
    case "composed":
      return isStaticValue(value.outer) && isStaticValue(value.offset as Value) && isStaticValue(value.inner);
    case "tensor":
      return value.layout.kind !== "unknown" && isStaticValue(value.layout);
    case "dtype":
    case "pointer":
    case "lazy-iterator":
      return false;
    case "arith":
      return value.items.every((item) => isStaticValue(item));
    default:
      return true;
  }
}

/** Certain where both are element types, or known to the compiler and free of symbols that may be equal; else open. */
export function isSame(a: Value | undefined, b: Value | undefined): Value {
  const [x, y] = [a, b].map((value) => (value === undefined ? unknown("a type is missing") : plain(value)));
  if (x === undefined || y === undefined) return unknown("a type is missing");
  const missing = unknownIn(x, 0) ?? unknownIn(y, 0);
  if (missing !== undefined) return unknown("whether two types are the same is not known", missing);
  if (isAssumed(x) || isAssumed(y)) return unknown("which element type is meant nobody says");
  if (x.kind === "dtype" && y.kind === "dtype") return bool(x.name === y.name);
  if (mayBeOneNumber(x, y)) return unknown("of which type a run-time number is is not known");
  if (x.kind === "num" && y.kind === "num" && x.know === "dynamic" && y.know === "dynamic") return bool(true);
  if (x.kind !== y.kind && !(int.isInt(x) && int.isInt(y))) return bool(false);
  if (x.kind === "object" && y.kind === "object") return sameName(a, b);
  const answer = isStaticValue(x) || isStaticValue(y) ? sameType(x, y) : "unknown";
  return answer === "unknown" ? unknown("whether two types are the same is not known") : bool(answer === "yes");
}

const isAssumed = (type: Value): boolean => type.kind === "dtype" && type.assumed === true;

/** Of classes and of a fragment's iterator; where a class has bases of its own it is not followed. */
export function isBaseOf(base: Value | undefined, of: Value | undefined): Value {
  const [x, y] = [base, of].map((value) => (value === undefined ? unknown("a type is missing") : plain(value)));
  if (x === undefined || y === undefined) return unknown("a type is missing");
  const missing = unknownIn(x, 0) ?? unknownIn(y, 0);
  if (missing !== undefined) return unknown("whether a type is built on another is not known", missing);
  if (x.kind === "class" && y.kind === "class") {
    const same = sameType(x, y);
    if (same === "yes") return bool(true);
    return same === "no" && y.item.bases.length === 0 ? bool(false) : unknown("whether a class is built on another");
  }
  const iterator = x.kind === "builtin" && /::DescriptorIterator$/.test(x.name) ? x.name : undefined;
  if (y.kind === "text" && iterator !== undefined && /::smem_desc$/.test(y.value))
    return bool(iterator === y.value.replace("smem_desc", "DescriptorIterator"));
  // An element type is built on no class of the program and on no iterator.
  if (y.kind === "dtype" && (x.kind === "class" || iterator !== undefined)) return bool(false);
  return unknown("whether a type is built on another is not known");
}

/** Vectors and arrays of the libraries are what their names say. */
function sameName(a: Value | undefined, b: Value | undefined): Value {
  const [x, y] = [a, b].map((value) => (value?.kind === "type" ? value.name : undefined));
  if (x === undefined || y === undefined) return unknown("whether two types are the same is not known");
  return bool(x === y);
}

/** A run-time number against `int`, `double` or a class that holds one, or another number: its value does not tell its type. */
function mayBeOneNumber(x: Value, y: Value): boolean {
  const runs = [x, y].map((one) => one.kind === "float" || (int.isInt(one) && one.know === "dynamic"));
  const named = [x, y].map((one) => one.kind === "dtype" || one.kind === "class" || one.kind === "object");
  return (runs[0] && named[1]) || (runs[1] && named[0]) || (runs[0] && runs[1] && x.kind !== y.kind) || false;
}
