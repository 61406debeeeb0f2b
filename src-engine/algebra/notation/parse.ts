// Reads CuTe's notation, C++ and DSL: integers, tuples, layouts `shape:stride`, bases, swizzles, composed layouts and tensors
// joined by ` o `, mixed bits, by-mode tilers `(L0,L1,_)` and `[4:1;_]`. What print writes, parse reads.
//
// The parser keeps its own stack, so that nesting may be as deep as it likes. Errors are stops of code "parse" with
// `facts.offset`.

import { dynamicInt, isInt, staticInt } from "../int/int.ts";
import { isTuple } from "../tuple/tree.ts";
import type { ArithTuple, Basis, ComposedLayout, Int, Shape, Strides, Tensor, Value } from "../value.ts";
import { underscore } from "../value.ts";
import { continueSum, type Names, parseSum } from "./parse-int.ts";
import { parsePointer } from "./parse-pointer.ts";
import { accept, acceptCompose, expect, match, parseError, peek, type Scanner, scanner, skipSpace } from "./scanner.ts";

export interface ParseOptions {
  readonly dialect?: "cpp" | "dsl" | "ir";
  readonly resolve?: (name: string) => Value | undefined;
  readonly call?: Names["call"];
  /** Makes the `?`s of one text different from another's. */
  readonly origin?: string;
}

export function parse(text: string, options: ParseOptions = {}): Value {
  const s = scanner(text);
  const value = parseValue(s, namesOf(options));
  skipSpace(s);
  if (s.at < text.length) parseError(s.at, `unexpected \`${text[s.at]}\``);
  return value;
}

export const namesOf = (options: ParseOptions): Names => ({
  plain: options.dialect === "dsl" || options.dialect === "ir" ? "static" : "dynamic",
  ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
  ...(options.call === undefined ? {} : { call: options.call }),
  ...(options.origin === undefined ? {} : { origin: options.origin }),
});

interface Frame {
  /** `)`, `]`, or "" for the outermost. */
  readonly close: string;
  readonly start: number;
  readonly items: Value[];
  /** Parts of `a o b o c` read so far. */
  parts: Value[];
  /** A shape whose stride comes next. */
  shape?: Value | undefined;
}

const frame = (close: string, start: number): Frame => ({ close, start, items: [], parts: [] });

/** One value; stops at what does not continue it. */
export function parseValue(s: Scanner, names: Names): Value {
  const open: Frame[] = [frame("", s.at)];
  for (;;) {
    const top = open[open.length - 1]!;
    const bracket = peek(s);
    if (bracket === "(" || bracket === "[") {
      open.push(frame(bracket === "(" ? ")" : "]", s.at++));
      if (!accept(s, bracket === "(" ? ")" : "]")) continue;
    } else {
      const done = completeLeaf(s, top, parseLeaf(s, names));
      if (!done) continue;
    }
    const result = closeFrames(s, open);
    if (result !== undefined) return result;
  }
}

/** Takes a value into its frame; false when more of the same item follows. */
function completeLeaf(s: Scanner, top: Frame, value: Value): boolean {
  const whole = top.shape === undefined ? value : makeLayout(s, top.shape, value);
  const isStride = top.shape !== undefined;
  top.shape = undefined;
  if (!isStride && accept(s, ":")) {
    top.shape = whole;
    return false;
  }
  top.parts.push(whole);
  return !acceptCompose(s);
}

/** Ends items and brackets as far as the text does; the outermost value when nothing is open. */
function closeFrames(s: Scanner, open: Frame[]): Value | undefined {
  for (;;) {
    const top = open[open.length - 1]!;
    if (top.parts.length > 0) {
      const item = compose(s, top.parts, top.start);
      top.parts = [];
      if (top.close === "") return item;
      top.items.push(item);
      const separated = accept(s, ",") || (top.close === "]" && accept(s, ";"));
      if (separated && peek(s) !== top.close) return undefined;
      if (peek(s) === "") parseError(top.start, "this bracket is not closed");
      expect(s, top.close);
    }
    open.pop();
    const done = completeLeaf(s, open[open.length - 1]!, { kind: "tuple", items: top.items });
    if (!done) return undefined;
  }
}

