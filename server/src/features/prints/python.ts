// Python's prints: `print` runs while the kernel is traced and shows `?` for what only the run knows; `cute.printf` runs
// with the kernel and shows numbers, here symbols by their names.
import { irTypeName } from "../../../../src-engine/algebra/atoms/ir-type-name.ts";
import { knownDivisor, symbolsOf } from "../../../../src-engine/algebra/int/ask.ts";
import { gcdOf, isInt } from "../../../../src-engine/algebra/int/int.ts";
import { leavesOf } from "../../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Pointer, Tensor, Value } from "../../../../src-engine/algebra/value.ts";
import type { CallArg } from "../../../../src-engine/program/facts.ts";
import type { ObjectValue } from "../../../../src-engine/program/values.ts";
import { printValue } from "../../facts/notation.ts";
import { formatC } from "./format.ts";
import { formatted, type ValueAt } from "./formatted-string.ts";
import { traced } from "./traced.ts";

/** Arguments joined by blanks. */
export function pythonPrint(args: readonly CallArg[], valueAt: ValueAt): string {
  return args.map((arg) => formatted(arg, valueAt, str) ?? typeText(arg) ?? str(arg.value, arg.text)).join(" ");
}

/** One of several rounds: values of holes are those of all rounds, so that only a formatted string known as a whole counts. */
export function printedRound(args: readonly CallArg[]): string | undefined {
  const parts = args.map((arg) => typeText(arg) ?? (isOpen(arg) ? undefined : str(arg.value, arg.text)));
  return parts.every((part) => part !== undefined) ? parts.join(" ") : undefined;
}

