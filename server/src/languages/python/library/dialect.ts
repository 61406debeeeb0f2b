// The CuTe DSL dialect: which names a file's imports make visible, and what library values do.
//
// Nothing is visible without an import, except Python's own functions. Rows are found by canonical name (names.ts).

import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { type DType, type Tensor, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { BuiltinCall, Dialect } from "../../../../../src-engine/interpret/dialect.ts";
import type { Imported, Unit } from "../../../../../src-engine/program/ir.ts";
import type { BuiltinValue } from "../../../../../src-engine/program/values.ts";
import { pythonSemantics } from "../semantics/semantics.ts";
import { archNamed } from "./arch.ts";
import { certainShape, misfit, openMisfit } from "./certain-shape.ts";
import { convertTo, dtypes, torchDType } from "./dtypes.ts";
import { enumByValue, enumMember } from "./enums.ts";
import { withFullModes } from "./full-modes.ts";
import { callLayout, indexLayout, itemOfRange } from "./indexing.ts";
import { memberOf } from "./members.ts";
import { canonicalName, exportedHelper, helperName, importedNames, isModule, memberName } from "./names.ts";
import { refusedOperand } from "./operand-kinds.ts";
import { binary } from "./operators.ts";
import { parameterOf, refusesArgument } from "./parameter.ts";
import { refusal, refuse } from "./refusals.ts";
import { indexOfRank } from "./result-rank.ts";
import { type Row, runRow } from "./row.ts";
import { rows } from "./rows.ts";
import { inheritedOf } from "./rows-autograd.ts";
import { enterTensor } from "./rows-runtime.ts";
import { storageField, storageType } from "./rows-smem.ts";
import { elementwise, indexVector, isMath, isVector } from "./rows-vector.ts";
import { someNumber } from "./run-numbers.ts";
import { runtimeCall, runtimeInteger, runtimeMember } from "./runtime-objects.ts";
import { refusedArguments } from "./signatures.ts";
import { coordIn, hasNone, indexTensor } from "./tensor.ts";
import { indexTorch } from "./torch-shapes.ts";
import { torchParts } from "./torch-tensor.ts";
import { bool, isLayout, text } from "./values.ts";

export function pythonDialect(): Dialect {
  const table = new Map<string, Row>(rows.map((row) => [row.name, row]));
  const imports = new WeakMap<Unit, ReadonlyMap<string, string>>();
  const resolve = (canonical: string): Value => constant(canonical) ?? { kind: "builtin", name: canonical, targs: [] };
  // What an absolute name means never changes.
  const meanings = new Map<string, Value | undefined>();
  const meaning = (dotted: string): Value | undefined => {
    if (meanings.has(dotted)) return meanings.get(dotted);
    const canonical = canonicalName(dotted);
    const value = canonical === undefined ? undefined : resolve(canonical);
    meanings.set(dotted, value);
    return value;
  };
  return {
    language: "python",
    semantics: pythonSemantics,
    lookup: (unit, path) => {
      const [name] = path;
      if (name === undefined) return undefined;
      const target = importsOf(unit, imports).get(name);
      if (target !== undefined) return meaning(target);
      return builtinName(name, table, unit) ?? typeOfPreset(name, importsOf(unit, imports));
    },
    member: (object, name) => {
      if (object.kind === "module") return meaning(memberName(object.name, name));
      if (object.kind === "builtin") return builtinMember(object, name, resolve);
      return memberOf(object, name);
    },
    inherited: inheritedOf,
    call: (builtin, call) => callBuiltin(table, builtin, call),
    helper: helperName,
    models: (name) => rowNamed(table, name) !== undefined,
    enumMember,
    passesOn: (name) => passing.has(name),
    instantiate: (builtin) => builtin,
    withMember: (object, name, value) => withMember(object, name, value),
    index: (object, args, ctx) => {
      if (object.kind === "unknown") return indexOfRank(ctx, object, args);
      if (object.kind === "tensor") return indexedTensor(ctx, object, args);
      if (isLayout(object)) return indexLayout(object, args, ctx);
      if (object.kind === "range") return itemOfRange(object, args);
      if (isVector(object)) return indexVector(ctx, object, args);
      const torch = torchParts(object);
      if (torch !== undefined) return indexTorch(torch, args);
      if (object.kind === "dtype" && args.length === 0) return storageField(object);
      if (object.kind === "builtin") return storageType(object.name, args, ctx) ?? { ...object, targs: flat(args) };
      return undefined;
    },
    construct: (callee, call) => construct(callee, call),
    binary,
    enter: enterTensor,
    parameter: parameterOf,
    refusesArgument,
    ignoresWrite: (object) => object.kind !== "object",
  };
}

/** What only hands its arguments on: alternatives among them stay. */
const passing = new Set([
  "functools.partial",
  "partial.call",
  "contextmanager.call",
  "cute.compile",
  "cute.experimental.compile",
  "dict",
  "torch.autograd.Function.apply",
]);

/** `Tuple[int, int]` may come as one tuple of arguments. */
const flat = (args: readonly Value[]): readonly Value[] => {
  const [only] = args;
  return args.length === 1 && only?.kind === "tuple" ? only.items : args;
};

// ---- names ---------------------------------------------------------------------------------------------------------

/** Names that imports anywhere in the unit bind, to absolute dotted targets. */
function importsOf(unit: Unit, known: WeakMap<Unit, ReadonlyMap<string, string>>): ReadonlyMap<string, string> {
  const before = known.get(unit);
  if (before !== undefined) return before;
  const found = new Map<string, string>();
  for (const one of unit.imports ?? []) bind(one, found);
  known.set(unit, found);
  return found;
}

/** `import a.b` binds `a`; `import a.b as c` binds the module itself. Relative imports are the project's. */
function bind(item: Imported, found: Map<string, string>): void {
  if (item.level > 0) return;
  for (const { name, alias } of item.names) {
    if (name === "*") continue;
    const target = item.form === "from" ? `${item.target}.${name}` : alias === name.split(".")[0] ? alias : name;
    if (!found.has(alias)) found.set(alias, target);
  }
}

/** Python's own functions, and those of a module that is imported whole. */
function builtinName(name: string, table: ReadonlyMap<string, Row>, unit: Unit): Value | undefined {
  if (name === "__name__") return text("__main__");
  if (name === "__file__") return text(unit.file);
  if (name === "NotImplemented") return { kind: "underscore" };
  if (name === "Ellipsis") return { kind: "builtin", name, targs: [] };
  if (table.has(name) && !name.includes(".")) return { kind: "builtin", name, targs: [] };
  return pythonNames.has(name) || /^[A-Z]\w*(Error|Exception|Warning)$/.test(name)
    ? { kind: "builtin", name, targs: [] }
    : undefined;
}

/** Presets name element types as such: `a_dtype = Float16`. Code that does not import them cannot. */
const typeOfPreset = (name: string, imported: ReadonlyMap<string, string>): Value | undefined =>
  [...imported.values()].some((target) => /^cutlass\b/.test(target)) ? dtypes.get(name) : undefined;

const pythonNames = new Set(
  "object dict property staticmethod classmethod super type bytes complex slice vars id hash iter next open input setattr exit Exception StopIteration".split(
    " ",
  ),
);

function constant(canonical: string): Value | undefined {
  if (isModule(canonical)) return { kind: "module", name: canonical };
  const [root, name = ""] = [canonical.split(".", 1)[0] ?? "", canonical.slice(canonical.lastIndexOf(".") + 1)];
  const depth = canonical.split(".").length;
  if ((root === "cutlass" || root === "cute") && depth === 2) {
    const dtype = dtypes.get(name);
    if (dtype !== undefined) return dtype;
  }
  if (root === "torch" && depth === 2) {
    const dtype = torchDType(name);
    if (dtype !== undefined) return dtype;
  }
  if (canonical === "cute.arch.WARP_SIZE") return staticInt(32);
  if (canonical === "cute.arch.FULL_MASK") return staticInt(0xffffffff);
  if (canonical === "math.pi") return { kind: "float", value: Math.PI };
  if (canonical === "math.e") return { kind: "float", value: Math.E };
  if (canonical === "math.inf" || canonical === "torch.inf") return { kind: "float", value: Number.POSITIVE_INFINITY };
  if (canonical === "typing.TYPE_CHECKING") return bool(false);
  if (canonical.startsWith("cutlass.Arch.")) return archNamed(name);
  return enumMember(canonical);
}

/** `cute.struct.MemRange`, `utils.LayoutEnum.ROW_MAJOR`, `pipeline.PipelineTmaAsync.create`. */
function builtinMember(object: BuiltinValue, name: string, resolve: (canonical: string) => Value): Value | undefined {
  const runtime = runtimeMember(object, name);
  if (runtime !== undefined) return runtime;
  return object.self === undefined ? resolve(`${object.name}.${name}`) : undefined;
}

/** `tensor.element_type = cutlass.TFloat32` retypes the elements in place. */
function withMember(object: Value, name: string, value: Value): Value | undefined {
  const isType = name === "element_type" || name === "dtype";
  if (object.kind !== "tensor" || !isType || object.engine.kind !== "pointer") return undefined;
  if (value.kind !== "dtype" && value.kind !== "unknown") return undefined;
  return { ...object, engine: { ...object.engine, dtype: value } };
}

/** `t[i, j]`; a slice that does not fit is refused as in C++. */
function indexedTensor(ctx: Context, tensor: Tensor, args: readonly Value[]): Value {
  const { layout } = tensor;
  const part = layout.kind === "unknown" ? indexOfRank(ctx, layout, args) : undefined;
  if (part !== undefined) return { ...tensor, layout: part };
  const items = withFullModes(tensor, args);
  const open = openMisfit(items, certainShape(tensor));
  if (open !== undefined) refuse(ctx, "tensor", open);
  const coord = coordIn(ctx, items);
  const shape = hasNone(coord) ? undefined : certainShape(tensor);
  const why = shape === undefined ? undefined : misfit(coord as Value, shape);
  if (why !== undefined) refuse(ctx, "tensor", why);
  return indexTensor(ctx, tensor, coord);
}

// ---- calls ---------------------------------------------------------------------------------------------------------

function callBuiltin(table: ReadonlyMap<string, Row>, builtin: BuiltinValue, call: BuiltinCall): Value {
  const row = rowNamed(table, builtin.name);
  const misfits =
    refusedArguments(builtin.name, call) ?? (row === undefined ? refusedKeyword(builtin.name, call) : undefined);
  if (misfits !== undefined) call.refused(refusal(builtin.name, misfits));
  if (row !== undefined) return runRow(row, call);
  if (isMath(builtin.name)) return elementwise(builtin.name, call);
  const member = enumByValue(
    builtin.name,
    call.args.map((each) => each.value),
  );
  if (member !== undefined) return member;
  if (builtin.name === "getattr") return attributeByName(call);
  const runtime = runtimeCall(builtin.name, call);
  if (runtime !== undefined) return runtime;
  if (/(Config|Params|Options|Stream|Event)$|^torch\.device$/.test(builtin.name)) return settings(builtin.name, call);
  return unknown(`${builtin.name} is not modelled`);
}

/** Of what has no row; a row asks for its arguments itself. */
const refusedKeyword = (name: string, { args }: BuiltinCall): string | undefined =>
  refusedOperand(name, (argument) => args.find((one) => one.name === argument)?.value);

function rowNamed(table: ReadonlyMap<string, Row>, name: string): Row | undefined {
  const own = table.get(name) ?? table.get(exportedHelper(name)) ?? prefixRow(table, name);
  if (own !== undefined) return own;
  const imported = importedNames(name).find((one) => table.has(one));
  return imported === undefined ? undefined : table.get(imported);
}

/** `getattr(object, "name", fallback)`. */
function attributeByName(call: BuiltinCall): Value {
  const [object, name, fallback] = call.args.map((each) => each.value);
  if (object === undefined || name?.kind !== "text") return unknown("an attribute by a name that is not known");
  const own = object.kind === "object" ? object.fields.get(name.value) : undefined;
  const found = own ?? (object.kind === "module" ? libraryName(object.name, name.value) : memberOf(object, name.value));
  if (found !== undefined) return found;
  return object.kind === "object" && object.type === undefined && fallback !== undefined
    ? fallback
    : unknown(`an attribute ${name.value} that is not visible`);
}

const libraryName = (module: string, name: string): Value | undefined => {
  const canonical = canonicalName(memberName(module, name));
  return canonical === undefined ? undefined : (constant(canonical) ?? { kind: "builtin", name: canonical, targs: [] });
};

/** Plain records of the library: what they were made with, by name. */
const settings = (name: string, call: BuiltinCall): Value => ({
  kind: "object",
  name,
  fields: new Map(
    call.args.flatMap((each): [string, Value][] => (each.name === undefined ? [] : [[each.name, each.value]])),
  ),
});

/** Methods whose names are part of the value: `torch.method.permute`, `enum.mma_major_mode`, `text.split`. */
const prefixRow = (table: ReadonlyMap<string, Row>, name: string): Row | undefined =>
  ["torch.method", "enum", "text"].flatMap((prefix) =>
    name.startsWith(`${prefix}.`) ? (table.get(`${prefix}.*`) ?? []) : [],
  )[0];

function construct(callee: Value, call: BuiltinCall): Value | undefined {
  const [first] = call.args;
  if (callee.kind === "dtype") {
    if (first === undefined) return undefined;
    if (isVector(first.value)) return first.value;
    return convertTo(callee, first.value) ?? ofRun(callee, first.value);
  }
  if (isLayout(callee) && first !== undefined) return callLayout(callee, first.value, call);
  if (callee.kind === "type") return callee.of;
  return undefined;
}

/** `Int32(x)` of whatever x is an integer. */
function ofRun(type: DType, value: Value): Value {
  const isInteger = type.family === "int" || type.family === "uint";
  if (isInteger) return runtimeInteger(type.name);
  return someNumber(type, value);
}
