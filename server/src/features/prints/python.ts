// Python's prints: `print` runs while the kernel is traced and shows `?` for what only the run knows; `cute.printf` runs
// with the kernel and shows numbers, here symbols by their names.
import type { CallArg } from "../../../../src-engine/facts.ts";
import type { Tensor, Value } from "../../../../src-engine/value.ts";
import { printValue } from "../notation.ts";
import { formatC } from "./format.ts";
import { formatted, type ValueAt } from "./formatted-string.ts";
import { traced } from "./traced.ts";

/** Arguments joined by blanks. */
export function pythonPrint(args: readonly CallArg[], valueAt: ValueAt): string {
  return args.map((arg) => formatted(arg, valueAt, str) ?? typeText(arg) ?? str(arg.value, arg.text)).join(" ");
}

/** What a type is called is not followed; an int that the trace knows is Python's own. */
function typeText({ text, value }: CallArg): string | undefined {
  if (!/^type\(.*\)$/s.test(text)) return undefined;
  return value.kind === "num" && value.know === "static" ? "<class 'int'>" : `‹${text}›`;
}

/** A format with `{}` and C's directives, or values with commas between them. */
export function printfText(args: readonly CallArg[], valueAt: ValueAt): string {
  const [first, ...rest] = args;
  if (first === undefined) return "";
  const format = formatted(first, valueAt, str) ?? (first.value.kind === "text" ? first.value.value : undefined);
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
  return value.kind === "text" ? value.value : repr(value, text);
}

function repr(value: Value, text: string): string {
  switch (value.kind) {
    case "text":
      return `'${value.value}'`;
    case "num":
      if (value.know === "static" && isTruth(text) && value.value < 2) return value.value === 1 ? "True" : "False";
      return value.know === "dynamic" ? "?" : printValue(value, "python");
    case "sym":
      return value.know === "dynamic" ? "?" : printValue(value, "python");
    case "float":
      return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value);
    case "underscore":
      return "None";
    case "tuple":
      return `(${value.items.map((item) => repr(item, "")).join(", ")}${value.items.length === 1 ? "," : ""})`;
    case "tensor":
      return tensorType(value);
    case "builtin":
      return value.name;
    case "unknown":
    case "object":
    case "function":
    case "class":
    case "module":
    case "dict":
    case "range":
      return `‹${text}›`;
    default:
      return printValue(traced(value), "python");
  }
}

/** Truths are 0 and 1 here; the expression says which they are. */
const isTruth = (text: string): boolean => /^(?:True|False)$|[=!<>]=|[<>]|\b(?:not|in|is)\b/.test(text);

/** `tensor<ptr<f32, gmem> o (4,3):(3,1)>`. */
function tensorType(tensor: Tensor): string {
  const layout = tensor.layout.kind === "unknown" ? "?" : printValue(traced(tensor.layout), "python");
  return `tensor<${pointerType(tensor.engine)} o ${layout}>`;
}

function pointerType(engine: Tensor["engine"]): string {
  if (engine.kind !== "pointer") return printValue(traced(engine), "python");
  const type = engine.dtype.kind === "dtype" ? mlirName(engine.dtype.name, engine.dtype.bits) : "?";
  const align = engine.align === undefined || engine.align * 8 <= bitsOf(engine) ? [] : [`align<${engine.align}>`];
  const swizzle = engine.swizzle === undefined || engine.swizzle.b === 0 ? [] : [printValue(engine.swizzle, "python")];
  return `ptr<${[type, engine.space, ...align, ...swizzle].join(", ")}>`;
}

const bitsOf = (engine: Extract<Tensor["engine"], { kind: "pointer" }>): number =>
  engine.dtype.kind === "dtype" ? engine.dtype.bits : 0;

const mlirNames: Readonly<Record<string, string>> = { BFloat16: "bf16", TFloat32: "tf32", Boolean: "i1" };

/** `Float16` is `f16`, `Int8` and `Uint8` are `i8`, `Float8E4M3FN` is `f8E4M3FN`. */
function mlirName(name: string, bits: number): string {
  const known = mlirNames[name];
  if (known !== undefined) return known;
  const small = /^Float(\d+E\w+)$/.exec(name)?.[1];
  if (small !== undefined) return `f${small}`;
  return name.startsWith("Float") ? `f${bits}` : `i${bits}`;
}

/** What cute.print_tensor writes first; the elements are the run's. */
export function tensorText(value: Value): string | undefined {
  if (value.kind !== "tensor" || value.layout.kind === "unknown" || value.engine.kind !== "pointer") return undefined;
  const { engine, layout } = value;
  const type = engine.dtype.kind === "dtype" ? mlirName(engine.dtype.name, engine.dtype.bits) : "?";
  const align = engine.align ?? (engine.space === "rmem" ? "?" : Math.ceil(bitsOf(engine) / 8));
  return `tensor(raw_ptr(0x…: ${type}, ${engine.space}, align<${align}>) o ${printValue(layout, "python")}, data=\n  the elements, which only the run knows)`;
}