function makeLayout(s: Scanner, shape: Value, stride: Value): Value {
  if (!isShapeValue(shape)) parseError(s.at, "what stands before `:` is not a shape");
  if (!isStrideValue(stride)) parseError(s.at, "what stands after `:` is not a stride");
  return { kind: "layout", shape: shape as Shape, stride: stride as Strides };
}

/** Every leaf of a tree, without recursion. */
function everyLeaf(v: Value, test: (leaf: Value) => boolean): boolean {
  const open: Value[] = [v];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === "tuple") for (const item of next.items) open.push(item as Value);
    else if (!test(next)) return false;
  }
  return true;
}

const isShapeValue = (v: Value): boolean => everyLeaf(v, (leaf) => isInt(leaf));
const isStrideValue = (v: Value): boolean => everyLeaf(v, (leaf) => isInt(leaf) || leaf.kind === "basis");

/** `outer o offset o inner`, or `engine o layout` for a tensor. */
function compose(s: Scanner, parts: readonly Value[], start: number): Value {
  const [first, second] = parts;
  if (first === undefined) return parseError(start, "expected a value");
  if (second === undefined) return first;
  if (first.kind === "tensor" || first.kind === "pointer" || parts.length % 2 === 0)
    return makeTensor(s, first, compose(s, parts.slice(1), start));
  return composed(s, first, second, compose(s, parts.slice(2), start));
}

function makeTensor(s: Scanner, engine: Value, layout: Value): Tensor {
  if (layout.kind !== "layout" && layout.kind !== "composed") return parseError(s.at, "a tensor needs a layout");
  if (engine.kind === "tensor") return { kind: "tensor", engine: engine.engine, layout };
  if (engine.kind === "pointer") return { kind: "tensor", engine, layout };
  if (isInt(engine)) return { kind: "tensor", engine, layout };
  if (engine.kind === "tuple" && isShapeValue(engine)) {
    return { kind: "tensor", engine: { kind: "arith", items: engine.items as readonly Shape[] }, layout };
  }
  return parseError(s.at, "two parts joined by `o` are an engine and a layout");
}

function composed(s: Scanner, outer: Value, offset: Value, inner: Value): ComposedLayout {
  const map = (v: Value) =>
    v.kind === "swizzle" || v.kind === "layout" || v.kind === "composed"
      ? v
      : parseError(s.at, "a layout or swizzle must stand beside `o`");
  return { kind: "composed", outer: map(outer), offset: offsetOf(s, offset), inner: map(inner) };
}

function offsetOf(s: Scanner, v: Value): ComposedLayout["offset"] {
  if (isInt(v) || v.kind === "mixed" || v.kind === "flag" || v.kind === "basis" || v.kind === "arith") return v;
  if (isTuple(v) && isStrideValue(v)) return v as ComposedLayout["offset"];
  return parseError(s.at, "the middle part of a composed layout is its offset");
}

function parseLeaf(s: Scanner, names: Names): Value {
  return (
    parseFlag(s) ??
    parseTensor(s, names) ??
    parsePointer(s) ??
    parseSwizzle(s) ??
    parseMixed(s) ??
    parseIterator(s, names) ??
    parseUnderscore(s) ??
    parseNamed(s, names) ??
    parseScaled(s, names)
  );
}

/** str() of a tensor of CuTe DSL: `tensor<ptr<f16, smem> o (8,8):(8,1)>`, `Tensor<0x7f10@gmem o (8,8):(8,1)>`. */
function parseTensor(s: Scanner, names: Names): Value | undefined {
  if (match(s, /[tT]ensor\s*</y) === undefined) return undefined;
  const value = parseValue(s, names);
  expect(s, ">");
  return value.kind === "tensor" ? value : parseError(s.at, "a tensor is an engine and a layout, joined by `o`");
}

