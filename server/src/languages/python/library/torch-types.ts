// Which element type torch's arithmetic gives: the wider of two types of one family, a float where one is.
import { type DType, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { dtypes } from "./dtypes.ts";
import { type TorchParts, torchParts } from "./torch-tensor.ts";

const notKnown = unknown("the element type of what torch computes");
const named = (name: string): Value => dtypes.get(name) ?? notKnown;

/** What an operator gives of these operands, of which one at least is a tensor. */
export function typeOfArithmetic(op: string, operands: readonly Value[]): Value {
  if (/^(==|!=|<=?|>=?)$/.test(op)) return named("Boolean");
  const common = commonType(operands);
  return op === "/" && common.kind === "dtype" ? floating(common) : common;
}

/** torch.result_type: tensors decide before tensors without an axis, and those before numbers, unless a later one is of a higher family. */
export function commonType(operands: readonly Value[]): Value {
  const parts = operands.map(torchParts);
  const types = (kept: (one: TorchParts) => boolean): readonly Value[] =>
    parts.flatMap((one) => (one !== undefined && kept(one) ? [one.dtype] : []));
  const numbers = operands.flatMap((one, i) => (parts[i] === undefined ? [typeOfNumber(one)] : []));
  const levels = [types((one) => one.shape.length > 0), types((one) => one.shape.length === 0), numbers];
  return levels
    .filter((level) => level.length > 0)
    .map((level) => level.reduce(wider))
    .reduce(unlessHigher);
}

const family: Readonly<Record<DType["family"], number>> = { bool: 0, uint: 1, int: 1, float: 2, complex: 3, other: 3 };

const unlessHigher = (type: Value, other: Value): Value => {
  if (type.kind !== "dtype" || other.kind !== "dtype") return notKnown;
  return family[other.family] > family[type.family] ? other : type;
};

function wider(a: Value, b: Value): Value {
  if (a.kind !== "dtype" || b.kind !== "dtype") return notKnown;
  if (a.name === b.name) return a;
  if (family[a.family] !== family[b.family]) return family[a.family] > family[b.family] ? a : b;
  if (a.bits === b.bits) return a.bits === 16 && a.family === "float" ? named("Float32") : notKnown;
  const [large, small] = a.bits > b.bits ? [a, b] : [b, a];
  return large.family === small.family || small.family === "uint" ? large : notKnown;
}

/** A number of Python's: an integer counts as Int64, any other as torch's default type. */
export function typeOfNumber(value: Value): Value {
  if (value.kind === "float") return named("Float32");
  if (value.kind === "unknown" && value.type?.kind === "dtype")
    return named(value.type.family === "float" ? "Float32" : "Int64");
  if (value.kind === "num") return named(value.truth === undefined ? "Int64" : "Boolean");
  return value.kind === "sym" ? named("Int64") : notKnown;
}

/** What a function over real numbers gives: integers become torch's default type. */
export const floating = (type: Value): Value =>
  type.kind === "dtype" && type.family !== "float" ? named("Float32") : type;

/** A sum of integers is an Int64. */
export const summed = (type: Value): Value =>
  type.kind === "dtype" && type.family !== "float" ? named("Int64") : type;
