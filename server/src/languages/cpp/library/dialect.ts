// CuTe C++ as a dialect: names to rows, calls to the engine's operations. The rows are in the files by topic; this file only dispatches.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { asDynamic, isInt } from "../../../../../src-engine/algebra/int/int.ts";
import { applySwizzle } from "../../../../../src-engine/algebra/swizzle/swizzle.ts";
import { type AnyLayout, type Tensor, tuple, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { BuiltinCall, Dialect } from "../../../../../src-engine/interpret/dialect.ts";
import type { Unit } from "../../../../../src-engine/program/ir.ts";
import type { BuiltinValue } from "../../../../../src-engine/program/values.ts";
import { driverConstant } from "../../driver-constants.ts";
import { cppSemantics } from "../semantics/semantics.ts";
import { bulkRows } from "./bulk.ts";
import { layoutCall, tensorAt } from "./carriers.ts";
import { builderTypes } from "./collective-builder.ts";
import { collectiveParamRows } from "./collective-params.ts";
import { containerTypes, isVector, withComponents } from "./containers.ts";
import { coordinateRows } from "./coordinates.ts";
import { driverRows } from "./driver.ts";
import { coordOfArgs, memberOf, memberRows } from "./members.ts";
import { everywhere, isDriverName, isQualified, libraryKey, reachesCute } from "./names.ts";
import { isOperation, operationText } from "./operation-names.ts";
import { binaryOf } from "./operators.ts";
import { parameterOf } from "./parameter.ts";
import { withPart } from "./parts.ts";
import { cutlassPreludePath } from "./prelude.ts";
import { sliceOfRank, unknownRows, withRank } from "./result-rank.ts";
import { type Call, plain, type Row, runRow, type TypeRow, unknownIn } from "./row.ts";
import { atomRows, atomTypes, isSmemAtom, smemAtomType } from "./rows-atoms.ts";
import { collectiveRows } from "./rows-collectives.ts";
import { comparedRows } from "./rows-compared.ts";
import { effectRows } from "./rows-effects.ts";
import { integerRows, integerTypes } from "./rows-integers.ts";
import { layoutRows } from "./rows-layouts.ts";
import { isLauncher, runtimeClass, runtimeRows, runtimeTypes, withParameters } from "./rows-runtime.ts";
import { sm100Rows } from "./rows-sm100.ts";
import { tensorRows } from "./rows-tensors.ts";
import { tmaRows } from "./rows-tma.ts";
import { transformRows } from "./rows-transform.ts";
import { tupleRows } from "./rows-tuples.ts";
import { typeRows } from "./rows-types.ts";
import { selectorRows } from "./selectors.ts";
import { misuse } from "./signatures.ts";
import { standardTypes, standardValue } from "./standard.ts";
import { torchClass, torchRows } from "./torch-tensor.ts";
import { isStaticValue } from "./types-compared.ts";
import { applied, contradicted, unapplied } from "./unapply.ts";
import { builtin, intIn, typeOf } from "./values.ts";

const rows: ReadonlyMap<string, Row> = index([
  ...integerRows,
  ...tupleRows,
  ...comparedRows,
  ...layoutRows,
  ...transformRows,
  ...tensorRows,
  ...coordinateRows,
  ...atomRows,
  ...selectorRows,
  ...sm100Rows,
  ...collectiveRows,
  ...collectiveParamRows,
  ...tmaRows,
  ...effectRows,
  ...runtimeRows,
  ...torchRows,
  ...driverRows,
  ...bulkRows,
  ...memberRows,
  ...unknownRows,
]);

const types: ReadonlyMap<string, TypeRow> = index([
  ...integerTypes,
  ...typeRows,
  ...atomTypes,
  ...runtimeTypes,
  ...builderTypes,
  ...standardTypes,
  ...containerTypes,
]);

function index<T extends { readonly name: string }>(all: readonly T[]): Map<string, T> {
  return new Map(all.map((found) => [found.name, found]));
}

export function cppDialect(): Dialect {
  const reaching = new WeakMap<Unit, boolean>();
  const sees = (unit: Unit): boolean => {
    const known = reaching.get(unit);
    if (known !== undefined) return known;
    const answer = reachesCute(unit);
    reaching.set(unit, answer);
    return answer;
  };
  const values = new Map<string, Value | undefined>();
  const remembered = (key: string): Value | undefined => {
    if (!values.has(key)) values.set(key, named(key));
    return values.get(key);
  };
  return {
    language: "cpp",
    semantics: cppSemantics,
    lookup(unit, path) {
      const key = libraryKey(path);
      if (key === undefined) return undefined;
      return isQualified(path) ||
        everywhere.has(key) ||
        isDriverName(key) ||
        /^cuda[A-Z]/.test(key) ||
        /^(?:unsigned|signed|long|short) /.test(key) ||
        sees(unit)
        ? remembered(key)
        : undefined;
    },
    member: memberOf,
    call: callBuiltin,
    instantiate,
    unapply: unapplied,
    contradicts: contradicted,
    applied,
    prelude: cutlassPreludePath,
    preludePath(unit, path) {
      const key = libraryKey(path);
      return key !== undefined && (isQualified(path) || sees(unit)) ? key.split("::") : undefined;
    },
    isKernel: (name) => name === "device_kernel",
    kernelOf: (name) => (/UniversalAdapter$/.test(name) ? "operator()" : undefined),
    passesOn: isLauncher,
    chooses: (name) => name === "conditional_t" || name === "conditional",
    binary: binaryOf,
    index: (object, args, ctx) => indexed(object, args, ctx),
    construct,
    withPart,
    parameter: parameterOf,
  };
}

function named(key: string): Value | undefined {
  if (isOperation(key)) return builtin(key);
  const value = standardValue(key) ?? runtimeClass(key) ?? torchClass(key) ?? driverConstant(key);
  if (value !== undefined) return value;
  return rows.has(key) || types.has(key) || isSmemAtom(key) ? builtin(key) : undefined;
}

function callBuiltin(callee: BuiltinValue, call: BuiltinCall): Value {
  if (isOperation(callee.name)) return operationText(callee.name, callee.targs);
  const refused = misuse(callee.name, call);
  if (refused !== undefined) return call.ctx.stop({ code: "arguments", message: refused });
  const found = rows.get(callee.name);
  if (found !== undefined) return withRank(callOf(found.name, callee.self, call), runRow(found, call));
  const type = types.get(callee.name);
  if (type === undefined) return unknown(`${callee.name} cannot be called`);
  // `Layout(shape, stride)`, `is_static<T>()`: with template arguments a value of the type.
  if (callee.targs.length > 0) return plain(type.of(callee.targs, call.ctx));
  // An alias template deduces nothing from no arguments: a plain `Tile{}` is a name that the file does not show us.
  if (call.args.length === 0 && aliasTemplates.has(callee.name))
    return unknown(`${callee.name} is declared where this file's includes cannot be read`);
  const maker = rows.get(makers[callee.name] ?? "");
  if (maker === undefined) return unknown(`${callee.name} is deduced from its arguments`);
  return withRank(callOf(maker.name, undefined, call), runRow(maker, call));
}

const callOf = (name: string, self: Value | undefined, raw: BuiltinCall): Call => ({
  ctx: raw.ctx,
  name,
  self,
  targs: raw.targs,
  args: raw.args.map((one) => one.value),
  raw,
});

const aliasTemplates: ReadonlySet<string> = new Set(["Shape", "Stride", "Step", "Coord", "Tile"]);

/** What a deduced construction `Layout(a, b)` means. */
const makers: Readonly<Record<string, string>> = {
  ArithmeticTuple: "make_arithmetic_tuple",
  ArithmeticTupleIterator: "make_inttuple_iter",
  ScaledBasis: "make_scaled_basis",
  Layout: "make_layout",
  Tensor: "make_tensor",
  Shape: "make_shape",
  Stride: "make_stride",
  Coord: "make_coord",
  Tile: "make_tile",
  tuple: "make_tuple",
};

function instantiate(template: BuiltinValue, targs: readonly Value[], ctx: Context): Value {
  const { name } = template;
  if (isOperation(name)) return typeOf(operationText(name, targs));
  if (isSmemAtom(name))
    return smemAtomType(name, targs, ctx) ?? unknown(`${name} is no layout atom that is known here`);
  const type = types.get(name);
  // `rank`, `depth` and others are both functions and types; as functions they have mode indices.
  const asFunction = rows.has(name) && (type === undefined || targs.every((value) => isInt(plain(value))));
  if (asFunction || type === undefined) return { ...template, targs };
  return type.of(targs, ctx);
}

/** Calls and constructions of library values: `tensor(_, k)`, `layout(coord)`, `swizzle(offset)`, `T(args)` of a type. */
function construct(callee: Value, raw: BuiltinCall): Value | undefined {
  const call: Call = { ...callOf(raw.name, callee, raw), targs: [] };
  const missing = call.args.find((value) => value.kind === "unknown");
  switch (callee.kind) {
    case "unknown":
      return sliceOfRank(callee, call);
    case "tensor":
      return (callee.layout.kind === "unknown" ? ofOpenLayout(callee, call) : undefined) ?? tensorCall(callee, call);
    case "layout":
    case "composed":
      if (missing?.kind === "unknown") return unknown("a coordinate of the layout is not known", missing);
      return layoutCall(raw.ctx, callee as AnyLayout, coordOfArgs(call));
    case "swizzle": {
      const [offset] = call.args;
      return offset === undefined || missing !== undefined
        ? undefined
        : (applySwizzle(raw.ctx, callee, intIn(raw.ctx, offset)) as Value);
    }
    case "type":
      return constructed(callee.of, call.args);
    case "num":
    case "sym":
      // `Int<8>{}()`; an integer of the run is no function.
      return call.args.length === 0 && callee.know === "static" ? callee : undefined;
    default:
      return undefined;
  }
}

/** A slice of a tensor whose layout is not known but for its rank: a tensor of that kind again. */
function ofOpenLayout(tensor: Tensor, call: Call): Value | undefined {
  const part = tensor.layout.kind === "unknown" ? sliceOfRank(tensor.layout, call) : undefined;
  if (part === undefined) return undefined;
  return part.rank === undefined ? part : { kind: "tensor", engine: unknown("where a part lies", part), layout: part };
}

/** `tensor(_, _, stage)`: where a stage is not known it is some number, and the slice's layout is known all the same. */
function tensorCall(tensor: Tensor, call: Call): Value {
  const some = call.args.some((value) => plain(value).kind === "underscore");
  const args = some ? call.args.map((value, i) => numbered(value, call, i)) : call.args;
  const missing = args.map((value) => unknownIn(value, 0)).find((value) => value !== undefined);
  if (missing !== undefined) return unknown("a coordinate of the tensor is not known", missing);
  const at = tensorAt(call.ctx, tensor, coordOfArgs({ ...call, args }));
  const { engine } = tensor;
  const isNumber = engine.kind === "pointer" && engine.dtype.kind === "dtype" && /int$/.test(engine.dtype.family);
  return at.kind === "unknown" && isNumber ? call.raw.symbol(engine.base ?? "element") : at;
}

/** Under the name of the variable that holds it, each position its own. */
function numbered(value: Value, call: Call, position: number): Value {
  if (value.kind !== "unknown") return value;
  const expr = call.raw.args[position]?.expr;
  const name = expr?.kind === "name" ? expr.path.at(-1) : undefined;
  return call.raw.symbol(name ?? (position === 0 ? "index" : `index.${position}`));
}

/** `T(x)` and `T{a, b}`: a copy of what is of the same kind, a tuple of its items; a static type has one value. */
function constructed(of: Value, args: readonly Value[]): Value {
  const given = args.map(plain);
  const [only] = given;
  if (only === undefined) return of;
  if (of.kind === "basis" && isInt(only)) return of.value.know === "static" ? of : { ...of, value: asDynamic(only) };
  if (args.length === 1 && only.kind === of.kind) return only;
  if (of.kind === "object" && isVector(of)) return withComponents(of, given);
  if (of.kind === "object") return withParameters(of, given);
  if (of.kind === "tuple" && given.length === of.items.length) return tuple(given);
  if (of.kind === "text" || isStaticValue(of)) return of;
  const missing = given.find((value) => value.kind === "unknown");
  return unknown(
    "an object built from parts that are not understood",
    missing?.kind === "unknown" ? missing : undefined,
  );
}

function indexed(object: Value, args: readonly Value[], ctx: Context): Value | undefined {
  const given = plain(object);
  if (given.kind === "tensor") {
    const [only] = args;
    return only === undefined || only.kind === "unknown" ? undefined : construct(given, emptyCall(ctx, args));
  }
  if (given.kind === "pointer") return unknown("the contents of memory");
  return undefined;
}

function emptyCall(ctx: Context, args: readonly Value[]): BuiltinCall {
  const expr = { kind: "opaque", why: "an index", reads: [], span: { start: 0, end: 0 } } as const;
  return {
    name: "index",
    targs: [],
    args: args.map((value) => ({ value, expr })),
    ctx,
    invoke: () => unknown("an index calls nothing"),
    binary: () => unknown("an index has no operators"),
    symbol: () => unknown("an index makes no symbol"),
    record: () => undefined,
    refused: () => undefined,
  };
}
