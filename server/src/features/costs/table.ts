// The Costs view of a file: each kernel with what it takes of an SM, and its copies and MMAs, those that lose most first.
import type { Gpu } from "../../../../src-engine/costs/gpus.ts";
import type { ItemId, Language, Place } from "../../../../src-engine/program/ir.ts";
import { costList, elsewhereText } from "../../costs/list.ts";
import type { CallCost } from "../../costs/of-call.ts";
import { costWords } from "../../costs/words.ts";
import { absolute, type FactIndex } from "../../facts/fact-index.ts";
import { type CostOf, type KernelCost, kernelCosts } from "./kernel.ts";
import { kernelWords } from "./kernel-words.ts";
import { lossText } from "./loss-hints.ts";

export interface KernelTable {
  readonly name: string;
  /** The call path that bound it; "" where there is one instance. */
  readonly instance: string;
  readonly place: Place | undefined;
  /** What it takes and what its main loop does, name and text. */
  readonly facts: readonly (readonly [string, string])[];
  readonly rows: readonly CostRow[];
}

export interface CostRow {
  readonly place: Place;
  readonly op: string;
  readonly title: string;
  /** What memory pays, in one line. */
  readonly detail: string;
  /** `2-way conflict`, where something is certainly lost. */
  readonly loss?: string;
}

export function costTables(index: FactIndex, gpu: Gpu | undefined): readonly KernelTable[] {
  const { language } = index.facts.unit;
  const costs = costList(index, "quick");
  const tables = kernelCosts(index, costs, gpu)
    .filter(({ instance, item, isPart }) => !isPart && isShown(index, instance, item))
    .map(
      (kernel): KernelTable => ({
        name: index.instances.get(kernel.instance)?.function ?? "",
        instance: index.instances.get(kernel.instance)?.label ?? "",
        place: absolute(index.facts, kernel.item, { start: 0, end: 0 }),
        facts: kernelWords(kernel).map(({ label, text }) => [label, text] as const),
        rows: [...kernel.costs]
          .sort(({ cost: a }, { cost: b }) => lost(b) - lost(a) || moved(b) - moved(a))
          .map((one) => rowOf(index, kernel, one, language)),
      }),
    );
  return together(tables);
}

/** Instances that say the same are one table. */
function together(tables: readonly KernelTable[]): readonly KernelTable[] {
  const found = new Map<string, { readonly table: KernelTable; more: number }>();
  for (const table of tables) {
    const key = JSON.stringify({ ...table, instance: "" });
    const before = found.get(key);
    if (before === undefined) found.set(key, { table, more: 0 });
    else before.more++;
  }
  return [...found.values()].map(({ table, more }) =>
    more === 0 ? table : { ...table, instance: `${table.instance}, and ${more} more` },
  );
}

/** The instance that the user chose for the function; all of them where nobody chose. */
function isShown(index: FactIndex, instance: string, item: ItemId): boolean {
  if (index.chosen.has(instance)) return true;
  return ![...index.instances.values()].some((other) => other.item === item && index.chosen.has(other.id));
}

function rowOf(index: FactIndex, kernel: KernelCost, { cost: one, times }: CostOf, language: Language): CostRow {
  const { title, lines, notes } = costWords(one, language);
  const first = lines.filter(({ rank }) => rank === "first").map(({ label, text }) => `${label} ${text}`);
  const detail = first.length === 0 ? notes.slice(0, 1) : first;
  const loss =
    one.cost.kind === "copy" && one.assumed.length === 0 && one.guard.kind !== "some" ? lossText(one.cost) : undefined;
  const { instance } = one.placed.fact;
  const isCalled = instance !== kernel.instance;
  // The loops of its own function are told already.
  const often = isCalled && one.loop === undefined && times !== undefined && times > 1 ? [`${times} times`] : [];
  const within = isCalled ? ` in ${index.instances.get(instance)?.function ?? ""}` : "";
  return {
    place: one.placed.place,
    op: `${one.call.op}${elsewhereText(index, one)}${within}`,
    title,
    detail: [...detail, ...often].join(" · "),
    ...(loss === undefined ? {} : { loss }),
  };
}

/** Wavefronts and sectors that are certainly more than need be, over all warps. */
function lost({ cost }: CallCost): number {
  if (cost.kind !== "copy") return 0;
  return cost.sides.reduce((sum, side) => {
    if ("why" in side) return sum;
    const [shared, global] = [side.shared?.best.total, side.global?.best.total];
    const waves = shared === undefined ? 0 : shared.wavefronts - shared.ideal;
    return sum + waves + (global === undefined ? 0 : global.sectors - Math.ceil(global.wanted / 32));
  }, 0);
}

/** Bytes, or FLOPs: what is much comes first. */
function moved({ cost }: CallCost): number {
  const size = cost.kind === "gemm" ? cost.flops : cost.kind === "unknown" ? undefined : cost.bytes;
  return size?.kind === "num" ? size.value : 0;
}
