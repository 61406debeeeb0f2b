// What a kernel takes of shared memory in sum: what it declares, the classes that it lays over raw arrays, what CuTe DSL's allocator
// gives it, and the buffers of its tensors besides.

import type { CallFact, Fact, FileFacts, StorageFact, VariableFact } from "../../../src-engine/program/facts.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import type { ObjectValue } from "../../../src-engine/program/values.ts";
import { numberOf } from "../facts/sizes.ts";
import { allocatingOps } from "../languages/costly-ops.ts";
import type { SharedBuffer } from "./shared-buffers.ts";

export type SharedPart = Pick<SharedBuffer, "name" | "bytes" | "stages">;

export interface SharedSum {
  readonly bytes: number;
  readonly parts: readonly SharedPart[];
}

interface Given {
  /** Of the kernel, and of the functions of its file that it calls. */
  readonly facts: readonly Fact[];
  /** Of those of other files. */
  readonly elsewhere?: Elsewhere;
  /** Those under the kernel's own tensors; undefined where one of them is not known. */
  readonly buffers: readonly SharedBuffer[] | undefined;
  readonly language: Language;
}

/** With the reason where one of them has no known size; undefined where there are none. */
export function sharedSum(given: Given): SharedSum | { readonly why: string } | undefined {
  if (given.language === "python") return allocatedSum(given) ?? plainSum(given.buffers);
  const storages = [...given.facts, ...(given.elsewhere?.facts ?? [])].filter(
    (fact): fact is StorageFact => fact.kind === "storage",
  );
  if (storages.length === 0) return plainSum(given.buffers);
  const open = storages.find(({ bytes }) => bytes === undefined);
  return open === undefined ? storedSum(storages, given.buffers ?? []) : { why: open.why ?? "" };
}

const plainSum = (buffers: readonly SharedBuffer[] | undefined): SharedSum | undefined =>
  buffers === undefined || buffers.length === 0 ? undefined : summed(buffers.map(partOf));

const partOf = ({ name, bytes, stages }: SharedPart): SharedPart => ({ name, bytes, stages });

const summed = (parts: readonly SharedPart[]): SharedSum => ({
  bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  parts,
});

/**
 * An array is as long as the furthest that lies in it reaches. What is not declared is the one dynamic array, whatever it is called;
 * tensors of unknown arrays lie in the class that is laid over it.
 */
function storedSum(storages: readonly StorageFact[], buffers: readonly SharedBuffer[]): SharedSum {
  const declared = new Set(storages.flatMap(({ isDeclared, array }) => (isDeclared ? [array] : [])));
  const furthest = new Map<string, StorageFact>();
  for (const one of storages) {
    const key = one.array !== undefined && declared.has(one.array) ? one.array : dynamic;
    if ((furthest.get(key)?.bytes ?? -1) < (one.bytes ?? 0)) furthest.set(key, one);
  }
  const stored = [...furthest.values()].flatMap((one) => {
    const over = buffers.find(({ base }) => base === one.array);
    if (over !== undefined && (one.parts.length === 0 || over.bytes > (one.bytes ?? 0)))
      return [{ ...partOf(over), bytes: Math.max(over.bytes, one.bytes ?? 0) }];
    return partsOf(one);
  });
  const others = furthest.has(dynamic) ? [] : buffers.filter((one) => !declared.has(one.base) && !isInStruct(one.fact));
  return summed([...stored, ...others.map(partOf)]);
}

const dynamic = "";

/** The fields, and what alignment leaves between them. */
function partsOf({ array, bytes = 0, parts }: StorageFact): readonly SharedPart[] {
  const named = parts.map((one) => ({ ...one, stages: undefined }));
  if (named.length === 0) return [{ name: array ?? "storage", bytes, stages: undefined }];
  const rest = bytes - named.reduce((sum, one) => sum + one.bytes, 0);
  return rest <= 0 ? named : [...named, { name: "padding", bytes: rest, stages: undefined }];
}

