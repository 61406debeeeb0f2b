// The template arguments of a library value, for deduction: `Layout<S,D>` from a layout gives the types of shape and stride.
import { elementType } from "../../../../src-engine/atoms/element-types.ts";
import { lastPart, parseTypeName, spell } from "../../../../src-engine/atoms/type-name.ts";
import type { BuiltinValue } from "../../../../src-engine/evaluate/types.ts";
import { dynamicInt, isInt } from "../../../../src-engine/int/int.ts";
import type { Value } from "../../../../src-engine/value.ts";
import { isOperation } from "./operation-names.ts";
import { plain } from "./row.ts";
import { typeOf } from "./values.ts";

const tuples = new Set("Shape Stride Step Tile Coord tuple IntTuple".split(" "));

export function unapplied(template: BuiltinValue, value: Value): readonly Value[] | undefined {
  const given = plain(value);
  if (isOperation(template.name)) return operationArguments(template.name, given);
  if (tuples.has(template.name)) return given.kind === "tuple" ? given.items.map(asType) : undefined;
  switch (template.name) {
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
        ? [typeOf(given.atom), typeOf(given.thrLayoutVMNK), typeOf(given.permutationMNK as Value)]
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
    case "MMA_Atom":
      return given.kind === "mma-atom" ? [typeOf({ kind: "text", value: given.name }, given.name)] : undefined;
    default:
      return undefined;
  }
}

/** `SM100_MMA_F16BF16_SS<a, b, c, M, N, …>` from an operation of that name: its arguments as types, numbers and enumerators. */
function operationArguments(name: string, value: Value): readonly Value[] | undefined {
  const type = value.kind === "text" ? parseTypeName(value.value) : value.kind === "mma-atom" ? parseTypeName(value.name) : undefined;
  if (type === undefined || lastPart(type.name) !== lastPart(name)) return undefined;
  return type.args.map((arg): Value => {
    const word = spell(arg);
    if (/^-?\d+$/.test(word)) return dynamicInt(Number(word));
    return elementType(word) ?? { kind: "text", value: word };
  });
}

const asType = (value: Value): Value => (value.kind === "type" || value.kind === "dtype" ? value : typeOf(value));
