// `sizeof`: scalars, pointers, arrays, register tensors, and classes field by field with their alignment.
import { countField, elementField } from "../../../../../src-engine/algebra/atoms/element-arrays.ts";
import { isSubByte, storageOf } from "../../../../../src-engine/algebra/atoms/element-types.ts";
import { OpStop } from "../../../../../src-engine/algebra/context.ts";
import { dynamicInt } from "../../../../../src-engine/algebra/int/int.ts";
import { cosize } from "../../../../../src-engine/algebra/layout/coords.ts";
import { type DType, type Unknown, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { basesOf, classFrame, classInstance } from "../../../../../src-engine/interpret/class.ts";
import { contextOf } from "../../../../../src-engine/interpret/context-of.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { typed } from "../../../../../src-engine/interpret/machine-integer.ts";
import { localDeclaration } from "../../../../../src-engine/interpret/scope.ts";
import type { ClassInstance, Frame } from "../../../../../src-engine/interpret/session.ts";
import { isOpen } from "../../../../../src-engine/interpret/specialise.ts";
import type { Expr, StatementItem } from "../../../../../src-engine/program/ir.ts";

/** Bytes of a thing and what its address must be a multiple of. */
export interface Extent {
  readonly bytes: number;
  readonly align: number;
  /** A class without data takes no room as a base. */
  readonly empty?: string | undefined;
  /** Classes without data at its very beginning: two of one type may not share an address. */
  readonly emptyAtStart?: readonly string[] | undefined;
  /** Where its last field ends: what follows it, another class that is built on it may fill. */
  readonly end?: number;
}

/** What owns its elements stands at multiples of 16 bytes, unless they are packed into bytes (cute/tensor_impl.hpp:60). */
const arrayAlign = 16;

export function sizeOf(frame: Frame, of: Expr): Value {
  const whole = arrayBytes(frame, of) ?? arrayFieldBytes(frame, of) ?? elementBytes(frame, of);
  if (whole !== undefined) return typed(dynamicInt(whole), "u64");
  const extent = typeExtent(frame, of);
  return "kind" in extent ? extent : typed(dynamicInt(extent.bytes), "u64");
}

/** The bytes of `T a[N]` by its own name; what else leads to it is a pointer. */
function arrayBytes(frame: Frame, of: Expr): number | undefined {
  const name = of.kind === "name" && of.path.length === 1 ? of.path[0] : undefined;
  if (name === undefined || localDeclaration(frame.scope, name)?.array !== true) return undefined;
  const value = evaluate(frame, of);
  return value.kind === "pointer" && value.base === name ? value.room : undefined;
}

/** `sizeof(storage.a)` of `T a[N]` in its class. */
function arrayFieldBytes(frame: Frame, of: Expr): number | undefined {
  const object = of.kind === "member" ? evaluate(frame, of.object) : undefined;
  if (of.kind !== "member" || object?.kind !== "object" || object.type?.kind !== "class") return undefined;
  const instance = classInstance(frame, object.type);
  if (isOpen(instance.value)) return undefined;
  const field = fieldsOf(instance).find((one) => one.name === of.name);
  if (field?.statement.kind !== "let" || field.statement.dims.length === 0) return undefined;
  const extent = fieldExtent(frame, instance, field);
  return "kind" in extent ? undefined : extent.bytes;
}

/** `sizeof(a[0])`. */
function elementBytes(frame: Frame, of: Expr): number | undefined {
  const array = of.kind === "index" ? evaluate(frame, of.object) : undefined;
  if (array?.kind !== "pointer" || array.rows !== undefined || array.dtype.kind !== "dtype") return undefined;
  return array.dtype.name === "void" ? undefined : storageOf(array.dtype).bytes;
}

const pointerExtent: Extent = { bytes: 8, align: 8 };

/** A pointer to a class stands for the class wherever members are asked for; here it is told from it. */
const typeExtent = (frame: Frame, type: Expr): Extent | Unknown =>
  type.kind === "pointer-type" ? pointerExtent : extentOf(frame, evaluate(frame, type));

const roundUp = (n: number, to: number): number => Math.ceil(n / to) * to;

export function extentOf(frame: Frame, value: Value): Extent | Unknown {
  switch (value.kind) {
    case "dtype": {
      // The primary of a trait says void where it has nothing to say.
      if (value.name === "void") return unknown("void has no size");
      return storageOf(value);
    }
    case "pointer":
      // What a variable holds may be an array as well as a pointer to its first element.
      return value.base === undefined ? pointerExtent : unknown("the size of an array or of a pointer to it");
    case "type":
      return engineExtent(value.of) ?? extentOf(frame, value.of);
    case "class":
      return classExtent(frame, classInstance(frame, value));
    case "object":
      if (value.type !== undefined) return extentOf(frame, value.type);
      return value.size ?? manyExtent(frame, value) ?? unknown("the size of an object of a library type");
    case "tensor":
      return tensorExtent(frame, value);
    case "num":
      return value.know === "static" ? { bytes: 1, align: 1 } : unknown("the width of a number");
    case "unknown":
      return unknown("the size of a type that is not known", value);
    default:
      return unknown(`the size of a ${value.kind}`);
  }
}

/** `T[N]` of a class. */
function manyExtent(frame: Frame, { fields }: Value & { kind: "object" }): Extent | Unknown | undefined {
  const [element, count] = [fields.get(elementField), fields.get(countField)];
  if (element === undefined || count === undefined) return undefined;
  const each = extentOf(frame, element);
  if ("kind" in each) return unknown("the size of an array", each);
  if (count.kind !== "num") return unknown("how long an array is");
  return { bytes: count.value * each.bytes, align: each.align };
}

/** A tensor that owns its elements is an array of them; its layout is static and takes no room. */
function tensorExtent(frame: Frame, tensor: Value & { kind: "tensor" }): Extent | Unknown {
  const { engine, layout } = tensor;
  const owns = engine.kind === "pointer" && (engine.space === "rmem" || engine.space === "generic");
  if (!owns || engine.dtype.kind !== "dtype" || layout.kind === "unknown") return unknown("the size of a tensor");
  try {
    const count = cosize(contextOf(frame), layout);
    return count.kind === "num" && count.know === "static"
      ? arrayExtent(engine.dtype, Math.ceil((engine.dtype.bits * count.value) / 8))
      : unknown("the size of a tensor with a run-time layout");
  } catch (error) {
    if (error instanceof OpStop) return unknown(error.stop.message);
    throw error;
  }
}

/** The array itself, which is a pointer to whoever reads it: `ArrayEngine<T, N>`. */
function engineExtent(value: Value): Extent | Unknown | undefined {
  if (value.kind !== "pointer" || value.space !== "rmem") return undefined;
  if (value.dtype.kind !== "dtype") return unknown("the size of an array of unknown elements", value.dtype);
  return value.room === undefined ? unknown("the size of an array") : arrayExtent(value.dtype, value.room);
}

const arrayExtent = (type: DType, bytes: number): Extent =>
  isSubByte(type)
    ? { bytes, align: 1 }
    : { bytes: Math.max(roundUp(bytes, arrayAlign), arrayAlign), align: arrayAlign };

function classExtent(frame: Frame, instance: ClassInstance): Extent | Unknown {
  if (isOpen(instance.value)) return unknown(`which specialisation of ${instance.value.item.name} is meant`);
  const { item } = instance.value;
  const bases = basesExtent(frame, instance);
  if ("kind" in bases) return bases;
  const fields = fieldsOf(instance);
  const extent = membersExtent(
    frame,
    instance,
    { fields, depth: 0, isUnion: item.attributes.includes("union") },
    bases,
  );
  if ("kind" in extent) return extent;
  const inside = bases.end === 0 ? (extent.emptyAtStart ?? []) : [];
  if (bases.empty.some((one) => inside.includes(one)))
    return unknown("the size of a class that is built on what it holds");
  const own = { ...classFrame(frame.session, instance), item: instance.value.within ?? item.id };
  const whole = aligned(own, extent, item.alignas ?? [], item.name);
  if ("kind" in whole) return whole;
  const isEmpty = fields.length === 0 && bases.end === 0;
  const emptyAtStart = [...bases.empty, ...inside, ...(isEmpty ? [item.name] : [])];
  return { ...whole, ...(isEmpty ? { empty: item.name } : {}), emptyAtStart, end: extent.end ?? 0 };
}

/** Where the fields of a class begin: behind its bases, of which an empty one takes no room. */
interface Begin {
  readonly end: number;
  readonly align: number;
  /** Those without data. */
  readonly empty: readonly string[];
}

const emptyAtStartOf = ({ empty, emptyAtStart }: Extent): readonly string[] =>
  emptyAtStart ?? (empty === undefined ? [] : [empty]);

function basesExtent(frame: Frame, instance: ClassInstance): Begin | Unknown {
  let [end, align] = [0, 1];
  const empty: string[] = [];
  for (const base of basesOf(frame.session, instance)) {
    const extent = extentOf(frame, base);
    if ("kind" in extent) return unknown(`the size of a base of ${instance.value.item.name}`, extent);
    align = Math.max(align, extent.align);
    const atStart = emptyAtStartOf(extent);
    if (atStart.some((one) => empty.includes(one))) return unknown("the size of a class with two bases of one type");
    empty.push(...atStart);
    if (extent.empty !== undefined) continue;
    // Whether the room behind its last field is used depends on what kind of class it is.
    if ((extent.end ?? extent.bytes) < extent.bytes) return unknown("the size of a class built on one with padding");
    end = roundUp(end, extent.align) + extent.bytes;
  }
  return { end, align, empty };
}

export const fieldsOf = ({ value }: ClassInstance): readonly StatementItem[] =>
  value.item.members.filter(
    (one): one is StatementItem => one.kind === "statement" && one.statement.kind === "let" && !isStatic(one),
  );

/** Bytes from the start of an object to a field of its own; undefined where a size before it is not known. */
export function fieldStart(frame: Frame, instance: ClassInstance, name: string): number | undefined {
  if (isOpen(instance.value)) return undefined;
  const isUnion = instance.value.item.attributes.includes("union");
  frame.session.silent++;
  const bases = basesExtent(frame, instance);
  const all = { fields: fieldsOf(instance), depth: 0, isUnion };
  const start = "kind" in bases ? undefined : startIn(frame, instance, all, name, bases.end);
  frame.session.silent--;
  return start;
}

function startIn(
  frame: Frame,
  instance: ClassInstance,
  { isUnion, ...members }: Members,
  name: string,
  begin: number,
): number | undefined {
  let end = begin;
  for (const { inside, first, fields } of groupsOf(members)) {
    const extent = inside === undefined ? fieldExtent(frame, instance, first) : membersExtent(frame, instance, inside);
    if ("kind" in extent) return undefined;
    const at = isUnion ? begin : roundUp(end, extent.align);
    if (fields.some((one) => one.name === name)) {
      const within = inside === undefined ? 0 : startIn(frame, instance, inside, name, 0);
      return within === undefined ? undefined : at + within;
    }
    end = at + extent.bytes;
  }
  return undefined;
}

/** Fields of a class, or of an anonymous struct or union that lies so deep in it. */
interface Members {
  readonly fields: readonly StatementItem[];
  readonly depth: number;
  readonly isUnion: boolean;
}

interface Group {
  readonly first: StatementItem;
  readonly fields: readonly StatementItem[];
  /** The members of an anonymous struct or union; undefined of a field by itself. */
  readonly inside?: Members;
}

function groupsOf({ fields, depth }: Omit<Members, "isUnion">): readonly Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < fields.length; ) {
    const first = fields[at]!;
    const group = first.anonymous?.[depth];
    let next = at + 1;
    while (group !== undefined && fields[next]?.anonymous?.[depth] === group) next++;
    const own = fields.slice(at, next);
    const inside = { fields: own, depth: depth + 1, isUnion: group?.startsWith("union") === true };
    groups.push({ first, fields: own, ...(group === undefined ? {} : { inside }) });
    at = next;
  }
  return groups;
}

