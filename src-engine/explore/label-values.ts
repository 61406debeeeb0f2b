// What tells instances of one function apart that the same call made: the parameters whose values differ, and where those leave
// some alike, the fields of the objects among them: `self.head_dim=96`.
import { print } from "../algebra/notation/print.ts";
import type { Value } from "../algebra/value.ts";
import type { InstanceRecord } from "../interpret/session.ts";
import type { Fact, VariableFact } from "../program/facts.ts";
import { isSameList } from "../program/same-data.ts";

/** Longer values are cut: a label names, it does not explain. */
const longest = 28;

/** Blocks of lines (atoms, a tiled MMA), tensors and long fractions: a reader knows an instance by anything else first. */
const unclear = /\n| o |\d\.\d{4}/;

type Labels = ReadonlyMap<InstanceRecord, string>;

/** By the first of the records: an edit leaves most functions' instances as they were. */
const labelled = new WeakMap<InstanceRecord, { readonly ground: readonly unknown[]; readonly labels: Labels }>();

/** `TA=half_t` for each, by the fewest and shortest parameters; numbers where nothing that prints differs. */
export function labelsByValue(records: readonly InstanceRecord[]): Labels {
  const [first] = records;
  // One that is at work may say other things of its parameters with as many facts.
  if (first === undefined || records.some(({ state }) => state !== "done")) return newLabels(records);
  const ground = records.flatMap(ownersOf).flatMap((one) => [one, one.facts.size]);
  const known = labelled.get(first);
  if (known !== undefined && isSameList(known.ground, ground)) return known.labels;
  const labels = newLabels(records);
  labelled.set(first, { ground, labels });
  return labels;
}

function newLabels(records: readonly InstanceRecord[]): Labels {
  const parameters = records.map(parametersOf);
  const columns = differingColumns(parameters);
  const isUnclear = ({ name }: Column): boolean => parameters.some((one) => unclear.test(one.get(name) ?? ""));
  const textOf = (i: number, chosen: readonly Column[]): string =>
    chosen.map(({ name, values }) => `${name}=${values[i] ?? ""}`).join(", ");
  const parts = (chosen: readonly Column[]): number => new Set(records.map((_, i) => textOf(i, chosen))).size;
  const chosen: Column[] = [];
  const choose = (from: readonly Column[]): void => {
    const ranked = from.map((column) => ({ column, parts: parts([column]), length: lengthOf(column) }));
    ranked.sort((a, b) => b.parts - a.parts || a.length - b.length);
    for (const { column } of ranked)
      if (chosen.length < 5 && parts([...chosen, column]) > parts(chosen)) chosen.push(column);
  };
  choose(columns.filter((column) => !isUnclear(column)));
  if (parts(chosen) < records.length) choose(differingColumns(records.map(fieldsOf)));
  if (parts(chosen) < records.length) choose(columns.filter(isUnclear));
  const seen = new Map<string, number>();
  return new Map(
    records.map((one, i) => {
      const text = textOf(i, chosen);
      const count = (seen.get(text) ?? 0) + 1;
      seen.set(text, count);
      return [one, count === 1 ? text : `${text} #${count}`.trim()];
    }),
  );
}

/** A parameter with its value in each record, cut to where they differ. */
interface Column {
  readonly name: string;
  readonly values: readonly string[];
}

const lengthOf = ({ values }: Column): number => Math.max(...values.map((text) => text.length));

/** Those that are known everywhere and not the same everywhere. */
function differingColumns(values: readonly ReadonlyMap<string, string>[]): readonly Column[] {
  const names = new Set(values.flatMap((each) => [...each.keys()]));
  return [...names].flatMap((name) => {
    const texts = values.map((each) => each.get(name) ?? "?");
    if (new Set(texts).size < 2 || texts.some((text) => /\?|unknown|this place|<\w+>/.test(text))) return [];
    return [{ name, values: cut(texts.map((text) => text.replace(/\s+/g, " "))) }];
  });
}

/** Long values from shortly before their first difference on. */
function cut(texts: readonly string[]): readonly string[] {
  if (texts.every((text) => text.length <= longest)) return texts;
  const [first = ""] = texts;
  let same = 0;
  while (same < first.length && texts.every((text) => text[same] === first[same])) same++;
  const from = same > longest / 2 ? same - 6 : 0;
  return texts.map((text) => {
    const tail = (from > 0 ? "…" : "") + text.slice(from);
    return tail.length <= longest ? tail : `${tail.slice(0, longest - 1)}…`;
  });
}

/** Parameters of functions and of the classes they are members of, members of classes. */
function parametersOf(record: InstanceRecord): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const one of ownersOf(record))
    for (const fact of one.facts.values()) {
      if (fact.kind !== "variable" || found.has(fact.name)) continue;
      const isMember = fact.item === one.item && (fact.role === "field" || fact.role === "alias");
      if (fact.role === "parameter" || isMember) found.set(fact.name, textOf(record, fact));
    }
  return found;
}

/** Numbers, texts and types in the objects among the parameters. */
function fieldsOf(record: InstanceRecord): ReadonlyMap<string, string> {
  const facts = [...record.facts.values()].filter((fact) => fact.kind === "variable" && fact.role === "parameter");
  return new Map(facts.flatMap((fact) => [...fieldsIn(record, fact)]));
}

/** An edit leaves most facts as they were, and so their texts. */
const texts = new WeakMap<Fact, string>();
const fields = new WeakMap<Fact, ReadonlyMap<string, string>>();

function textOf(record: InstanceRecord, fact: VariableFact): string {
  const text = texts.get(fact) ?? printed(record, fact.value);
  texts.set(fact, text);
  return text;
}

function fieldsIn(record: InstanceRecord, fact: Fact): ReadonlyMap<string, string> {
  const known = fields.get(fact);
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  if (fact.kind === "variable" && fact.value.kind === "object")
    for (const [field, one] of fact.value.fields)
      if (one.kind === "num" || one.kind === "text" || one.kind === "dtype" || one.kind === "tuple")
        found.set(`${fact.name}.${field}`, printed(record, one));
  fields.set(fact, found);
  return found;
}

/** Blocks keep their lines. */
const printed = ({ file }: InstanceRecord, value: Value): string =>
  print(value, /\.(?:py|ipynb)$/.test(file) ? "dsl" : "cpp").trim();

/** The record itself, then the classes around it. */
function ownersOf(record: InstanceRecord): readonly InstanceRecord[] {
  const found: InstanceRecord[] = [];
  for (let at: InstanceRecord | undefined = record; at !== undefined && found.length < 8; at = at.owner) found.push(at);
  return found;
}
