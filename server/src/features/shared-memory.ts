// The shared-memory budget of a kernel: the bytes of its buffers against the architecture's limit a block.
import type { Fact, VariableFact } from "../../../src-engine/program/facts.ts";
import { isNamedStage } from "../comments/stages.ts";
import { byInstance } from "../costs/of-call.ts";
import { sharedBuffers } from "../costs/shared-buffers.ts";
import { type SharedPart, type SharedSum, sharedSum, takenElsewhere } from "../costs/shared-sum.ts";
import { absolute, type FactIndex } from "../facts/fact-index.ts";
import { sharedMemoryLimit } from "../facts/shared-memory-limit.ts";
import { bytesText } from "../facts/swizzle-words.ts";
import type { Arch } from "../settings/schema.ts";
import type { Lens } from "./code-lens.ts";

export interface Budget extends SharedSum {
  readonly item: string;
  readonly instance: string;
}

/** The instances whose shared memory is known: what they declare, allocate and lay tensors over. */
export function budgets(index: FactIndex): readonly Budget[] {
  const sumOf = sharedSums(index);
  return [...byInstance(index.facts.facts)].flatMap(([instance, facts]) => {
    const found = facts.some(mayTake) ? sumOf([instance]) : undefined;
    const item = index.instances.get(instance)?.item;
    return found === undefined || "why" in found || item === undefined ? [] : [{ item, instance, ...found }];
  });
}

const mayTake = (fact: Fact): boolean =>
  fact.kind === "storage" || (fact.kind === "variable" && fact.value.kind === "tensor");

/** Of a kernel, the first, with the functions that it calls. */
export function sharedSums(index: FactIndex): (instances: readonly string[]) => ReturnType<typeof sharedSum> {
  const named = index.variables.map(({ fact }) => fact);
  const factsOf = byInstance(index.facts.facts);
  const source = {
    language: index.facts.unit.language,
    isStages: (comment: string | undefined, count: number) => isNamedStage(named, comment, count),
    text: ({ item, span }: Pick<VariableFact, "item" | "span">) => {
      const place = absolute(index.facts, item, span);
      return place === undefined ? "" : (index.texts[place.fragment]?.slice(place.start, place.end) ?? "");
    },
  };
  return ([own = "", ...called]) => {
    const facts = factsOf.get(own) ?? [];
    const tensors = facts.filter((fact): fact is VariableFact => fact.kind === "variable");
    const elsewhere = takenElsewhere(index.facts, [own, ...called]);
    const all = [...facts, ...called.flatMap((one) => factsOf.get(one) ?? [])];
    return sharedSum({ facts: all, elsewhere, buffers: sharedBuffers(tensors, source), language: source.language });
  };
}

/** The largest ones by their names, and what is left in one sum. */
export function partsText(parts: readonly SharedPart[]): string {
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const sorted = parts.length <= mostParts ? parts : [...parts].sort((a, b) => b.bytes - a.bytes);
  const isShown = ({ bytes }: SharedPart, i: number): boolean =>
    parts.length <= mostParts || (i < mostParts && bytes * 64 >= total);
  const shown = sorted.filter(isShown);
  const left = sorted.filter((one, i) => !isShown(one, i));
  const named = shown.map((one) => `${shortName(one, shown)} ${bytesText(one.bytes)}`);
  const rest = left.reduce((sum, { bytes }) => sum + bytes, 0);
  return (left.length === 0 ? named : [...named, `${left.length} more ${bytesText(rest)}`]).join(" + ");
}

const mostParts = 6;

/** The field's own name, where no other of them has it. */
function shortName({ name }: SharedPart, among: readonly SharedPart[]): string {
  const last = (one: string): string => one.slice(one.lastIndexOf(".") + 1);
  return among.filter((one) => last(one.name) === last(name)).length === 1 ? last(name) : name;
}

export function sharedMemoryLenses(index: FactIndex, arch: Arch): readonly Lens[] {
  const seen = new Set<string>();
  return budgets(index).flatMap(({ item, instance, bytes, parts }) => {
    const at = index.facts.unit.places.get(item);
    const target = arch === "auto" ? archOf(index, instance) : arch;
    const limit = sharedMemoryLimit(target);
    const text = `shared memory ${bytesText(bytes)} of ${bytesText(limit)} (${target}): ${partsText(parts)}${stagesText(parts, bytes, limit)}`;
    if (at === undefined || seen.has(`${item} ${text}`)) return [];
    seen.add(`${item} ${text}`);
    return [{ place: { fragment: at.fragment, start: at.start, end: at.start }, text, action: "none" as const }];
  });
}

const families: readonly (readonly [RegExp, Arch])[] = [
  [/^SM120/, "sm_120a"],
  [/^SM1\d\d/, "sm_100a"],
  [/^SM90/, "sm_90a"],
  [/^SM89/, "sm_89"],
  [/^SM8\d/, "sm_80"],
  [/^SM75/, "sm_75"],
  [/^SM70/, "sm_70"],
];

/** What the instance's MMA is made for, where no architecture is set. */
function archOf(index: FactIndex, instance: string): Arch {
  for (const { fact } of index.variables) {
    const name = fact.instance === instance && fact.value.kind === "tiled-mma" ? fact.value.atom.name : undefined;
    const found = name === undefined ? undefined : families.find(([form]) => form.test(name));
    if (found !== undefined) return found[1];
  }
  return "sm_90a";
}

/** Where all buffers have the same number of stages: how many would fit. */
function stagesText(buffers: readonly SharedPart[], bytes: number, limit: number): string {
  const [first] = buffers;
  if (first?.stages === undefined || first.stages < 2) return "";
  if (!buffers.every(({ stages }) => stages === first.stages)) return "";
  return ` · ${first.stages} stages, ${Math.floor(limit / (bytes / first.stages))} fit`;
}
