// What there is to say about atoms, tiled copies, tiled MMAs, their thread slices, and TMA descriptors.
import type {
  AtomValue,
  CopyAtom,
  MmaAtom,
  TiledCopy,
  TiledMma,
  TmaAtom,
  TmaDescriptor,
} from "../../../src-engine/algebra/atoms/types.ts";
import { dynamicInt } from "../../../src-engine/algebra/int/int.ts";
import { size } from "../../../src-engine/algebra/layout/coords.ts";
import { tileShape } from "../../../src-engine/algebra/tiled/tiled-mma.ts";
import { tensorMapInterleaves, tensorMapSwizzles, tensorMapTypes } from "../../../src-engine/algebra/tma/data-types.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import { modesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { DType, Int, Layout, Shape, Value } from "../../../src-engine/algebra/value.ts";
import { assumedAlignment } from "../../../src-engine/costs/instruction.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { attempt } from "./attempt.ts";
import { type Line, line } from "./describe.ts";
import { printValue } from "./notation.ts";
import { bytesText } from "./swizzle-words.ts";

export function describeAtom(value: AtomValue, language: Language): readonly Line[] {
  switch (value.kind) {
    case "mma-atom":
      return mmaLines(value, language);
    case "copy-atom":
      return copyLines(value, language);
    case "tiled-mma":
      return [...tiledMmaLines(value, language), ...mmaLines(value.atom, language, "atom's threads")];
    case "tiled-copy":
      return tiledCopyLines(value, language);
    case "thr-mma":
      return [line("slice", printValue(value.thrVmnk as Value, language)), ...tiledMmaLines(value.tiled, language)];
    case "thr-copy":
      return [line("thread", printValue(value.thr, language)), ...tiledCopyLines(value.tiled, language)];
    case "tma-atom":
      return tmaLines(value, language);
    default:
      return value satisfies never;
  }
}

function mmaLines(atom: MmaAtom, language: Language, threads = "threads"): readonly Line[] {
  const print = (value: Value) => printValue(value, language);
  return [
    line("instruction", `${atom.name} · ${print(atom.shape)} · ${atom.arch}`, "below"),
    ...ptxLine(atom.ptx),
    briefly(line("types", typesText(atom, language)), typesBrief(atom, language)),
    line(threads, print(atom.thrId), "more"),
    line("A", `(thr,val) → (m,k): ${print(atom.layoutA)}`, "more"),
    line("B", `(thr,val) → (n,k): ${print(atom.layoutB)}`, "more"),
    line("C", `(thr,val) → (m,n): ${print(atom.layoutC)}`, "more"),
  ];
}

/** The tables have C++'s names. */
const dslNames: Readonly<Record<string, string>> = {
  half_t: "Float16",
  bfloat16_t: "BFloat16",
  float: "Float32",
  double: "Float64",
  tfloat32_t: "TFloat32",
  float_e4m3_t: "Float8E4M3FN",
  float_e5m2_t: "Float8E5M2",
  int8_t: "Int8",
  uint8_t: "Uint8",
  int: "Int32",
};

/** An element type as the language has it: atoms have the names of C++. */
export const elementTypeName = ({ name }: DType, language: Language): string =>
  language === "python" ? (dslNames[name] ?? name) : name;

function typesText({ typeA, typeB, typeC, typeD }: MmaAtom, language: Language): string {
  const [a, b, c, d] = [typeA, typeB, typeC, typeD].map((type) => elementTypeName(type, language));
  return `D ${d}, A ${a}, B ${b}, C ${c}`;
}

/** `float += half_t × half_t`; where C has another type than D all four. */
function typesBrief(atom: MmaAtom, language: Language): string {
  const [a, b, c, d] = [atom.typeA, atom.typeB, atom.typeC, atom.typeD].map((type) => elementTypeName(type, language));
  return c === d ? `${d} += ${a} × ${b}` : `${d} = ${a} × ${b} + ${c}`;
}

const briefly = (one: Line, brief: string): Line => ({ ...one, brief });

const countOf = (count: string, what: string): string =>
  `${count.replace(/^_/, "")} ${/^_?1$/.test(count) ? what.replace(/s$/, "") : what}`;

const ptxLine = (ptx: string): readonly Line[] => (ptx === "" ? [] : [line("PTX", ptx, "below")]);

function copyLines(atom: CopyAtom, language: Language): readonly Line[] {
  const print = (value: Value) => printValue(value, language);
  return [
    line(
      "instruction",
      `${atom.name} · ${atom.valueBits}-bit values${atom.arch === "" ? "" : ` · ${atom.arch}`}`,
      "below",
    ),
    ...accessLine(atom),
    ...ptxLine(atom.ptx),
    line("threads", print(atom.thrId), "more"),
    line("source", `(thr,val) → value: ${print(atom.layoutSrc)}`, "more"),
    line("destination", `(thr,val) → value: ${print(atom.layoutDst)}`, "more"),
  ];
}