/** A tensor over a field of storage that is counted as a whole. */
const isInStruct = ({ value }: VariableFact): boolean =>
  value.kind === "tensor" && value.engine.kind === "pointer" && value.engine.within !== undefined;

/**
 * What functions of other files do for the instances: they may take shared memory too. A place has one fact, however often it is come
 * to: of a function that is handed on, or that a call leads to in several ways, nobody says how often it takes.
 */
export function takenElsewhere({ reached = [] }: FileFacts, instances: readonly string[]): Elsewhere {
  const taking = reached.flatMap((one) => {
    const facts = instances.includes(one.from) ? one.facts.filter(isTaking) : [];
    return facts.length === 0 ? [] : [{ ...one, facts }];
  });
  const repeated = taking.find(
    ({ isClosure, via, facts }) => facts.some(isAllocation) && (isClosure || via.length > 1),
  );
  const facts = taking.flatMap((one) => one.facts);
  return repeated === undefined
    ? { facts }
    : { facts, open: `${repeated.instance.function} takes more of it, how often is not known` };
}

interface Elsewhere {
  readonly facts: readonly Fact[];
  /** Why they are not all. */
  readonly open?: string;
}

const isTaking = (fact: Fact): boolean => fact.kind === "storage" || isAllocation(fact);

const isAllocation = (fact: Fact): fact is CallFact => fact.kind === "call" && allocatingOps.has(fact.op);

/** One behind the other, as the allocator gives them; with the reason where the bytes of one are not known. */
export function allocatedSum({
  facts,
  elsewhere,
  buffers = [],
}: Omit<Given, "language">): SharedSum | { readonly why: string } | undefined {
  if (elsewhere?.open !== undefined) return { why: elsewhere.open };
  const calls = [...facts, ...(elsewhere?.facts ?? [])].filter(isAllocation);
  let end = 0;
  for (const call of calls) {
    const bytes = numberIn(call, "bytes");
    if (bytes === undefined) return { why: "the size of what its allocator gives is not known" };
    const align = Math.max(numberIn(call, "byte_alignment") ?? 1, 1);
    end = Math.ceil(end / align) * align + bytes;
  }
  if (end === 0) return undefined;
  const rest = end - buffers.reduce((sum, { bytes }) => sum + bytes, 0);
  // Several tensors over one allocation: what is given is told, not what is laid over it.
  if (rest < 0) return { bytes: end, parts: calls.flatMap((call) => partsGiven(call, buffers)) };
  const others =
    rest === 0 ? [] : [{ name: buffers.length === 0 ? "allocated" : "others", bytes: rest, stages: undefined }];
  return { bytes: end, parts: [...buffers.map(partOf), ...others] };
}

/** The fields of a struct; of an array or a tensor the variable that holds it. */
function partsGiven(call: CallFact, buffers: readonly SharedBuffer[]): readonly SharedPart[] {
  const bytes = numberIn(call, "bytes") ?? 0;
  const fields = call.result.kind === "object" ? fieldsOf(call.result) : [];
  const left = bytes - fields.reduce((sum, one) => sum + one.bytes, 0);
  if (fields.length > 0 && left >= 0)
    return left === 0 ? fields : [...fields, { name: "padding", bytes: left, stages: undefined }];
  const holder = buffers.find(({ fact }) => fact.item === call.item && fact.source?.start === call.span.start);
  return [{ name: holder?.name ?? "allocated", bytes, stages: holder?.stages }];
}

const fieldsOf = ({ fields }: ObjectValue): readonly SharedPart[] =>
  [...fields].flatMap(([name, value]) => {
    const [size, dtype] = value.kind === "object" ? [value.fields.get("size"), value.fields.get("dtype")] : [];
    if (size?.kind !== "num" || dtype?.kind !== "dtype") return [];
    return [{ name, bytes: Math.ceil((size.value * dtype.bits) / 8), stages: undefined }];
  });

const numberIn = (call: CallFact, role: string): number | undefined =>
  numberOf(call.args.find((one) => one.role === role)?.value);
