// Run-time numbers of a known machine type: what a conversion keeps of them, and arithmetic that wraps where the type is unsigned.
//
// A number has a type where the code says it: a literal, a cast, a declared variable, `sizeof`. Arithmetic of two typed numbers is
// done in the wider type, unsigned where either is at that width; of a typed and an untyped one the result is untyped, and unknown
// where it matters: below zero.
import { isInt } from "../algebra/int/int.ts";
import { type DType, type Machine, type Num, unknown, type Value } from "../algebra/value.ts";

/** The number that a variable of the type holds: the low bits of what it is given. */
export function converted(type: DType, value: Value): Value {
  if (value.kind !== "num" || value.know !== "dynamic") return value;
  const machine = machineOf(type);
  return machine === undefined
    ? value
    : typed({ ...value, value: kept(value.value, type.bits, type.family === "int") }, machine);
}

/** Types narrower than int are used as int. */
function machineOf({ family, bits, name }: DType): Machine | undefined {
  if (name === "bool" || bits > 64 || bits < 8) return undefined;
  if (bits < 32) return "i32";
  return `${family === "uint" ? "u" : "i"}${bits === 64 ? 64 : 32}`;
}

function kept(value: number, bits: number, signed: boolean): number {
  if (bits > 32) return value;
  const low = ((value % 2 ** bits) + 2 ** bits) % 2 ** bits;
  return signed && low >= 2 ** (bits - 1) ? low - 2 ** bits : low;
}

/** A number as one of the type; unknown where its digits are not kept. */
export function typed(value: Num, machine: Machine): Value {
  const inRange =
    machine === "u32" ? kept(value.value, 32, false) : machine === "i32" ? kept(value.value, 32, true) : value.value;
  if (!Number.isSafeInteger(inRange) || (machine === "u64" && inRange < 0))
    return unknown("a number beyond 2^53, whose digits are not kept");
  return { ...value, value: inRange, machine };
}

const comparisons = new Set(["<", "<=", ">", ">=", "==", "!="]);

/** What the types of two numbers make of their arithmetic; `compute` is it without types. */
export function machineBinary(op: string, a: Num, b: Num, compute: (a: Num, b: Num) => Value): Value {
  const isShift = op === "<<" || op === ">>";
  const wanted = isShift ? a.machine : common(a.machine, b.machine);
  if (wanted === undefined) return untyped(a, b, compute(a, b));
  const [x, y] = [typed(a, wanted), isShift ? b : typed(b, wanted)];
  if (x.kind !== "num" || y.kind !== "num") return x.kind === "num" ? y : x;
  const result = compute(x, y);
  if (result.kind !== "num" || comparisons.has(op)) return result;
  const isExact = wanted !== "i32" || isShift || Math.abs(result.value) < 2 ** 31 || result.value === -(2 ** 31);
  return isExact ? typed(result, wanted) : unknown("a number that no int holds");
}

/** One side of `c ? a : b`, in the type that both have together. */
export function likeOther(value: Value, other: Value): Value {
  if (value.kind !== "num" || other.kind !== "num") return value;
  const machine = common(value.machine, other.machine);
  return machine === undefined ? value : typed(value, machine);
}

function common(a: Machine | undefined, b: Machine | undefined): Machine | undefined {
  if (a === undefined || b === undefined) return undefined;
  const order: readonly Machine[] = ["i32", "u32", "i64", "u64"];
  return order[Math.max(order.indexOf(a), order.indexOf(b))];
}

function untyped(a: Num, b: Num, result: Value): Value {
  const unsigned = [a, b].some(({ machine }) => machine?.startsWith("u"));
  const isBelow = isInt(result) && result.kind === "num" && result.value < 0;
  return unsigned && isBelow ? unknown("an unsigned number below zero, of a width that is not known") : result;
}