/** What one thread moves in one instruction: where threads of a warp read for each other, what it reads and what it gets. */
function accessLine(atom: CopyAtom): readonly Line[] {
  if (isAutomatic(atom)) return [line("a thread", asAllowed)];
  const each = accessOf(atom);
  if (each === undefined) return [];
  const values = `${each.values} value${each.values === 1 ? "" : "s"}`;
  return [briefly(line("a thread", `${each.text}, ${values}`), `${values} a thread, ${each.text}`)];
}

/** What one thread has of a tile, and how much of it goes at a time. */
function shareLine(atom: CopyAtom, count: Int | undefined): readonly Line[] {
  if (count?.kind !== "num") return accessLine(atom);
  const values = `${count.value} value${count.value === 1 ? "" : "s"}`;
  const [bytes, each] = [bytesText((count.value * atom.valueBits) / 8), accessOf(atom)];
  const told = (how: string) => [
    briefly(line("a thread", `${values}, ${bytes}${how}`), `${values} a thread, ${bytes}${how}`),
  ];
  if (isAutomatic(atom)) return told(`, ${asAllowed}`);
  if (each === undefined) return told("");
  return told(each.isAll(count.value) ? " at once" : `, ${each.text} at a time`);
}

const asAllowed = "in vectors as the tensors allow";

const isAutomatic = ({ traits }: CopyAtom): boolean => assumedAlignment(traits.name) !== undefined;

function accessOf({ layoutSrc, layoutDst, valueBits }: CopyAtom) {
  const [from, to] = [layoutSrc, layoutDst].map((one) => valuesOf(one));
  if (from === undefined || to === undefined) return undefined;
  const bytes = (values: number): string => `${(values * valueBits) / 8} B`;
  const text = from === to ? bytes(to) : `${bytes(from)} read, ${bytes(to)} written`;
  return { values: to, text, isAll: (count: number): boolean => from === to && count === to };
}

/** Values of one thread in a layout of threads and values. */
function valuesOf({ shape }: Layout): number | undefined {
  const values = shape.kind === "tuple" && shape.items[1] !== undefined ? product(shape.items[1]) : undefined;
  return values?.kind === "num" ? values.value : undefined;
}

function tiledMmaLines(tiled: TiledMma, language: Language): readonly Line[] {
  const threads = attempt(language, (ctx) => size(ctx, tiled.thrLayoutVMNK));
  const tile = attempt(language, (ctx) => tileShape(ctx, tiled));
  // What issues a tcgen05 MMA are CTAs, one or a pair.
  const who = tiled.atom.fragmentC.kind === "tmem" ? "CTAs" : "threads";
  const count = threads === undefined ? "?" : printValue(threads, language);
  return [
    ...(tile === undefined ? [] : [tileLine(tile, language)]),
    briefly(line(who, count), countOf(count, who)),
    line("thr VMNK", printValue(tiled.thrLayoutVMNK, language), "below"),
    line("permutation", printValue(tiled.permutationMNK as Value, language), "more"),
  ];
}

function tileLine(tile: Shape, language: Language): Line {
  const extents = modesOf(tile).map((mode) => printValue(product(mode), language).replace(/^_/, ""));
  return briefly(line("tile", printValue(tile, language)), `tile ${extents.join("×")}`);
}

function tiledCopyLines(tiled: TiledCopy, language: Language): readonly Line[] {
  const print = (value: Value) => printValue(value, language);
  const tv = tiled.layoutTV.shape;
  const [threads, values] = tv.kind === "tuple" ? tv.items.map(product) : [];
  const { atom } = tiled;
  // One thread issues a TMA, for all of its box.
  const isTma = atom.kind === "tma-atom";
  const count = (label: string, one: Int | undefined): readonly Line[] =>
    one === undefined ? [] : [briefly(line(label, print(one), isTma ? "more" : "first"), countOf(print(one), label))];
  return [
    ...(isTma ? tmaLines(atom, language) : [...copyLines(atom, language).slice(0, 1), ...shareLine(atom, values)]),
    inFull(line("tile", `${print(tiled.tilerMN)}${tileBytes(tiled, threads, values)}`)),
    ...count("threads", threads),
    ...(isTma ? count("values a thread", values) : []),
    line("TV layout", print(tiled.layoutTV), "more"),
  ];
}

const inFull = (one: Line): Line => briefly(one, `${one.label} ${one.text}`);

function tileBytes({ atom }: TiledCopy, threads: Int | undefined, values: Int | undefined): string {
  if (atom.kind !== "copy-atom" || threads?.kind !== "num" || values?.kind !== "num") return "";
  return ` · ${bytesText((threads.value * values.value * atom.valueBits) / 8)} by all threads`;
}

function tmaLines(atom: TmaAtom, language: Language): readonly Line[] {
  const summary = tmaSummary(atom, language);
  return [
    line("TMA", summary),
    ...(atom.descriptor === undefined ? [] : descriptorLines(atom, atom.descriptor, language)),
    line("smem", printValue(atom.smem, language), "more"),
  ];
}

