// Shared and tensor memory: allocators, `@cute.struct` storage with MemRange and Align, and the tensors in them.

import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { add, div, isInt, max, mul, ONE, staticInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { cosize } from "../../../../../src-engine/algebra/layout/coords.ts";
import { makeLayout } from "../../../../../src-engine/algebra/layout/make.ts";
import { makeTensor } from "../../../../../src-engine/algebra/tiled/engine.ts";
import {
  type AnyLayout,
  type DType,
  type Int,
  type Pointer,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { pointer } from "./tensor.ts";
import { intTreeIn, isLayout, layoutIn, none, object, typeOf } from "./values.ts";

export const smemRows: readonly Row[] = [
  lenientRow("cute.struct", "cls", structOf),
  lenientRow("utils.SmemAllocator", "base?", () => object("SmemAllocator")),
  lenientRow("smem.allocate", "size_or_type, byte_alignment?", (b) => {
    const storage = allocate(b);
    record(b, "allocate", ["size_or_type", "byte_alignment"], allocatedBytes(b, storage));
    return storage;
  }),
  row("smem.allocate_array", "element_type, num_elems?, byte_alignment?", (b) => {
    const elements = b.optional("num_elems") ?? ONE;
    const bytes = bytesOfElements(b, elements);
    record(b, "allocate_array", ["element_type", "num_elems", "byte_alignment"], bytes);
    const at = smemPointer(b, b.value("element_type"));
    return bytes?.kind === "num" ? { ...at, room: bytes.value } : at;
  }),
  lenientRow("smem.allocate_tensor", "element_type, layout, byte_alignment?, swizzle?", (b) => {
    const roles = ["element_type", "layout", "byte_alignment", "swizzle"];
    const layout = b.value("layout");
    if (layout.kind === "unknown") {
      record(b, "allocate_tensor", roles);
      return layout;
    }
    const placement = isLayout(layout) ? layout : makeLayout(intTreeIn(b.ctx, layout));
    record(b, "allocate_tensor", roles, bytesOfElements(b, cosize(b.ctx, placement)));
    requireOneSwizzle(b, placement);
    return placed(smemPointer(b, b.value("element_type")), placement, b.optional("swizzle"));
  }),
  lenientRow("cute.make_smem_tensor", "layout, dtype", (b) => {
    const layout = b.value("layout");
    return layout.kind === "unknown"
      ? layout
      : placed(pointer("smem", b.value("dtype")), layoutIn(b.ctx, layout), undefined);
  }),
  lenientRow("memrange.get_tensor", "layout, swizzle?, dtype?", getTensor),
  lenientRow("memrange.data_ptr", "", (b) => {
    const range = b.call.self;
    return range?.kind === "object" ? pointerOf(range) : none;
  }),
  lenientRow("utils.TmemAllocator", "*anything", () => object("TmemAllocator")),
  lenientRow("tmem.retrieve_ptr", "dtype?", (b) => pointer("tmem", b.optional("dtype") ?? float32)),
  lenientRow("cute.arch.retrieve_tmem_ptr", "element_type, alignment?, ptr_to_buffer_holding_addr?", (b) => {
    const align = b.optional("alignment");
    return pointer("tmem", b.value("element_type"), align?.kind === "num" ? { align: align.value } : {});
  }),
];

const float32: DType = { kind: "dtype", name: "Float32", bits: 32, family: "float" };

/** Writes the call down for rules, with its parameters' names as roles, and how many bytes it takes, or another number, where that is known. */
function record(b: Bound, op: string, names: readonly string[], bytes?: Value, role = "bytes"): void {
  const args = names.flatMap((role) => {
    const argument = b.argument(role);
    return argument === undefined ? [] : [{ role, argument }];
  });
  const [first] = args;
  const size =
    bytes === undefined || first === undefined ? [] : [{ role, argument: { ...first.argument, value: bytes } }];
  b.call.record(op, [...args, ...size]);
}

function bytesOfElements(b: Bound, count: Value): Value | undefined {
  const dtype = b.value("element_type");
  if (dtype.kind !== "dtype" || !isInt(count)) return undefined;
  return div(add(mul(count, staticInt(dtype.bits)), staticInt(7)), staticInt(8));
}

function allocatedBytes(b: Bound, storage: Value): Value | undefined {
  const what = b.value("size_or_type");
  if (isInt(what)) return what;
  const bytes = extentOf(what.kind === "class" ? storage : what)?.bytes;
  return bytes?.kind === "num" && bytes.value === 0 ? undefined : bytes;
}

function smemPointer(b: Bound, dtype: Value): Pointer {
  const align = b.optional("byte_alignment");
  return pointer("smem", dtype, align?.kind === "num" ? { align: align.value } : {});
}

/** A swizzle given beside the layout sits on the pointer. */
/** The allocator refuses a swizzle in the layout and on the pointer at once. */
function requireOneSwizzle(b: Bound, layout: AnyLayout): void {
  if (layout.kind !== "composed" || layout.outer.kind !== "swizzle" || b.optional("swizzle")?.kind !== "swizzle")
    return;
  b.ctx.stop({
    code: "type-error",
    message: "a swizzle in the layout and on the pointer at the same time",
    at: "memory/smem.py:463",
    facts: { swizzle: layout.outer },
  });
}

function placed(at: Pointer, layout: AnyLayout, swizzle: Value | undefined): Value {
  return makeTensor(swizzle?.kind === "swizzle" && swizzle.b > 0 ? { ...at, swizzle } : at, layout);
}

/** A storage class gives an object of its fields; bytes and element types give a pointer. */
function allocate(b: Bound): Value {
  const what = b.value("size_or_type");
  if (what.kind === "class") return b.call.invoke(what, []);
  if (what.kind === "dtype") return smemPointer(b, what);
  return pointer("smem", { kind: "dtype", name: "Int8", bits: 8, family: "int" });
}

function getTensor(b: Bound): Value {
  const range = b.call.self;
  const align = range?.kind === "object" ? range.fields.get("align") : undefined;
  record(b, "get_tensor", ["layout", "swizzle", "dtype"], align, "align");
  const layout = b.value("layout");
  if (layout.kind === "unknown") return layout;
  if (range?.kind !== "object") return unknown("a tensor in storage that is not known");
  const dtype = b.optional("dtype") ?? range.fields.get("dtype") ?? none;
  return placed(pointer("smem", dtype, storageOf(range)), layoutIn(b.ctx, layout), b.optional("swizzle"));
}

/** `cute.struct(C)` of a class that the program has made. */
function structOf(b: Bound): Value {
  const cls = b.value("cls");
  if (cls.kind !== "class") return unknown("a storage of something that is no class");
  const { item } = cls;
  return { ...cls, item: { ...item, id: `${item.id} struct`, attributes: [...item.attributes, "cute.struct"] } };
}

/** The address of a field of storage. */
export const pointerOf = (range: ObjectValue): Pointer =>
  pointer("smem", range.fields.get("dtype") ?? none, storageOf(range));

/** Where the storage stands and how many bytes it has. */
const storageOf = (range: ObjectValue): Partial<Pointer> => {
  const names = ["align", "size", "dtype", "within", "apart", "rest"];
  const [align, size, dtype, within, apart, rest] = names.map((name) => range.fields.get(name));
  return {
    ...(within?.kind === "num" ? { within: within.value } : {}),
    ...(apart?.kind === "num" ? { apart: apart.value } : {}),
    ...(rest?.kind === "num" ? { rest: rest.value } : {}),
    ...(align?.kind === "num" ? { align: align.value } : {}),
    ...(size?.kind === "num" && dtype?.kind === "dtype" ? { room: Math.ceil((size.value * dtype.bits) / 8) } : {}),
  };
};

/** `cute.struct.MemRange[T, n]` and `cute.struct.Align[M, bytes]` as types of fields. */
export function storageType(name: string, args: readonly Value[], ctx: Context): Value | undefined {
  const [given, second] = args;
  const isElement = name === "cute.struct.MemRange" && given?.kind === "unknown";
  const first = (isElement ? ctx.element?.() : undefined) ?? given;
  if (first === undefined) return undefined;
  if (name === "cute.struct.MemRange") {
    return typeOf(object("MemRange", { dtype: first, size: second ?? unknown("the size of the storage") }));
  }
  if (name !== "cute.struct.Align") return undefined;
  const inner = first.kind === "type" ? first.of : object("MemRange", { dtype: first, size: ONE });
  if (inner.kind !== "object" || second === undefined) return first;
  return typeOf({ ...inner, fields: new Map([...inner.fields, ["align", second]]) });
}

/** `tmem_ptr: cutlass.Int32` in storage: one value, reached through its pointer. */
export const storageField = (dtype: DType): Value => object("MemRange", { dtype, size: ONE });

/** Bytes and alignment of `@cute.struct` and `@cute.union` classes. */
export const storageMethods: ReadonlySet<string> = new Set(["size_in_bytes", "__sizeof__", "__alignof__"]);

interface Extent {
  readonly bytes: Int;
  readonly align: number;
}

const storageRow = (name: string, answer: (extent: Extent) => Value): Row =>
  lenientRow(`storage.${name}`, "", (b) => {
    const extent = b.call.self === undefined ? undefined : extentOf(b.call.self);
    return extent === undefined ? unknown("the size of a field of the storage is not known") : answer(extent);
  });

export const storageRows: readonly Row[] = [
  storageRow("size_in_bytes", ({ bytes }) => bytes),
  storageRow("__sizeof__", ({ bytes }) => bytes),
  storageRow("__alignof__", ({ align }) => staticInt(align)),
];

function extentOf(field: Value): Extent | undefined {
  const value = field.kind === "type" ? field.of : field;
  if (value.kind === "dtype") return scalarExtent(value);
  if (value.kind === "alternatives") return sameExtent(value.options.map((one) => extentOf(one.value)));
  if (value.kind !== "object") return undefined;
  if (value.type !== undefined) return classExtent(value);
  const [dtype, size, align] = ["dtype", "size", "align"].map((name) => value.fields.get(name));
  if (dtype?.kind !== "dtype" || size === undefined || !isInt(size)) return undefined;
  const bytes = div(add(mul(size, staticInt(dtype.bits)), staticInt(7)), staticInt(8));
  return { bytes, align: align?.kind === "num" ? align.value : scalarExtent(dtype).align };
}

/** Of one of several types, all as large. */
function sameExtent([first, ...others]: readonly (Extent | undefined)[]): Extent | undefined {
  const bytes = first?.bytes.kind === "num" ? first.bytes.value : undefined;
  const isSame = (one: Extent | undefined): boolean =>
    one?.bytes.kind === "num" && one.bytes.value === bytes && one.align === first?.align;
  return bytes !== undefined && others.every(isSame) ? first : undefined;
}

const scalarExtent = (dtype: DType): { readonly bytes: Int; readonly align: number } => {
  const bytes = Math.max(1, dtype.bits / 8);
  return { bytes: staticInt(bytes), align: bytes };
};

/** Each field at its alignment, one after the other; those of a union all at the start. */
function classExtent(storage: ObjectValue): Extent | undefined {
  let end: Int = ZERO;
  let align = 1;
  for (const field of storage.fields.values()) {
    const extent = extentOf(field);
    if (extent === undefined) return undefined;
    align = Math.max(align, extent.align);
    end = isUnion(storage) ? max(end, extent.bytes) : add(roundUpTo(end, extent.align), extent.bytes);
  }
  return { bytes: roundUpTo(end, align), align };
}

/**
 * Each field of storage with its bytes from the start, those of storage inside too. Behind a field of unknown size bytes are counted anew
 * from a place far away, as long as the first one there is aligned as its followers need it: how far apart these lie is known.
 */
export function laidOut(storage: ObjectValue): ObjectValue {
  const { fields, starts, end } = placedFields(storage, 0, alignOf(storage));
  if (end === undefined || isUnion(storage)) return { ...storage, fields };
  const rest = [...fields].map(([name, field]): [string, Value] => [
    name,
    withRest(field, end - (starts.get(name) ?? end)),
  ]);
  return { ...storage, fields: new Map(rest) };
}

/** Of a field of the outermost storage: bytes to its end. */
function withRest(field: Value, rest: number): Value {
  if (field.kind !== "object" || field.type !== undefined || rest <= 0) return field;
  return { ...field, fields: new Map([...field.fields, ["rest", staticInt(rest)]]) };
}

interface PlacedFields {
  readonly fields: Map<string, Value>;
  /** Of those that lie as far from the end as `end` says. */
  readonly starts: ReadonlyMap<string, number>;
  readonly end: number | undefined;
}

function placedFields(storage: ObjectValue, from: number, whole: number): PlacedFields {
  let end: number | undefined = from;
  let known = Number.POSITIVE_INFINITY;
  let origin = 0;
  const fields = new Map<string, Value>();
  const starts = new Map<string, number>();
  for (const [name, field] of storage.fields) {
    const extent = extentOf(field);
    if (end === undefined || (extent?.align ?? 1) > known) {
      [end, known] = [0, extent?.align ?? 1];
      origin += farAway;
      starts.clear();
    }
    const at = roundedUp(end, extent?.align ?? 1);
    starts.set(name, at);
    fields.set(name, fieldAt(field, extent === undefined && origin === 0 ? farAway : at, { origin, whole }));
    if (!isUnion(storage)) end = extent?.bytes.kind === "num" ? at + extent.bytes.value : undefined;
  }
  return { fields, starts, end };
}

/** What storage is aligned to at least. */
const alignOf = (storage: ObjectValue): number =>
  Math.max(1, ...[...storage.fields.values()].map((field) => extentOf(field)?.align ?? 1));

/** Farther than any shared memory reaches. */
const farAway = 2 ** 32;

const roundedUp = (x: number, by: number): number => Math.ceil(x / by) * by;

interface Around {
  /** Not 0 where the bytes from the start are not known. */
  readonly origin: number;
  readonly whole: number;
}

function fieldAt(field: Value, at: number, around: Around): Value {
  const { origin, whole } = around;
  if (field.kind === "alternatives") {
    const options = field.options.map((one) => ({ ...one, value: fieldAt(one.value, at, around) }));
    return { ...field, options };
  }
  if (field.kind !== "object") return field;
  const isKnown = origin === 0 && at < farAway;
  if (field.type !== undefined) return isKnown ? { ...field, fields: placedFields(field, at, whole).fields } : field;
  if (!isKnown) return { ...field, fields: new Map([...field.fields, ["apart", staticInt(origin + at)]]) };
  const align = field.fields.get("align");
  // Where it lies may be aligned to more than it asks for.
  const lies = at === 0 ? whole : Math.min(whole, at & -at);
  const more: [string, Value][] = align?.kind === "num" && align.value < lies ? [["align", staticInt(lies)]] : [];
  return { ...field, fields: new Map([...field.fields, ...more, ["within", staticInt(at)]]) };
}

const isUnion = (storage: ObjectValue): boolean =>
  storage.type?.item.attributes.some((one) => /(^|\.)union$/.test(one)) === true;

const roundUpTo = (x: Int, by: number): Int => mul(div(add(x, staticInt(by - 1)), staticInt(by)), staticInt(by));
