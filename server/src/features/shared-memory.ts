// The shared-memory budget of a kernel: the bytes of its buffers against the architecture's limit a block.
import type { VariableFact } from "../../../src-engine/program/facts.ts";
import { isNamedStage } from "../comments/stages.ts";
import { type SharedBuffer, sharedBuffers } from "../costs/shared-buffers.ts";
import { absolute, type FactIndex } from "../facts/fact-index.ts";
import { sharedMemoryLimit } from "../facts/shared-memory-limit.ts";
import { bytesText } from "../facts/swizzle-words.ts";
import type { Arch } from "../settings/schema.ts";
import type { Lens } from "./code-lens.ts";

export interface Budget {
  readonly item: string;
  readonly instance: string;
  readonly bytes: number;
  readonly buffers: readonly Buffer[];
}

type Buffer = Pick<SharedBuffer, "name" | "bytes" | "stages">;

/** The kernels whose shared-memory tensors are all known. */
export function budgets(index: FactIndex): readonly Budget[] {
  const byInstance = new Map<string, VariableFact[]>();
  const named = index.variables.map(({ fact }) => fact);
  for (const fact of named)
    if (fact.value.kind === "tensor") {
      const group = byInstance.get(fact.instance);
      if (group === undefined) byInstance.set(fact.instance, [fact]);
      else group.push(fact);
    }
  const source = {
    language: index.facts.unit.language,
    isStages: (comment: string | undefined, count: number) => isNamedStage(named, comment, count),
    text: ({ item, span }: Pick<VariableFact, "item" | "span">) => {
      const place = absolute(index.facts, item, span);
      return place === undefined ? "" : (index.texts[place.fragment]?.slice(place.start, place.end) ?? "");
    },
  };
  return [...byInstance].flatMap(([instance, facts]) => {
    const found = sharedBuffers(facts, source) ?? [];
    const [first] = found;
    if (first === undefined) return [];
    const buffers = found.map(({ name, bytes, stages }) => ({ name, bytes, stages }));
    return [{ item: first.fact.item, instance, buffers, bytes: buffers.reduce((sum, b) => sum + b.bytes, 0) }];
  });
}

export function sharedMemoryLenses(index: FactIndex, arch: Arch): readonly Lens[] {
  const seen = new Set<string>();
  return budgets(index).flatMap(({ item, instance, bytes, buffers }) => {
    const at = index.facts.unit.places.get(item);
    const target = arch === "auto" ? archOf(index, instance) : arch;
    const limit = sharedMemoryLimit(target);
    const parts = buffers.map((b) => `${b.name} ${bytesText(b.bytes)}`).join(" + ");
    const text = `shared memory ${bytesText(bytes)} of ${bytesText(limit)} (${target}): ${parts}${stagesText(buffers, bytes, limit)}`;
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
function stagesText(buffers: readonly Buffer[], bytes: number, limit: number): string {
  const [first] = buffers;
  if (first?.stages === undefined || first.stages < 2) return "";
  if (!buffers.every(({ stages }) => stages === first.stages)) return "";
  return ` · ${first.stages} stages, ${Math.floor(limit / (bytes / first.stages))} fit`;
}
