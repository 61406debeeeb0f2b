// Numbers of the run whose type is all that the DSL knows while it traces: `Float32(x)`, an element of a tensor, `a * b` of such.
//
// Integers of the run are symbols where something names them; these here have no name and are equal to nothing, not even to themselves.
import { isCertainInteger } from "../../../../../src-engine/algebra/int/ask.ts";
import { isInt, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { type DType, numberOfRun, type Unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { dtypes } from "./dtypes.ts";

/** A number of the type, or of something unknown where it is no type. */
export const someNumber = (type: DType, cause?: Value): Unknown =>
  numberOfRun(type, `a ${type.name} that only the run knows`, cause?.kind === "unknown" ? cause : undefined);

/** The type of a number as the DSL takes it: a Python float is a Float32, a Python integer an Int32. */
export function typeOfNumber(value: Value): DType | undefined {
  if (value.kind === "unknown") return value.type;
  if (value.kind === "float") return value.dtype ?? dtypes.get("Float32");
  return isInt(value) && !isWide(value) ? dtypes.get("Int32") : undefined;
}

/** May it take 64 bits? */
const isWide = (value: Value & { readonly kind: "num" | "sym" }): boolean =>
  value.kind === "num"
    ? Math.abs(value.value) >= 2 ** 31
    : value.poly.terms.some((term) =>
        term.factors.some(({ atom }) => atom.op !== "symbol" || (atom.width !== undefined && atom.width !== 32)),
      );

/** `x.to(Float16)`, `x.dtype` of such a number. */
export function numberOfRunMember(value: Unknown, name: string): Value | undefined {
  if (value.type === undefined) return undefined;
  if (name === "to") return { kind: "builtin", name: "int.to", self: value, targs: [] };
  if (name === "ir_value") return { kind: "builtin", name: "int.same", self: value, targs: [] };
  if (name === "width") return staticInt(value.type.bits);
  return name === "dtype" ? value.type : name === "value" ? value : undefined;
}

const isArithmetic = (op: string): boolean => /^(?:[-+*/%]|\/\/|\*\*)$/.test(op);

/** `a * b` where one is a number of the run without a name, or a symbol and the other a float; undefined where the library's rules of promotion do not decide the type. */
export function arithmeticOfRun(op: string, left: Value, right: Value): Unknown | undefined {
  const unnamed = [left, right].find((one) => one.kind === "unknown" && one.type !== undefined);
  const isMixed =
    [left, right].some((one) => one.kind === "sym" && isCertainInteger(one)) &&
    [left, right].some(({ kind }) => kind === "float");
  if ((unnamed === undefined && !isMixed) || !isArithmetic(op)) return undefined;
  const [a, b] = [typeOfNumber(left), typeOfNumber(right)];
  const type = a === undefined || b === undefined ? undefined : promoted(op, a, b);
  return type === undefined ? undefined : someNumber(type, unnamed);
}

function promoted(op: string, a: DType, b: DType): DType | undefined {
  const both = [a, b];
  if (both.some((one) => one.family === "bool")) return undefined;
  const floats = both.filter((one) => one.family === "float");
  const [float] = floats;
  if (float === undefined) return op === "/" ? dtypes.get("Float32") : a.name === b.name ? a : undefined;
  if (a.name === b.name) return a;
  const widest = Math.max(a.bits, b.bits);
  if (widest < 16) return undefined;
  if (floats.length === 2 && a.bits !== b.bits) return a.bits > b.bits ? a : b;
  if (floats.length === 2) return both.find((one) => /^Float\d+$/.test(one.name));
  // An integer becomes the float, as wide as the wider of the two.
  return widest === float.bits ? float : dtypes.get(`Float${widest}`);
}