/** Fields one behind the other, or all at the same place; those of an anonymous struct or union inside are one field. */
function membersExtent(
  frame: Frame,
  instance: ClassInstance,
  { fields, depth, isUnion }: Members,
  from: Omit<Begin, "empty"> = { end: 0, align: 1 },
): Extent | Unknown {
  let end = from.end;
  let largest = from.align;
  const emptyAtStart: string[] = [];
  for (const { inside, first } of groupsOf({ fields, depth })) {
    const extent = inside === undefined ? fieldExtent(frame, instance, first) : membersExtent(frame, instance, inside);
    if ("kind" in extent) return extent;
    if (isUnion || first === fields[0]) emptyAtStart.push(...emptyAtStartOf(extent));
    end = isUnion ? Math.max(end, extent.bytes) : roundUp(end, extent.align) + extent.bytes;
    largest = Math.max(largest, extent.align);
  }
  return { bytes: roundUp(Math.max(end, 1), largest), align: largest, end, emptyAtStart };
}

/** What `alignas(…)` makes of an extent: a class's size is a multiple of its alignment. */
function aligned(frame: Frame, extent: Extent, alignas: readonly Expr[], name: string): Extent | Unknown {
  const asked = alignas.map((one) => {
    const value = evaluate(frame, one);
    if (value.kind === "num") return value.value;
    const type = value.kind === "type" || value.kind === "dtype" ? extentOf(frame, value) : undefined;
    return type === undefined || "kind" in type ? undefined : type.align;
  });
  if (asked.includes(undefined)) return unknown(`the alignment of ${name}`);
  const align = Math.max(extent.align, ...asked.map((one) => one ?? 1));
  return { bytes: roundUp(extent.bytes, align), align };
}

