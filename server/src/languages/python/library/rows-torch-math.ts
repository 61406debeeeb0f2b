// What torch computes of tensors: element by element, along an axis, side by side. Functions and methods alike.
import { add, mul, ONE, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { type Int, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { dtypes } from "./dtypes.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { computedOf, isNumber, notShaped } from "./torch-shapes.ts";
import { fresh } from "./torch-strides.ts";
import { type TorchParts, torchParts } from "./torch-tensor.ts";
import { commonType, floating, summed, typeOfArithmetic } from "./torch-types.ts";
import { intIn, itemsIn, list, none, numberIn, truth } from "./values.ts";

const notKnown = unknown("a torch tensor whose shape is not visible");
const int64 = dtypes.get("Int64") ?? none;
const boolean = dtypes.get("Boolean") ?? none;
const words = (text: string): readonly string[] => text.split(" ");

/** How a function makes its result of the tensor; `others` are the arguments behind it. */
type Method = (b: Bound, input: TorchParts, others: readonly Value[]) => Value;

const reals = words("cos sin tan exp exp2 expm1 log log2 log10 log1p sqrt rsqrt tanh sigmoid reciprocal erf");
const alike = words("abs neg relu clamp round floor ceil trunc sign");
const activations = words("relu gelu silu sigmoid tanh softplus leaky_relu elu normalize dropout");
const binaries: Readonly<Record<string, string>> = {
  add: "+",
  sub: "-",
  mul: "*",
  div: "/",
  pow: "**",
  maximum: "max",
  minimum: "min",
  fmod: "%",
  remainder: "%",
  eq: "==",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

const unary =
  (type: (dtype: Value) => Value): Method =>
  (b, input, others) =>
    b.extra.has("out") || others.some((one) => torchParts(one) !== undefined)
      ? notKnown
      : computedOf([inputOf(b)], type(input.dtype));

const binary =
  (op: string): Method =>
  (b, _input, others) => {
    const other = others[0] ?? b.extra.get("other") ?? none;
    if (b.extra.has("rounding_mode") || b.extra.has("out")) return notKnown;
    if (torchParts(other) === undefined && !isNumber(other)) return notShaped(other);
    return computedOf([inputOf(b), other], typeOfArithmetic(op, [inputOf(b), other]));
  };

/** Along some axes, or all of them: what is left is a new tensor. */
const reduction =
  (type: (dtype: Value) => Value): Method =>
  (b, input, others) => {
    const dim = b.extra.get("dim") ?? b.extra.get("axis") ?? others[0];
    const keep = truth(b.extra.get("keepdim") ?? others[1] ?? staticInt(0));
    if (keep === undefined) return unknown("it is not known whether the axes stay");
    const axes = dim === undefined || dim.kind === "underscore" ? input.shape.map((_, i) => i) : axesIn(b, dim, input);
    const shape = input.shape.flatMap((extent, i) => (!axes.includes(i) ? [extent] : keep ? [ONE] : []));
    return fresh(shape, b.extra.get("dtype") ?? type(input.dtype));
  };

function axesIn(b: Bound, dim: Value, { shape }: TorchParts): readonly number[] {
  const items = dim.kind === "tuple" ? dim.items : [dim];
  return items.map((one) => numberIn(b.ctx, one)).map((axis) => (axis < 0 ? axis + shape.length : axis));
}

/** `x.max(dim)` gives the values and where they stand; without an axis the value alone, beside another tensor the larger of each. */
const extreme: Method = (b, input, others) => {
  const along = b.extra.get("dim") ?? others[0];
  if (along === undefined) return reduction(same)(b, input, others);
  if (torchParts(along) !== undefined) return binary("max")(b, input, others);
  return list([same, () => int64].map((type) => reduction(type)(b, input, others)));
};

const same = (dtype: Value): Value => dtype;
const newLike =
  (type: (dtype: Value) => Value): Method =>
  (b, input) =>
    fresh(input.shape, b.extra.get("dtype") ?? type(input.dtype));

const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...reals.map((name) => [name, unary(floating)] as const),
  ...alike.map((name) => [name, unary(same)] as const),
  ["square", unary((dtype) => (dtype.kind === "dtype" && dtype.family === "bool" ? int64 : dtype))] as const,
  ...words("isnan isinf isfinite logical_not").map((name) => [name, unary(() => boolean)] as const),
  ...Object.entries(binaries).map(([name, op]) => [name, binary(op)] as const),
  ...words("sum prod").map((name) => [name, reduction(summed)] as const),
  ...words("mean amax amin logsumexp").map((name) => [name, reduction(same)] as const),
  ...words("any all").map((name) => [name, reduction(() => boolean)] as const),
  ...words("argmax argmin").map((name) => [name, reduction(() => int64)] as const),
  ...words("max min").map((name) => [name, extreme] as const),
  ...words("softmax log_softmax").map((name) => [name, newLike(same)] as const),
  ...words("cumsum cumprod").map((name) => [name, newLike(summed)] as const),
]);

const inputOf = (b: Bound): Value => b.call.self ?? b.optional("input") ?? none;

/** A method of a tensor that computes; undefined for another. */
export function computingMethod(name: string, b: Bound, input: TorchParts): Value | undefined {
  return methods.get(name)?.(b, input, b.rest);
}

const functionOf = (name: string, method: Method): Row =>
  lenientRow(name, "input?, *others", (b) => {
    const input = torchParts(inputOf(b));
    return input === undefined ? notShaped(inputOf(b)) : method(b, input, b.rest);
  });

/** Side by side along an axis, or along a new one. */
function joined(b: Bound, isNew: boolean): Value {
  const tensors = itemsIn(b.ctx, b.value("tensors"));
  const parts = tensors.flatMap((one) => torchParts(one) ?? []);
  const [first] = parts;
  if (first === undefined || parts.length < tensors.length || b.extra.has("out")) return notKnown;
  const given = b.optional("dim");
  const rank = first.shape.length + (isNew ? 1 : 0);
  const axis = given === undefined ? 0 : numberIn(b.ctx, given);
  const at = axis < 0 ? axis + rank : axis;
  const shape: readonly Int[] = isNew
    ? [...first.shape.slice(0, at), staticInt(parts.length), ...first.shape.slice(at)]
    : first.shape.map((extent, i) => (i === at ? sumAt(parts, i) : extent));
  return fresh(shape, commonType(tensors));
}

const sumAt = (parts: readonly TorchParts[], axis: number): Int =>
  parts.map((one) => one.shape[axis] ?? ONE).reduce(add);

function repeated(b: Bound, input: TorchParts): Value {
  const [first] = b.rest;
  const counts = (first?.kind === "tuple" ? first.items : b.rest).map((one) => intIn(b.ctx, one));
  const added = counts.length - input.shape.length;
  return fresh(
    counts.map((count, i) => mul(count, input.shape[i - added] ?? ONE)),
    input.dtype,
  );
}

/** Methods that lay elements out anew. */
export const layingOut = (name: string, b: Bound, input: TorchParts): Value | undefined =>
  name === "repeat" ? repeated(b, input) : undefined;

/** The broadcast of all three; the condition's type does not count. */
function where(b: Bound): Value {
  const [condition, x, y] = ["condition", "x", "y"].map((name) => b.optional(name) ?? none);
  const all = [condition, x, y].flatMap((one) => (one === undefined ? [] : [one]));
  const open = all.find((one) => torchParts(one) === undefined && !isNumber(one));
  return open === undefined ? computedOf(all, commonType(all.slice(1))) : notShaped(open);
}

export const torchMathRows: readonly Row[] = [
  ...[...methods].map(([name, method]) => functionOf(`torch.${name}`, method)),
  ...activations.map((name) => functionOf(`torch.nn.functional.${name}`, unary(same))),
  ...words("softmax log_softmax layer_norm rms_norm").map((name) =>
    functionOf(`torch.nn.functional.${name}`, newLike(same)),
  ),
  lenientRow("torch.where", "condition, x?, y?", where),
  row("torch.cat", "tensors, dim?", (b) => joined(b, false)),
  row("torch.concat", "tensors, dim?", (b) => joined(b, false)),
  row("torch.stack", "tensors, dim?", (b) => joined(b, true)),
];