const isOpen = ({ value, text }: CallArg): boolean => value.kind === "unknown" && /^\s*[rR]?[fF][rR]?["']/.test(text);

/** `type(x)`: an int that the trace knows is Python's own, one of the run is an Int32 where nothing says otherwise. */
function typeText({ text, value }: CallArg): string | undefined {
  if (!/^type\(.*\)$/s.test(text)) return undefined;
  const of = value.kind === "type" ? value.of : value;
  if (of.kind === "num" || of.kind === "sym") return of.know === "static" ? "<class 'int'>" : dynamicType(of);
  return of.kind === "float" ? "<class 'float'>" : of.kind === "text" ? "<class 'str'>" : `‹${text}›`;
}

const dynamicType = (value: Int): string =>
  value.kind === "sym" && symbolsOf(value).some((one) => one.width === 64) ? "Int64" : "Int32";

/** A format with `{}` and C's directives, or values with commas between them. */
export function printfText(args: readonly CallArg[], valueAt?: ValueAt): string {
  const [first, ...rest] = args;
  if (first === undefined) return "";
  const written = valueAt === undefined ? undefined : formatted(first, valueAt, str);
  const format = written ?? (first.value.kind === "text" ? first.value.value : undefined);
  const values = format === undefined ? args : rest;
  return filled(format ?? args.map(() => "{}").join(", "), values);
}

/** `{}` and `%d` take the values in turn. */
function filled(format: string, values: readonly CallArg[]): string {
  let next = 0;
  return format.replace(/\{\{|\}\}|\{\}|%%|%[-+ 0#]*\d*(?:\.\d+)?[a-zA-Z]/g, (hole) => {
    if (hole === "{{" || hole === "}}") return hole[0] ?? "";
    if (hole === "%%") return "%";
    const arg = values[next++];
    if (arg === undefined) return hole;
    return hole === "{}" ? atRun(arg.value, arg.text) : formatC(hole, [arg]);
  });
}

function atRun(value: Value, text: string): string {
  switch (value.kind) {
    case "float":
      return value.value.toFixed(6);
    case "unknown":
    case "object":
    case "function":
      return `‹${text}›`;
    case "tensor":
      return value.layout.kind === "unknown" ? `‹${text}›` : `raw_ptr(0x…) o ${printValue(value.layout, "python")}`;
    default:
      return printValue(value, "python");
  }
}

/** `str(x)` while tracing. */
function str(value: Value, text: string): string {
  if (value.kind === "text") return value.value;
  if ((value.kind === "num" || value.kind === "sym") && value.know === "dynamic") return "?";
  return repr(value, text);
}

function repr(value: Value, text: string): string {
  switch (value.kind) {
    case "text":
      return `'${value.value}'`;
    case "num":
      return value.know === "dynamic" ? `${dynamicType(value)}(?)` : printValue(value, "python");
    case "sym":
      return value.know === "dynamic" ? `${dynamicType(value)}(?)` : printValue(value, "python");
    case "float":
      return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value);
    case "underscore":
      return "None";
    case "tuple":
      return sequenceText(value.items, value.list === true || /^\s*\[/.test(text));
    case "dict":
      return `{${value.entries.map(([key, one]) => `${repr(key, "")}: ${repr(one, "")}`).join(", ")}}`;
    case "pointer":
      return pointerType(value);
    case "tensor":
      return tensorType(value);
    case "builtin":
      return value.name;
    case "object":
      return vectorText(value) ?? `‹${text}›`;
    case "unknown":
    case "function":
    case "class":
    case "module":
    case "range":
      return `‹${text}›`;
    default:
      return printValue(traced(value), "python");
  }
}

const sequenceText = (items: readonly Value[], isList: boolean): string => {
  const words = items.map((item) => repr(item, "")).join(", ");
  return isList ? `[${words}]` : `(${words}${items.length === 1 ? "," : ""})`;
};

/** `tensor_value<vector<32xf32> o (4, 8)>`: the values of a tensor in registers. */
function vectorText(value: ObjectValue): string | undefined {
  const [shape, type] = [value.fields.get("shape"), value.fields.get("dtype")];
  if (value.name !== "TensorSSA" || shape === undefined || type?.kind !== "dtype") return undefined;
  const count = leavesOf<Value>(shape).reduce((n, one) => n * (one.kind === "num" ? one.value : Number.NaN), 1);
  if (Number.isNaN(count)) return undefined;
  return `tensor_value<vector<${count}x${irTypeName(type)}> o ${repr(shape, "")}>`;
}

/** `tensor<ptr<f32, gmem> o (4,3):(3,1)>`. */
function tensorType(tensor: Tensor): string {
  const layout = tensor.layout.kind === "unknown" ? "?" : printValue(traced(tensor.layout), "python");
  return `tensor<${pointerType(tensor.engine)} o ${layout}>`;
}

function pointerType(engine: Tensor["engine"]): string {
  if (engine.kind !== "pointer") return printValue(traced(engine), "python");
  const type = engine.dtype.kind === "dtype" ? irTypeName(engine.dtype) : "?";
  const known = alignOf(engine);
  const align = known === undefined || known * 8 <= bitsOf(engine) ? [] : [`align<${known}>`];
  const swizzle = engine.swizzle === undefined || engine.swizzle.b === 0 ? [] : [printValue(engine.swizzle, "python")];
  const space = engine.space === "unknown" ? "?" : engine.space;
  return `ptr<${[type, space, ...align, ...swizzle].join(", ")}>`;
}

/** Registers are aligned to 32 bytes; elements between move the rest of the way. */
function alignOf(engine: Pointer): number | undefined {
  const align = engine.align ?? (engine.space === "rmem" ? 32 : undefined);
  if (align === undefined || !isInt(engine.offset)) return undefined;
  return gcdOf(align * 8, engine.stepBits ?? knownDivisor(engine.offset) * bitsOf(engine)) / 8;
}

const bitsOf = (engine: Pointer): number => (engine.dtype.kind === "dtype" ? engine.dtype.bits : 0);

/** What cute.print_tensor writes first; the elements are the run's. */
export function tensorText(value: Value): string | undefined {
  if (value.kind !== "tensor" || value.layout.kind === "unknown" || value.engine.kind !== "pointer") return undefined;
  const { engine, layout } = value;
  const type = engine.dtype.kind === "dtype" ? irTypeName(engine.dtype) : "?";
  const align = alignOf(engine) ?? Math.ceil(bitsOf(engine) / 8);
  return `tensor(raw_ptr(0x…: ${type}, ${engine.space === "unknown" ? "?" : engine.space}, align<${align}>) o ${printValue(layout, "python")}, data=\n  the elements, which only the run knows)`;
}
