// The shared-memory budget of a kernel: the bytes of its buffers against the architecture's limit a block.

import { cosize } from "../../../src-engine/algebra/layout/coords.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Stride, Tensor } from "../../../src-engine/algebra/value.ts";
import type { VariableFact } from "../../../src-engine/program/facts.ts";
import { leafNames, parseShapeComment } from "../comments/shape-comment.ts";
import { attempt } from "../facts/attempt.ts";
import { plainLayout } from "../facts/describe.ts";
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

interface Buffer {
  readonly name: string;
  readonly bytes: number;
  /** The copies of a pipeline. */
  readonly stages: number | undefined;
}

/** The kernels whose shared-memory tensors are all known. Two names for one buffer count once. */
export function budgets(index: FactIndex): readonly Budget[] {
  const byInstance = new Map<string, VariableFact[]>();
  for (const { fact } of index.variables)
    if (fact.value.kind === "tensor" && isSharedBase(fact.value)) {
      const group = byInstance.get(fact.instance) ?? [];
      byInstance.set(fact.instance, [...group, fact]);
    }
  return [...byInstance].flatMap(([instance, facts]) => {
    const buffers = new Map<string, Buffer>();
    for (const fact of facts) {
      const bytes = fact.value.kind === "tensor" ? bytesOf(fact.value, index) : undefined;
      const base = fact.value.kind === "tensor" ? baseOf(index, fact, fact.value) : undefined;
      if (base === undefined && index.facts.unit.language === "python") continue;
      if (bytes === undefined || base === undefined) return [];
      const before = buffers.get(base);
      if (before === undefined || before.bytes < bytes)
        buffers.set(base, { name: fact.name, bytes, stages: stagesOf(index, fact) });
    }
    const all = [...buffers.values()];
    if (all.length === 0) return [];
    const item = facts[0]?.item ?? "";
    return [{ item, instance, buffers: all, bytes: all.reduce((sum, b) => sum + b.bytes, 0) }];
  });
}

export function sharedMemoryLenses(index: FactIndex, arch: Arch): readonly Lens[] {
  const seen = new Set<string>();
  return budgets(index).flatMap(({ item, instance, bytes, buffers }) => {
    const at = index.facts.unit.places.get(item);
    const target = arch === "auto" ? archOf(index, instance) : arch;
    const limit = sharedMemoryLimit[target];
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

/** The last mode, where it steps from one copy of the buffer to the next and is called a stage or pipe. */
function stagesOf(index: FactIndex, { value, note }: VariableFact): number | undefined {
  if (value.kind !== "tensor" || value.layout.kind === "unknown") return undefined;
  const plain = plainLayout(value.layout);
  if (plain?.shape.kind !== "tuple" || plain.stride.kind !== "tuple" || plain.shape.items.length < 3) return undefined;
  const [extent, step] = [plain.shape.items.at(-1), plain.stride.items.at(-1)];
  if (extent === undefined || step === undefined) return undefined;
  const count = product(extent);
  const reach = attempt(index.facts.unit.language, (ctx) => cosize(ctx, plain));
  const steps = leavesOf<Stride>(step).filter((leaf) => leaf.kind !== "num" || leaf.value !== 0);
  const [only] = steps;
  if (count.kind !== "num" || reach?.kind !== "num" || steps.length !== 1 || only?.kind !== "num") return undefined;
  if (only.value * count.value !== reach.value) return undefined;
  return isNamedStage(index, note?.text, count.value) ? count.value : undefined;
}

const stageName = /stage|pipe/i;

/** By the last name of the comment, or by an integer of the file with this value. */
function isNamedStage(index: FactIndex, comment: string | undefined, count: number): boolean {
  const names = comment === undefined ? undefined : parseShapeComment(comment);
  const last = names === undefined ? undefined : leafNames(names.shape).at(-1);
  if (last !== undefined) return stageName.test(last);
  return index.variables.some(
    ({ fact }) => stageName.test(fact.name) && fact.value.kind === "num" && fact.value.value === count,
  );
}

/** A whole buffer, not a view into the middle of one. */
function isSharedBase({ engine }: Tensor): boolean {
  if (engine.kind !== "pointer" || engine.space !== "smem" || engine.iterator !== undefined) return false;
  return engine.offset.kind === "num" && engine.offset.value === 0;
}

/** The buffer behind the pointer: by its name, or in CuTe DSL by the allocation that the variable is. */
function baseOf(index: FactIndex, fact: VariableFact, { engine }: Tensor): string | undefined {
  if (engine.kind === "pointer" && engine.base !== undefined) return engine.base;
  const place = fact.source === undefined ? undefined : absolute(index.facts, fact.item, fact.source);
  const source = place === undefined ? "" : (index.texts[place.fragment]?.slice(place.start, place.end) ?? "");
  return /\.(?:get_tensor|allocate_tensor)\s*\(/.test(source) ? fact.name : undefined;
}

function bytesOf({ engine, layout }: Tensor, index: FactIndex): number | undefined {
  if (engine.kind !== "pointer" || engine.dtype.kind !== "dtype" || layout.kind === "unknown") return undefined;
  const reach = attempt(index.facts.unit.language, (ctx) => cosize(ctx, layout));
  return reach?.kind === "num" ? Math.ceil((reach.value * engine.dtype.bits) / 8) : undefined;
}