const isStatic = (item: StatementItem): boolean =>
  item.statement.kind === "let" && item.statement.attributes.some((one) => one === "static" || one === "constexpr");

export function fieldExtent(frame: Frame, instance: ClassInstance, item: StatementItem): Extent | Unknown {
  const { statement } = item;
  const own = { ...classFrame(frame.session, instance), item: instance.value.within ?? item.id };
  if (statement.kind !== "let" || statement.type === undefined) return unknown(`the size of ${item.name}`);
  if (statement.attributes.includes("bit-field")) return unknown(`${item.name} is a bit-field`);
  if (statement.attributes.includes("reference")) return pointerExtent;
  const element = typeExtent(own, statement.type);
  if ("kind" in element) return unknown(`the size of ${item.name}`, element);
  let count = 1;
  for (const dim of statement.dims) {
    const value = evaluate(own, dim);
    const number = value.kind === "type" ? value.of : value;
    if (number.kind !== "num") return unknown(`how many ${item.name} there are`);
    count *= number.value;
  }
  const align = aligned(own, { bytes: 0, align: element.align }, statement.alignas ?? [], item.name);
  const { empty, emptyAtStart } = element;
  return "kind" in align ? align : { bytes: element.bytes * count, align: align.align, empty, emptyAtStart };
}
