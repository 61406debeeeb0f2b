// The template arguments of a library value, for deduction: `Layout<S,D>` from a layout gives the types of shape and stride.
import { elementType } from "../../../../../src-engine/algebra/atoms/element-types.ts";
import { lastPart, parseTypeName, spell, type TypeName } from "../../../../../src-engine/algebra/atoms/type-name.ts";
import type { TiledMma } from "../../../../../src-engine/algebra/atoms/types.ts";
import { div, dynamicInt, isInt } from "../../../../../src-engine/algebra/int/int.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { mapLeaves } from "../../../../../src-engine/algebra/tuple/tree.ts";
import { type Stride, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { BuiltinValue } from "../../../../../src-engine/program/values.ts";
import { isOperation } from "./operation-names.ts";
import { plain } from "./row.ts";
import { builtin, typeOf } from "./values.ts";

const tuples = new Set("Shape Stride Step Tile Coord tuple IntTuple".split(" "));

export function unapplied(template: BuiltinValue, value: Value): readonly Value[] | undefined {
  const given = plain(value);
  if (isOperation(template.name)) return operationArguments(template.name, given);
  if (tuples.has(template.name)) return given.kind === "tuple" ? given.items.map(asType) : undefined;
  switch (template.name) {
    case "seq":
    case "int_sequence":
    case "index_sequence":
      return numbersOf(given);
    case "Int":
    case "C":
      return isInt(given) && given.know === "static"
        ? [given.kind === "num" ? dynamicInt(given.value) : given]
        : undefined;
    case "Layout":
      return given.kind === "layout" ? [typeOf(given.shape), typeOf(given.stride as Value)] : undefined;
    case "Tensor":
      return given.kind === "tensor" ? [typeOf(given.engine as Value), typeOf(given.layout)] : undefined;
    case "ComposedLayout":
      return given.kind === "composed"
        ? [typeOf(given.outer), typeOf(given.offset as Value), typeOf(given.inner)]
        : undefined;
    case "Swizzle":
      return given.kind === "swizzle" ? [given.b, given.m, given.s].map(dynamicInt) : undefined;
    case "TiledMMA":
      return given.kind === "tiled-mma"
        ? [typeOf(given.atom), typeOf(atomLayout(given)), typeOf(given.permutationMNK as Value)]
        : undefined;
    case "TiledCopy":
      return given.kind === "tiled-copy"
        ? [typeOf(given.atom), typeOf(given.layoutTV), typeOf(given.tilerMN as Value)]
        : undefined;
    case "ThrMMA":
      return given.kind === "thr-mma" ? [typeOf(given.tiled)] : undefined;
    case "ThrCopy":
      return given.kind === "thr-copy" ? [typeOf(given.tiled)] : undefined;
    case "Copy_Atom":
      return given.kind === "copy-atom"
        ? [typeOf({ kind: "text", value: given.name }), given.dtype ?? typeOf(given)]
        : undefined;
    case "StageCount":
      return fieldsOf(given, "StageCount", "value");
    case "StageCountAutoCarveout":
      return fieldsOf(given, "StageCountAutoCarveout", "bytes");
    case "MMA_Atom":
      return given.kind === "mma-atom" ? [typeOf({ kind: "text", value: given.name }, given.name)] : undefined;
    default:
      return undefined;
  }
}

/** The numbers of a sequence, as value parameters have them. */
function numbersOf(value: Value): readonly Value[] | undefined {
  if (value.kind !== "tuple") return undefined;
  const numbers = value.items.flatMap((one) =>
    one.kind === "num" && one.know === "static" ? [dynamicInt(one.value)] : [],
  );
  return numbers.length === value.items.length ? numbers : undefined;
}

/** The one argument of a type without values: `StageCount<3>`. */
function fieldsOf(value: Value, name: string, field: string): readonly Value[] | undefined {
  const given = value.kind === "object" && value.name === name ? value.fields.get(field) : undefined;
  return given === undefined ? undefined : [given];
}

/** The layout of atoms that a TiledMMA was made with: the last three modes of (V,M,N,K), counted in atoms instead of threads. */
function atomLayout(mma: TiledMma): Value {
  const { shape, stride } = mma.thrLayoutVMNK;
  const threads = product(mma.atom.thrId.shape);
  if (shape.kind !== "tuple" || stride.kind !== "tuple") return unknown("the layout of atoms");
  const strides = stride.items
    .slice(1)
    .map((leaf) => mapLeaves<Stride, Stride>(leaf, (one) => (isInt(one) ? div(one, threads) : one)));
  return {
    kind: "layout",
    shape: { kind: "tuple", items: shape.items.slice(1) },
    stride: { kind: "tuple", items: strides },
  };
}

/** Operations have scales of one behind what the source names. */
function withScales(name: string, args: readonly TypeName[]): readonly TypeName[] {
  const unit = name.startsWith("SM100") ? "UMMA::ScaleIn::One" : "GMMA::ScaleIn::One";
  const scales = [unit, unit].map((one): TypeName => ({ name: one, args: [], template: false }));
  const named = /^SM100_MMA_\w+_SS$/.test(name)
    ? 7
    : /^MMA_64x\w+_TN$/.test(name)
      ? 0
      : /^MMA_64x\w+_[SR]S$/.test(name)
        ? 2
        : -1;
  return args.length === named ? [...args, ...scales] : args;
}

/** The operation's template of an operation or an atom, with its arguments. */
export function applied(value: Value): { readonly template: Value; readonly args: readonly Value[] } | undefined {
  const text = value.kind === "text" ? value.value : value.kind === "mma-atom" ? value.name : undefined;
  const name = text === undefined ? undefined : parseTypeName(text)?.name;
  if (name === undefined || !isOperation(name)) return undefined;
  const args = operationArguments(name, value);
  return args === undefined ? undefined : { template: builtin(name), args };
}

const apart = new Set(
  "Int C Layout Tensor ComposedLayout Swizzle TiledMMA TiledCopy ThrMMA ThrCopy Copy_Atom MMA_Atom".split(" "),
);

const stageCounts = /^StageCount(?:AutoCarveout)?$/;

/** A value of another kind than the template makes; only where the values of the template are all known by their kind. */
export function contradicted(template: BuiltinValue, value: Value): boolean {
  if (stageCounts.test(template.name))
    return value.kind === "object" && stageCounts.test(value.name) && value.name !== template.name;
  if (value.kind === "unknown" || value.kind === "object") return false;
  const known = apart.has(template.name) || tuples.has(template.name) || isOperation(template.name);
  return known && unapplied(template, value) === undefined;
}

/** `SM100_MMA_F16BF16_SS<a, b, c, M, N, …>` from an operation of that name: its arguments as types, numbers and enumerators. */
function operationArguments(name: string, value: Value): readonly Value[] | undefined {
  const type =
    value.kind === "text"
      ? parseTypeName(value.value)
      : value.kind === "mma-atom"
        ? parseTypeName(value.name)
        : undefined;
  if (type === undefined || lastPart(type.name) !== lastPart(name)) return undefined;
  return withScales(lastPart(name), type.args).map((arg): Value => {
    const word = spell(arg);
    if (word === "?") return unknown(`an argument of ${name} is not known`);
    if (/^-?\d+$/.test(word)) return dynamicInt(Number(word));
    return elementType(word) ?? { kind: "text", value: word };
  });
}

const asType = (value: Value): Value => (value.kind === "type" || value.kind === "dtype" ? value : typeOf(value));
