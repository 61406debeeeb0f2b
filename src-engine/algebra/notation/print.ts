// Values as CuTe prints them: `((_8,2),_4):((_1,8),_16)`, `Sw<3,4,3> o _0 o …` in C++; `((8,?),4):((1,8),?)`, `S<3,4,3> o 0 o …`
// in the DSL. Addresses are not known and print as PTR. What has no notation of its own prints its kind in angle brackets, an object its class.
import { printAtom } from "../atoms/print.ts";
import { shortest } from "../float.ts";
import { type NameOf, newNames, printInt } from "../int/print.ts";
import { mixedValue } from "../swizzle/mixed-bits.ts";
import { isTuple, leavesOf } from "../tuple/tree.ts";
import type { ArithTuple, Basis, ComposedLayout, Float, MixedBits, Tensor, Tree, Tuple, Value } from "../value.ts";
import { printPointer } from "./print-pointer.ts";

export type Dialect = "cpp" | "dsl" | "ir";

export function print(value: Value, dialect: Dialect = "cpp", names = newNames()): string {
  switch (value.kind) {
    case "num":
    case "sym":
      return printInt(value, dialect, names);
    case "tuple":
      return printTuple(value, dialect, names);
    case "arith":
      return (value.iterator && dialect === "cpp" ? "ArithTuple" : "") + printCoordinate(value, dialect, names);
    case "lazy-iterator":
      return `trans_${printEngine(value.of, dialect, names)}`;
    case "basis":
      return printBasis(value, dialect, names);
    case "mixed":
      return dialect === "cpp" ? printMixed(value, names) : printInt(mixedValue(value), dialect, names);
    case "underscore":
      return dialect === "dsl" ? "None" : "_";
    case "layout":
      return `${print(value.shape, dialect, names)}:${print(value.stride, dialect, names)}`;
    case "swizzle":
      return `${dialect === "cpp" ? "Sw" : "S"}<${value.b},${value.m},${value.s}>`;
    case "flag":
      return `smem_ptr[${value.bits}b](unset)`;
    case "composed":
      return printComposed(value, dialect, names);
    case "tensor":
      return printTensor(value, dialect, names);
    case "pointer":
      return printPointer(value, dialect === "cpp" ? "cpp" : "dsl", (sw) => print(sw, dialect, names));
    case "dtype":
      return value.name;
    case "text":
      return value.value;
    case "float":
      return printFloat(value, dialect);
    case "unknown":
      return value.type !== undefined && dialect === "dsl" ? "?" : "unknown";
    case "type":
      return value.name ?? print(value.of, dialect, names);
    case "alternatives":
      return listOptions(value, (option) => print(option, dialect));
    case "builtin":
      return value.name;
    case "object":
      return `<${value.name || value.kind}>`;
    case "mma-atom":
    case "copy-atom":
    case "tma-atom":
    case "tiled-mma":
    case "tiled-copy":
    case "thr-mma":
    case "thr-copy":
      return printAtom(value, (v) => print(v, dialect, names), dialect);
    default:
      return `<${value.kind}>`;
  }
}

/** As Python and C++ print it: `inf`, `nan`. */
function printFloat({ value, dtype }: Float, dialect: Dialect): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  if (dtype !== undefined && dtype.bits <= 32) return shortest(dtype.name, value);
  return dialect === "dsl" && Number.isInteger(value) && Math.abs(value) < 1e16 ? value.toFixed(1) : String(value);
}

/** Alternatives that differ in nothing that is printed are one to the reader; `…` says that there are more than are told. */
export function listOptions({ options }: Value & { kind: "alternatives" }, text: (value: Value) => string): string {
  return [...new Set(options.map((one) => (one.further ? "…" : text(one.value))))].join(" | ");
}

/** With a stack of its own: tuples may nest as deeply as they like. */
function printTuple(t: Tuple<Value>, dialect: Dialect, names: NameOf): string {
  const out: string[] = ["("];
  const open: { readonly items: readonly Tree<Value>[]; next: number }[] = [{ items: t.items, next: 0 }];
  for (let frame = open[open.length - 1]; frame !== undefined; frame = open[open.length - 1]) {
    const item = frame.items[frame.next];
    if (item === undefined) {
      out.push(")");
      open.pop();
      continue;
    }
    if (frame.next > 0) out.push(",");
    frame.next++;
    if (isTuple(item)) {
      out.push("(");
      open.push({ items: item.items, next: 0 });
    } else out.push(print(item, dialect, names));
  }
  return out.join("");
}

/** The path is printed innermost first: E<0,1> is `_1@1@0`. */
function printBasis(b: Basis, dialect: Dialect, names: NameOf): string {
  const path = [...b.path].reverse().map((n) => `@${n}`);
  const over = b.over === undefined ? "" : `/${dialect === "cpp" ? "_" : ""}${b.over}`;
  return printInt(b.value, dialect, names) + over + path.join("");
}

function printMixed(m: MixedBits, names: NameOf): string {
  const dynamic = printInt(m.dynamic, "cpp", names);
  const value = m.dynamic.kind === "num" ? String(m.staticBits + m.dynamic.value) : `${m.staticBits}+${dynamic}`;
  return `M_${m.staticBits}|(${dynamic}&${m.mask})=${value}`;
}

function printComposed(a: ComposedLayout, dialect: Dialect, names: NameOf): string {
  return `${print(a.outer, dialect, names)} o ${print(a.offset, dialect, names)} o ${print(a.inner, dialect, names)}`;
}

const printCoordinate = (at: ArithTuple, dialect: Dialect, names: NameOf): string =>
  at.integral && at.items[0] !== undefined
    ? print(at.items[0], dialect, names)
    : printTuple({ kind: "tuple", items: at.items }, dialect, names);

function printTensor(t: Tensor, dialect: Dialect, names: NameOf): string {
  return `${startOf(t, dialect, names)} o ${print(t.layout, dialect, names)}`;
}

/** Of coordinates that start nobody knows where the print is no pointer's. */
function startOf({ engine, layout }: Tensor, dialect: Dialect, names: NameOf): string {
  const steps = layout.kind === "layout" ? leavesOf(layout.stride) : [];
  const counts = engine.kind === "unknown" && dialect === "cpp" && steps.some((step) => step.kind === "basis");
  return counts ? "ArithTuple(?)" : printEngine(engine, dialect, names);
}

function printEngine(engine: Tensor["engine"], dialect: Dialect, names: NameOf): string {
  switch (engine.kind) {
    case "num":
    case "sym":
      return dialect === "cpp" ? `counting_iter(${print(engine, dialect, names)})` : print(engine, dialect, names);
    case "arith":
      return (dialect === "cpp" ? "ArithTuple" : "") + printCoordinate(engine, dialect, names);
    case "lazy-iterator":
      return print(engine, dialect, names);
    case "unknown":
      return "ptr";
    default:
      return printPointer(engine, dialect === "cpp" ? "cpp" : "dsl", (sw) => print(sw, dialect, names));
  }
}
