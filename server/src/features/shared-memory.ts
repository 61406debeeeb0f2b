// The shared-memory budget of a kernel: the bytes of its buffers against the architecture's limit a block.
import type { VariableFact } from "../../../src-engine/facts.ts";
import { cosize } from "../../../src-engine/layout/coords.ts";
import { product } from "../../../src-engine/tuple/int-tuple.ts";
import type { Tensor } from "../../../src-engine/value.ts";
import type { Arch } from "../settings/schema.ts";
import { attempt } from "./attempt.ts";
import type { Lens } from "./code-lens.ts";
import { plainLayout } from "./describe.ts";
import type { FactIndex } from "./fact-index.ts";
import { bytesText } from "./swizzle-words.ts";

/** Bytes of shared memory that a block may have (CUDA programming guide, compute capabilities; opt-in limit). */
export const sharedMemoryLimit: Readonly<Record<Arch, number>> = {
  auto: 232_448,
  sm_70: 98_304,
  sm_75: 65_536,
  sm_80: 166_912,
  sm_86: 101_376,
  sm_87: 166_912,
  sm_89: 101_376,
  sm_90: 232_448,
  sm_90a: 232_448,
  sm_100a: 232_448,
  sm_100f: 232_448,
  sm_101a: 232_448,
  sm_103a: 232_448,
  sm_110a: 232_448,
  sm_120a: 101_376,
  sm_121a: 101_376,
};

export interface Budget {
  readonly item: string;
  readonly instance: string;
  readonly bytes: number;
  readonly buffers: readonly Buffer[];
}

interface Buffer {
  readonly name: string;
  readonly bytes: number;
  /** The size of its last mode, when it has three modes and more: the stages of a pipeline. */
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
      const base = fact.value.kind === "tensor" ? baseOf(fact.value) : undefined;
      if (bytes === undefined || base === undefined) return [];
      const before = buffers.get(base);
      if (before === undefined || before.bytes < bytes)
        buffers.set(base, { name: fact.name, bytes, stages: stagesOf(fact) });
    }
    const all = [...buffers.values()];
    const item = facts[0]?.item ?? "";
    return [{ item, instance, buffers: all, bytes: all.reduce((sum, b) => sum + b.bytes, 0) }];
  });
}

export function sharedMemoryLenses(index: FactIndex, arch: Arch): readonly Lens[] {
  const seen = new Set<string>();
  return budgets(index).flatMap(({ item, bytes, buffers }) => {
    const at = index.facts.unit.places.get(item);
    const limit = sharedMemoryLimit[arch];
    const parts = buffers.map((b) => `${b.name} ${bytesText(b.bytes)}`).join(" + ");
    const text = `shared memory ${bytesText(bytes)} of ${bytesText(limit)} (${arch === "auto" ? "sm_90a" : arch}): ${parts}${stagesText(buffers, bytes, limit)}`;
    if (at === undefined || seen.has(`${item} ${text}`)) return [];
    seen.add(`${item} ${text}`);
    return [{ place: { fragment: at.fragment, start: at.start, end: at.start }, text, action: "none" as const }];
  });
}

/** Where all buffers have the same number of stages: how many would fit. */
function stagesText(buffers: readonly Buffer[], bytes: number, limit: number): string {
  const [first] = buffers;
  if (first?.stages === undefined || first.stages < 2) return "";
  if (!buffers.every(({ stages }) => stages === first.stages)) return "";
  return ` · ${first.stages} stages, ${Math.floor(limit / (bytes / first.stages))} fit`;
}

function stagesOf({ value }: VariableFact): number | undefined {
  if (value.kind !== "tensor" || value.layout.kind === "unknown") return undefined;
  const shape = plainLayout(value.layout)?.shape;
  const last = shape?.kind === "tuple" && shape.items.length >= 3 ? shape.items.at(-1) : undefined;
  const count = last === undefined ? undefined : product(last);
  return count?.kind === "num" ? count.value : undefined;
}

/** A whole buffer, not a view into the middle of one. */
function isSharedBase({ engine }: Tensor): boolean {
  if (engine.kind !== "pointer" || engine.space !== "smem" || engine.iterator !== undefined) return false;
  return engine.offset.kind === "num" && engine.offset.value === 0;
}

function baseOf({ engine }: Tensor): string | undefined {
  return engine.kind === "pointer" ? engine.base : undefined;
}

function bytesOf({ engine, layout }: Tensor, index: FactIndex): number | undefined {
  if (engine.kind !== "pointer" || engine.dtype.kind !== "dtype" || layout.kind === "unknown") return undefined;
  const reach = attempt(index.facts.unit.language, (ctx) => cosize(ctx, layout));
  return reach?.kind === "num" ? Math.ceil((reach.value * engine.dtype.bits) / 8) : undefined;
}