/** `f16 · box 64×128 · SW128 · 16 KiB · 1 instruction`: the code lens says the same. */
export function tmaSummary(atom: TmaAtom, language: Language): string {
  const { descriptor } = atom;
  const box = descriptor?.boxDim.map((n) => printPlain(n, language)).join("×");
  // With multicast the box is one CTA's part; all parts together are what one instruction brings.
  const perInstruction = atom.bitsPerTma?.kind === "num" ? atom.bitsPerTma.value / atom.dtype.bits : undefined;
  const tile = attempt(language, (ctx) => size(ctx, atom.smem));
  const tileElements = tile?.kind === "num" ? tile.value : Number.NaN;
  const bytes = (tileElements * atom.dtype.bits) / 8;
  const instructions = perInstruction === undefined ? Number.NaN : tileElements / perInstruction;
  return [
    shortType(atom.dtype),
    ...(box === undefined ? [] : [`box ${box}`]),
    ...(descriptor === undefined ? [] : [shortSwizzle(descriptor.swizzle)]),
    ...(Number.isFinite(bytes) ? [bytesText(bytes)] : []),
    ...(Number.isInteger(instructions) ? [`${instructions} instruction${instructions === 1 ? "" : "s"}`] : []),
  ].join(" · ");
}

/** `half_t` and `Float16` as PTX says it: `f16`. */
function shortType({ name, bits, family }: DType): string {
  const named = /bf(?:loat)?16/i.test(name) ? "bf16" : /t(?:ensor)?f(?:loat)?32/i.test(name) ? "tf32" : undefined;
  const small = /e\d+m\d+/i.exec(name)?.[0].toLowerCase();
  if (named !== undefined || small !== undefined) return named ?? small ?? name;
  const letter = family === "float" ? "f" : family === "int" ? "s" : family === "uint" ? "u" : undefined;
  return letter === undefined ? name : `${letter}${bits}`;
}

/** `128B_ATOM_32B` as `SW128 atom 32B`. */
const shortSwizzle = (swizzle: string): string =>
  swizzle === "NONE" ? "no swizzle" : `SW${swizzle.replace("B", "").replaceAll("_", " ").replace("ATOM", "atom")}`;

/** The twelve fields in the order of CuTe's dump of a descriptor (copy_traits_sm90_tma.hpp:1073-1084). */
function descriptorLines(atom: TmaAtom, descriptor: TmaDescriptor, language: Language): readonly Line[] {
  const list = (values: readonly Int[]) => `(${values.map((n) => printPlain(n, language)).join(", ")})`;
  const { engine } = atom.gmem;
  const base = engine.kind === "pointer" ? (engine.base ?? "the tensor's address") : "the tensor's address";
  const past =
    engine.kind === "pointer" && engine.offset.kind !== "unknown" ? printPlain(engine.offset, language) : "0";
  return [
    line("TMA Desc Addr", "known when the program runs", "more"),
    line(
      "format",
      `${tensorMapTypes.findIndex(({ name }) => name === descriptor.dtype)} (${descriptor.dtype})`,
      "below",
    ),
    line("dim", String(descriptor.rank), "below"),
    line("gmem_address", past === "0" ? base : `${base} + ${past} elements`, "below"),
    line("globalDim", list(descriptor.globalDim), "below"),
    line(
      "globalStrides",
      `${list([dynamicInt(Math.ceil(bitsOf(descriptor) / 8)), ...descriptor.globalStrides])} B`,
      "below",
    ),
    ...boxLines(descriptor, list),
    line("elementStrides", list(descriptor.elementStrides), "below"),
    line("interleave", enumerator(tensorMapInterleaves, descriptor.interleave), "below"),
    line("swizzle", enumerator(tensorMapSwizzles, descriptor.swizzle), "below"),
    line("l2Promotion", language === "cpp" ? "2 (L2_128B)" : "as the DSL chooses", "below"),
    line("oobFill", "0 (NONE)", "below"),
  ];
}

/** An im2col map has channels and pixels for a box, and the corners that the base pixel moves between. */
function boxLines({ boxDim, im2col }: TmaDescriptor, list: (values: readonly Int[]) => string): readonly Line[] {
  if (im2col === undefined) return [line("boxDim", list(boxDim), "below")];
  const corners = `${list(im2col.lowerCorner)} to ${list(im2col.upperCorner)}`;
  return [line("channels, pixels", list(boxDim), "below"), line("corners", corners, "below")];
}

const bitsOf = ({ dtype }: TmaDescriptor): number => tensorMapTypes.find(({ name }) => name === dtype)?.bits ?? 8;

/** `3 (128B)`: the dump has the number. */
const enumerator = (names: readonly string[], name: string): string => `${names.indexOf(name)} (${name})`;

/** The descriptor's fields are run-time numbers: no `_` before them. */
function printPlain(value: Int, language: Language): string {
  return value.kind === "num" ? String(value.value) : printValue(value, language);
}
