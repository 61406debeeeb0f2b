// What there is to say about a value: label and text, most important first. The hover, the preview's facts and the
// table of `npm start` all show these lines.

import { symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { coalesce } from "../../../src-engine/algebra/layout/coalesce.ts";
import { cosize, size } from "../../../src-engine/algebra/layout/coords.ts";
import type {
  AnyLayout,
  DType,
  Int,
  Layout,
  Pointer,
  Swizzle,
  Tensor,
  Value,
} from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import type { AlternativesValue } from "../../../src-engine/program/values.ts";
import { attempt } from "./attempt.ts";
import { contiguityOf } from "./contiguity.ts";
import { describeAtom } from "./describe-atom.ts";
import { describeTmem } from "./describe-tmem.ts";
import { injectivity } from "./injectivity.ts";
import { printValue } from "./notation.ts";
import { bytesText, swizzleName, swizzleWords } from "./swizzle-words.ts";
import { longestEngine, titleOf } from "./title.ts";

export interface Line {
  readonly label: string;
  readonly text: string;
  /** `below` lines stand under the picture of a hover, `more` lines are left out of a short one. */
  readonly rank: "first" | "below" | "more";
  /** What the line of facts under a hover's title says of it, without the label. */
  readonly brief?: string;
  /** The brief leaves out what `text` tells: a hover says that below its picture. */
  readonly further?: true;
}

export function describeValue(value: Value, language: Language): readonly Line[] {
  switch (value.kind) {
    case "layout":
    case "composed":
      return describeLayout(value, language, { bits: undefined, swizzle: undefined });
    case "tensor":
      return describeTensor(value, language);
    case "swizzle":
      return [line("swizzle", swizzleWords(value, "element"))];
    case "dtype":
      return [line("type", dtypeText(value))];
    case "pointer":
      return [line("pointer", pointerText(value, language))];
    case "type":
      return describeValue(value.of, language);
    case "tuple":
      return describeItems(value.items, language);
    case "alternatives":
      return describeAlternatives(value, language);
    case "mma-atom":
    case "copy-atom":
    case "tiled-mma":
    case "tiled-copy":
    case "tma-atom":
    case "thr-mma":
    case "thr-copy":
      return describeAtom(value, language);
    default:
      return [];
  }
}

/** Layouts and tensors in a tuple, one a line. */
function describeItems(items: readonly Value[], language: Language): readonly Line[] {
  const telling = ["layout", "composed", "tensor", "tma-atom", "tiled-copy", "tiled-mma", "copy-atom", "mma-atom"];
  if (items.length > 8 || !items.some((item) => telling.includes(item.kind))) return [];
  return items.map((item, i) => line(`[${i}]`, titleOf(item, language)));
}

/** What all agree on is told once; else each under its condition. */
function describeAlternatives(value: AlternativesValue, language: Language): readonly Line[] {
  const described = value.options.map((option) => describeValue(option.value, language));
  const [first = [], ...rest] = described;
  const shared = first.filter((a) =>
    rest.every((lines) => lines.some((b) => b.label === a.label && b.text === a.text)),
  );
  const each = value.options.map(({ when, value: option, further }) =>
    further ? line("more", "there are more than these") : line(`if ${when}`, titleOf(option, language)),
  );
  const differ = new Set(each.map(({ text }) => text)).size > 1;
  return differ ? [...each, ...shared] : shared;
}

/** The text itself is short, and tells what it is. */
const inBrief = (one: Line): Line => ({ ...one, brief: one.text });

export const line = (label: string, text: string, rank: Line["rank"] = "first"): Line => ({ label, text, rank });

function describeTensor(tensor: Tensor, language: Language): readonly Line[] {
  const { engine, layout } = tensor;
  const pointer = engine.kind === "pointer" ? [memoryLine(engine, language)] : [];
  if (layout.kind === "unknown") return pointer;
  if (engine.kind === "pointer" && engine.iterator !== undefined)
    return [...pointer, ...describeDescriptors(layout, language)];
  if (standsAt(engine).kind === "arith")
    return [...describeCoordinates(layout, language), ...startLine(engine, language)];
  const bits = elementBits(tensor);
  const flat = plainLayout(layout);
  if (engine.kind === "pointer" && engine.space === "tmem" && bits !== undefined && flat !== undefined)
    return [...pointer, ...describeTmem(flat, bits, language)];
  const swizzle = engine.kind === "pointer" ? engine.swizzle : undefined;
  const swizzled = swizzle === undefined ? [] : swizzleLine(swizzle, "byte");
  const base = engine.kind === "pointer" && engine.offset.kind !== "unknown" ? { base: engine.offset } : {};
  const memory: Memory = { bits, swizzle: swizzle === undefined ? undefined : 2 ** swizzle.m, ...base };
  return [...pointer, ...describeLayout(layout, language, memory), ...swizzled];
}

/** The iterator under a function that is applied to what it reads. */
const standsAt = (engine: Tensor["engine"]): Tensor["engine"] =>
  engine.kind === "lazy-iterator" ? standsAt(engine.of) : engine;

/** What an MMA reads shared memory by: the offsets are the descriptor's, in words of 16 bytes. */
function describeDescriptors(layout: AnyLayout, language: Language): readonly Line[] {
  const plain = plainLayout(layout);
  if (plain === undefined) return [];
  const count = attempt(language, (ctx) => size(ctx, layout));
  return [
    line("shape", printValue(plain.shape, language)),
    {
      ...line("stride", `${printValue(plain.stride, language)} in words of 16 bytes`),
      brief: "strides in words of 16 bytes",
    },
    ...(count === undefined
      ? []
      : [inBrief(line("size", `${printValue(count, language).replace(/^_/, "")} descriptors`))]),
  ];
}

/** Coordinates have no extent in memory. */
function describeCoordinates(layout: AnyLayout, language: Language): readonly Line[] {
  const plain = plainLayout(layout);
  if (plain === undefined) return [];
  const count = attempt(language, (ctx) => size(ctx, layout));
  const many = count === undefined ? "" : printValue(count, language);
  return [
    line("shape", printValue(plain.shape, language)),
    {
      ...line("stride", `${printValue(plain.stride, language)}: steps of coordinates`),
      brief: `${many.replace(/^_/, "")} coordinates, no memory`.trim(),
    },
    ...(count === undefined ? [] : [line("size", many, "more")]),
  ];
}

/** Where coordinates start that the title has no room for. */
function startLine(engine: Tensor["engine"], language: Language): readonly Line[] {
  const start = printValue(engine, language);
  return start.length > longestEngine ? [line("start", start, "below")] : [];
}

/** What the offsets count; descriptor iterators count no elements. */
function elementBits({ engine }: Tensor): number | undefined {
  if (engine.kind !== "pointer" || engine.iterator !== undefined) return undefined;
  return engine.dtype.kind === "dtype" ? engine.dtype.bits : undefined;
}

interface Memory {
  readonly bits: number | undefined;
  /** Bytes that the pointer's swizzle keeps together. */
  readonly swizzle: number | undefined;
  /** Elements between an aligned start and the pointer. */
  readonly base?: Int;
}

function describeLayout(layout: AnyLayout, language: Language, memory: Memory): readonly Line[] {
  const plain = plainLayout(layout);
  const print = (value: Value) => printValue(value, language);
  const parts = plain === undefined ? [] : [line("shape", print(plain.shape)), line("stride", print(plain.stride))];
  const bits = memory.bits ?? flagBits(layout);
  const chunk = memory.swizzle ?? chunkBytes(layout, bits);
  return [
    ...parts,
    ...sizeLines(layout, language, bits),
    ...composedLines(layout, language, memory),
    ...(plain === undefined ? [] : contiguityLines(plain, { ...memory, bits, swizzle: chunk }, language)),
    ...(plain === undefined ? [] : injectivityLines(plain, language)),
    ...(plain === undefined ? [] : coalescedLines(plain, language)),
  ];
}

/** The layout below swizzles: what has shape and stride. */
export function plainLayout(layout: AnyLayout): Layout | undefined {
  if (layout.kind === "layout") return layout;
  return layout.inner.kind === "swizzle" ? undefined : plainLayout(layout.inner);
}

function sizeLines(layout: AnyLayout, language: Language, bits: number | undefined): readonly Line[] {
  const count = attempt(language, (ctx) => size(ctx, layout));
  const reach = attempt(language, (ctx) => cosize(ctx, layout));
  if (count === undefined) return [];
  const bytes =
    count.kind === "num" && bits !== undefined ? ` = ${bytesText(Math.ceil((count.value * bits) / 8))}` : "";
  const last = reach === undefined ? "" : printValue(reach, language);
  const cosizeText = last === "" || last.length > 40 || last.includes("max(") ? "" : ` · cosize ${last}`;
  const elements = printValue(count, language);
  const gaps = last === elements ? "" : cosizeText;
  return [
    {
      ...line("size", `${elements}${bytes}${cosizeText}`),
      brief: `${elements.replace(/^_/, "")} elements${bytes}${gaps}`,
    },
  ];
}

function composedLines(layout: AnyLayout, language: Language, memory: Memory): readonly Line[] {
  if (layout.kind !== "composed" || layout.outer.kind !== "swizzle") return [];
  if (language === "python" && memory.bits === undefined) return dslSwizzleLines(layout.outer);
  return swizzleLine(layout.outer, layout.offset.kind === "flag" ? "byte" : "element");
}

/**
 * A composed layout of CuTe DSL swizzles its own offsets, in elements; its inner swizzle counts bytes once it is given to a pointer,
 * as shared-memory layouts are used.
 */
function dslSwizzleLines(swizzle: Swizzle): readonly Line[] {
  const name = swizzleName(swizzle);
  const own = line("swizzle", `of offsets in elements: ${swizzleWords(swizzle, "element")}`);
  if (swizzle.b === 0) return swizzleLine(swizzle, "element");
  return name === undefined
    ? [own]
    : [own, line("on a pointer", `of bytes, ${name}: ${swizzleWords(swizzle, "byte")}`)];
}

function swizzleLine(
  swizzle: { readonly b: number; readonly m: number; readonly s: number },
  unit: "byte" | "element",
): readonly Line[] {
  const value = { kind: "swizzle", ...swizzle } as const;
  const name = unit === "byte" ? swizzleName(value) : undefined;
  const words = swizzleWords(value, unit);
  if (name === undefined || name === words) return [inBrief(line("swizzle", words))];
  return [{ ...line("swizzle", `${name}: ${words}`), brief: name, further: true }];
}

function flagBits(layout: AnyLayout): number | undefined {
  if (layout.kind !== "composed") return undefined;
  return layout.offset.kind === "flag" ? layout.offset.bits : undefined;
}

/** Bytes that a swizzled layout keeps together; undefined without a swizzle or an element size. */
function chunkBytes(layout: AnyLayout, bits: number | undefined): number | undefined {
  if (layout.kind !== "composed" || layout.outer.kind !== "swizzle" || layout.outer.b === 0) return undefined;
  const units = 2 ** layout.outer.m;
  return layout.offset.kind === "flag" ? units : bits === undefined ? undefined : (units * bits) / 8;
}

function contiguityLines(layout: Layout, { bits, swizzle, base }: Memory, language: Language): readonly Line[] {
  const found = contiguityOf(layout, bits, base);
  if (found === undefined) return [];
  const run =
    bits === undefined ? `${found.run} elements` : `${found.run} elements = ${bytesText((found.run * bits) / 8)}`;
  const open = [
    ...new Set(found.if.map((stride) => printValue(stride, language))),
    ...(found.ifBase ? ["the pointer's offset"] : []),
  ].join(" and ");
  const where = open === "" ? "" : ` where ${found.multiple} divides ${open}`;
  const widest = found.vector === undefined ? undefined : Math.min(found.vector, swizzle ?? found.vector);
  const vector = widest === undefined ? "" : ` · accesses up to ${widest} B${where}`;
  const before = swizzle === undefined ? "" : " before the swizzle";
  const told = line("contiguous", `${run}${before}, from mode ${found.mode} on${vector}`);
  return widest === undefined
    ? [{ ...told, brief: `${found.run} in a row from mode ${found.mode} on` }]
    : [{ ...told, brief: `accesses up to ${widest} B${where}`, further: true }];
}

function injectivityLines(layout: Layout, language: Language): readonly Line[] {
  switch (injectivity(layout, language)) {
    case "bijective":
      return [line("map", "bijective: every offset below cosize is used once", "more")];
    case "injective":
      return [line("map", "injective, with gaps", "more")];
    case "aliasing":
      return [line("map", "not injective: several coordinates share an offset")];
    case "unknown":
      return [];
  }
}

/** The same function with as few modes as possible, where that is shorter. */
function coalescedLines(layout: Layout, language: Language): readonly Line[] {
  const short = attempt(language, (ctx) => coalesce(ctx, layout));
  const text = short === undefined ? "" : printValue(short, language);
  return text === "" || text === printValue(layout, language) ? [] : [line("coalesced", text, "more")];
}

/** Longer offsets are told by what they rest on, and whole below the picture. */
const longestOffset = 36;

function memoryLine(pointer: Pointer, language: Language): Line {
  const whole = line("memory", pointerText(pointer, language));
  const { offset } = pointer;
  if (offset.kind !== "sym" || printValue(offset, language).length <= longestOffset) return inBrief(whole);
  const names = [...new Set(symbolsOf(offset).map(({ name }) => name))];
  const by = [...names.slice(0, 3), ...(names.length > 3 ? ["…"] : [])].join(", ");
  return { ...whole, brief: pointerText(pointer, language, `an offset by ${by}`), further: true };
}

function pointerText(pointer: Pointer, language: Language, where?: string): string {
  const type = pointer.dtype.kind === "dtype" ? dtypeText(pointer.dtype) : "";
  const base = pointer.base === undefined ? "" : ` of ${pointer.base}`;
  const offset = where ?? (pointer.offset.kind === "unknown" ? undefined : printValue(pointer.offset, language));
  const at = offset === undefined || /^_?0$/.test(offset) ? "" : ` at ${offset}`;
  const align = pointer.align === undefined ? "" : ` · aligned to ${pointer.align} B`;
  const space = pointer.space === "unknown" ? "somewhere" : pointer.space;
  return `${space} ${type}${base}${at}${align}`.replace(/ +/g, " ").trim();
}

export function dtypeText(dtype: DType): string {
  return `${dtype.name} (${dtype.bits} bits)`;
}
