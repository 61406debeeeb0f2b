// `isinstance`: which kinds of value a library class or a Python type stands for. Three answers; undefined is "not known".

import { isInt } from "../../../../../src-engine/algebra/int/int.ts";
import type { DType, Value } from "../../../../../src-engine/algebra/value.ts";
import { namedItems } from "../../../../../src-engine/interpret/named-tuple.ts";
import type { ClassValue } from "../../../../../src-engine/program/values.ts";
import { isEnumText } from "./enums.ts";
import { isVector } from "./rows-vector.ts";
import { torchParts } from "./torch-tensor.ts";

type Test = (value: Value) => boolean | undefined;

const kind =
  (...kinds: readonly Value["kind"][]): Test =>
  (value) =>
    kinds.includes(value.kind);

const isPythonInt: Test = (value) => isInt(value) && value.know === "static";
/** A static symbol, and a 0 or 1 that an operation made, may be either. */
const isPythonBool: Test = (value) => {
  if (!isPythonInt(value)) return false;
  if (value.kind !== "num") return undefined;
  return value.truth === true || (value.value === 0 || value.value === 1 ? undefined : false);
};
const isDslInt: Test = (value) => isInt(value) && value.know === "dynamic";

/** By canonical name. What is not listed has no answer. */
const tests: Readonly<Record<string, Test>> = {
  int: isPythonInt,
  bool: isPythonBool,
  float: kind("float"),
  str: (value) => value.kind === "text" && !isEnumText(value.value),
  tuple: (value) =>
    (value.kind === "tuple" && value.list !== true && value.view !== true) || namedItems(value) !== undefined,
  list: (value) => value.kind === "tuple" && value.list === true,
  dict: kind("dict"),
  // Which of the library's names are classes is not known of all of them.
  type: (value) =>
    value.kind === "builtin" || value.kind === "type" ? undefined : value.kind === "dtype" || value.kind === "class",
  "typing.Callable": kind("function", "builtin", "class"),
  "cute.Tensor": kind("tensor"),
  "cute.TensorSSA": isVector,
  "cute.Layout": kind("layout"),
  "cute.ComposedLayout": kind("composed"),
  "cute.Pointer": kind("pointer"),
  "cute.Swizzle": kind("swizzle"),
  "cute.TiledMma": kind("tiled-mma"),
  "cute.TiledCopy": kind("tiled-copy"),
  "cute.CopyAtom": kind("copy-atom", "tma-atom"),
  "cute.MmaAtom": kind("mma-atom"),
  "cutlass.NumericMeta": kind("dtype"),
  "cutlass.Numeric": isDslInt,
  "cutlass.Integer": isDslInt,
  // A run-time integer may stand for a parameter that is a number or a tensor.
  "torch.Tensor": (value) => (value.kind === "sym" ? undefined : torchParts(value) !== undefined),
};

const isBuiltinOrModel = (value: Value): boolean => value.kind !== "unknown" && value.kind !== "alternatives";

/** A number of which only the DSL's type is known. Whether it is one of Python's own is left open: a parameter may be given either. */
function isNumberOfKind(type: DType, of: Value): boolean | undefined {
  if (of.kind === "dtype") return of.name === type.name;
  if (of.kind === "builtin" && /^(?:int|bool|float)$/.test(of.name)) return undefined;
  if (of.kind === "builtin" && of.name === "cutlass.Integer") return type.family !== "float";
  if (of.kind === "builtin" && of.name === "cutlass.Numeric") return true;
  return of.kind === "builtin" && tests[of.name] !== undefined ? false : undefined;
}

export function hasKind(value: Value, types: Value): boolean | undefined {
  if (types.kind === "tuple") return anyOf(types.items.map((each) => hasKind(value, each)));
  if (value.kind === "unknown" && value.type !== undefined) return isNumberOfKind(value.type, types);
  if (!isBuiltinOrModel(value)) return undefined;
  if (types.kind === "builtin") return tests[types.name]?.(value) ?? undefined;
  if (types.kind === "dtype") return isInt(value) ? (value.know === "static" ? false : undefined) : undefined;
  if (types.kind === "class") return isOfClass(value, types);
  return undefined;
}

function anyOf(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

function isOfClass(value: Value, type: ClassValue): boolean | undefined {
  if (value.kind !== "object") return false;
  if (value.type === undefined) return undefined;
  if (value.type.item.id === type.item.id && value.type.file === type.file) return true;
  // A protocol asks for methods, not for a base.
  const isProtocol = type.item.attributes.some((one) => /\bruntime_checkable$/.test(one));
  return value.type.item.bases.length === 0 && !isProtocol ? false : undefined;
}

/** `issubclass(dtype, cutlass.Float)` and the like. */
export function isSubtype(value: Value, types: Value): boolean | undefined {
  if (types.kind === "tuple") return anyOf(types.items.map((each) => isSubtype(value, each)));
  if (
    value.kind === "dtype" &&
    value.assumed === true &&
    (types.kind !== "builtin" || types.name !== "cutlass.Numeric")
  )
    return undefined;
  if (value.kind === "dtype" && types.kind === "dtype") return value.name === types.name;
  if (value.kind !== "dtype" || types.kind !== "builtin") return undefined;
  switch (types.name) {
    case "cutlass.Numeric":
      return true;
    case "cutlass.Float":
      return value.family === "float";
    case "cutlass.Integer":
      return value.family === "int" || value.family === "uint" || value.family === "bool";
    default:
      return undefined;
  }
}
