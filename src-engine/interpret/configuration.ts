// Which configuration of its function an instance is: the file it is called from, element types, the numbers and tiles that its
// object holds, and the conditions (an architecture, a flag) under which the calls on the way stand.
//
// A label tells an instance from the others of one function; the configuration tells whose sizes are shown.
import { print } from "../algebra/notation/print.ts";
import type { Value } from "../algebra/value.ts";
import { isSameList } from "../program/same-data.ts";
import type { ObjectValue } from "../program/values.ts";
import type { Caller, InstanceRecord } from "./session.ts";

/** So many parts of a kind are told, and no longer ones. */
const most = 6;
const longest = 40;

/** An edit leaves most instances as they were, and who called them. */
const told = new WeakMap<InstanceRecord, { readonly ground: readonly unknown[]; readonly parts: readonly string[] }>();

export function configurationOf(record: InstanceRecord, callers: readonly Caller[]): readonly string[] {
  if (record.state !== "done") return newConfiguration(record, callers);
  const ground = [record.facts.size, ...callers];
  const known = told.get(record);
  if (known !== undefined && isSameList(known.ground, ground)) return known.parts;
  const parts = newConfiguration(record, callers);
  told.set(record, { ground, parts });
  return parts;
}

function newConfiguration(record: InstanceRecord, callers: readonly Caller[]): readonly string[] {
  const given = parametersOf(record);
  const parts = [...given].flatMap(([name, value]) => partsOf(name, value));
  return [
    ...fileOf(record, callers),
    ...shared(
      parts.filter((one) => one.kind === "type"),
      " = ",
    ),
    ...shared(
      parts.filter((one) => one.kind === "elements"),
      " of ",
    ),
    ...shared(
      parts.filter((one) => one.kind === "size"),
      " = ",
    ),
    ...conditionsOf(callers),
  ];
}

/** The file where the call path begins, where it is another. */
function fileOf(record: InstanceRecord, [outermost]: readonly Caller[]): readonly string[] {
  return outermost === undefined || outermost.file === record.file ? [] : [outermost.file.replace(/^.*\//, "")];
}

function conditionsOf(callers: readonly Caller[]): readonly string[] {
  const told = [...new Set(callers.flatMap((one) => one.under ?? []))].filter((one) => one.length <= longest);
  return told.length === 0 ? [] : [`under ${told.slice(0, most).join(" and ")}`];
}

function parametersOf(record: InstanceRecord): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const fact of record.facts.values())
    if (fact.kind === "variable" && fact.role === "parameter" && fact.item === record.item)
      found.set(fact.name, fact.value);
  return found;
}

interface Part {
  readonly kind: "type" | "elements" | "size";
  readonly name: string;
  readonly text: string;
}

/** What the compiler knows of a parameter: a type, a tile or a number; of an object what its first fields hold. */
function partsOf(name: string, value: Value): readonly Part[] {
  if (value.kind === "object") return madeWith(value);
  if (value.kind === "tensor") return elementsOf(name, value);
  if (value.kind === "dtype") return [{ kind: "type", name, text: value.name }];
  return isSize(value) ? [{ kind: "size", name, text: print(value, "dsl") }] : [];
}

/** What its elements are; those of a thread's registers follow from the others. */
function elementsOf(name: string, { engine }: Extract<Value, { kind: "tensor" }>): readonly Part[] {
  if (engine.kind !== "pointer" || engine.space === "rmem" || engine.dtype.kind !== "dtype") return [];
  return [{ kind: "elements", name, text: engine.dtype.name }];
}

const madeWith = ({ fields }: ObjectValue): readonly Part[] =>
  [...fields].flatMap(([name, value]) => (value.kind === "object" ? [] : partsOf(name, value)));

/** Flags and counts of one tell little. */
const isSize = (value: Value): boolean =>
  value.kind === "num"
    ? value.know === "static" && value.value > 1
    : value.kind === "tuple" && value.items.length > 1 && value.items.every((one) => one.kind === "num");

/** `TA/TB = half_t`, `mQ/mK of Float16`: names that share a text are told together. */
function shared(parts: readonly Part[], between: " = " | " of "): readonly string[] {
  const names = new Map<string, string[]>();
  for (const { name, text } of parts) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names]
    .slice(0, most)
    .map(([text, all]) => `${[...new Set(all)].slice(0, most).join("/")}${between}${text}`);
}