function parseSwizzle(s: Scanner): Value | undefined {
  const found = match(s, /(?:Sw|S)\s*<\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*>/y);
  if (found === undefined) return undefined;
  const [b, m, shift] = [Number(found[1]), Number(found[2]), Number(found[3])];
  if (b < 0 || m < 0 || Math.abs(shift) < b || m + b + Math.abs(shift) > 52) {
    return parseError(s.at - found[0].length, "a swizzle <B,M,S> has B >= 0, M >= 0 and |S| >= B");
  }
  return { kind: "swizzle", b, m, s: shift };
}

function parseFlag(s: Scanner): Value | undefined {
  const found = match(s, /smem_ptr\[(\d+)b\]\(unset\)/y);
  return found === undefined ? undefined : { kind: "flag", bits: Number(found[1]) };
}

function parseMixed(s: Scanner): Value | undefined {
  const found = match(s, /M_(\d+)\|\((\d+)&(\d+)\)=\d+/y);
  if (found === undefined) return undefined;
  return { kind: "mixed", staticBits: Number(found[1]), dynamic: dynamicInt(Number(found[2])), mask: Number(found[3]) };
}

/** `counting_iter(12)`, `ArithTuple(_0,12)`, `ArithTuple_0`: a tensor's engine, completed by the layout after ` o `. */
function parseIterator(s: Scanner, names: Names): Value | undefined {
  const found = match(s, /(counting_iter|ArithTuple)(?=[\s(_\d-])/y);
  if (found === undefined) return undefined;
  const start = s.at;
  const at = parseCoordinate(s, names);
  const layout: Tensor["layout"] = { kind: "unknown", why: "no layout given" };
  if (found[1] === "ArithTuple") {
    const engine: ArithTuple = isTuple(at)
      ? { kind: "arith", items: at.items }
      : { kind: "arith", items: [at], integral: true };
    return { kind: "tensor", engine, layout };
  }
  const only = isTuple(at) && at.items.length === 1 ? at.items[0]! : at;
  return isTuple(only) ? parseError(start, "expected one number") : { kind: "tensor", engine: only, layout };
}

/** An integer or a tuple of coordinates, and nothing after it. */
function parseCoordinate(s: Scanner, names: Names): Shape {
  if (!accept(s, "(")) return parseSum(s, names);
  const items: Shape[] = [];
  while (!accept(s, ")")) {
    items.push(parseCoordinate(s, names));
    if (peek(s) !== ")") expect(s, ",");
  }
  return { kind: "tuple", items };
}

function parseUnderscore(s: Scanner): Value | undefined {
  return match(s, /(?:_|None|X)(?![\p{L}\p{N}_-])/uy) === undefined ? undefined : underscore;
}

/** A tag, a bound name or a call. One that is an integer may go on as a sum. */
function parseNamed(s: Scanner, names: Names): Value | undefined {
  const start = s.at;
  const found = match(s, /(?!_-?\d)[\p{L}_][\p{L}\p{N}_]*(?:(?:\.|::)[\p{L}_][\p{L}\p{N}_]*)*/uy);
  if (found === undefined) return undefined;
  const name = found[0];
  if (name === "LayoutLeft" || name === "LayoutRight") {
    accept(s, "{}");
    return { kind: "text", value: name };
  }
  const value = names.call?.(s, name, start) ?? names.resolve?.(name);
  if (value !== undefined) return isInt(value) ? continueSum(s, names, value) : value;
  s.at = start;
  return undefined;
}

/** An integer, perhaps a scaled basis: `_1@0`, `E<0,1>`. */
function parseScaled(s: Scanner, names: Names): Value {
  const e = match(s, /E\s*<([\d\s,]*)>(?:\{\})?/y);
  if (e !== undefined) {
    const path = e[1]!
      .split(",")
      .filter((x) => x.trim() !== "")
      .map(Number);
    return { kind: "basis", value: staticInt(1), path };
  }
  const value: Int = parseSum(s, names);
  const path: number[] = [];
  for (let mode = match(s, /@(\d+)/y); mode !== undefined; mode = match(s, /@(\d+)/y)) path.unshift(Number(mode[1]));
  if (path.length === 0) return value;
  return { kind: "basis", value, path } satisfies Basis;
}
