// Lines above the code: which calls bind a template's parameters, and what a TMA descriptor comes to.
import type { Place } from "../../../src-engine/ir.ts";
import type { Settings } from "../settings/schema.ts";
import { tmaSummary } from "./describe-atom.ts";
import { absolute, type FactIndex, groupByPlace } from "./fact-index.ts";
import { preferred } from "./hover.ts";
import { sharedMemoryLenses } from "./shared-memory.ts";

export interface Lens {
  readonly place: Place;
  readonly text: string;
  /** What a click does: shows the value at the place, or nothing. */
  readonly action: "preview" | "none";
}

export type LensOptions = Pick<Settings, "codeLens.instances" | "codeLens.tma" | "codeLens.sharedMemory" | "arch">;

export function codeLenses(index: FactIndex, options: LensOptions): readonly Lens[] {
  return [
    ...(options["codeLens.instances"] ? instanceLenses(index) : []),
    ...(options["codeLens.tma"] ? tmaLenses(index) : []),
    ...(options["codeLens.sharedMemory"] ? sharedMemoryLenses(index, options.arch) : []),
  ];
}

/** Functions with several instances, or whose parameters are symbols because nobody calls them. */
function instanceLenses(index: FactIndex): readonly Lens[] {
  const byItem = new Map<string, string[]>();
  for (const instance of index.facts.instances) {
    const labels = byItem.get(instance.item) ?? [];
    if (!instance.generic && instance.label !== "" && !labels.includes(instance.label)) labels.push(instance.label);
    byItem.set(instance.item, labels);
  }
  return [...byItem].flatMap(([id, labels]) => {
    const item = index.facts.unit.places.get(id);
    const place = item === undefined ? undefined : absolute(index.facts, id, { start: 0, end: 0 });
    if (place === undefined || labels.length < 2) return [];
    return [{ place, text: `${labels.length} instances: ${listed(labels)}`, action: "none" as const }];
  });
}

function listed(labels: readonly string[]): string {
  const shown = labels.slice(0, 4).join(", ");
  return labels.length > 4 ? `${shown}, …` : shown;
}

function tmaLenses(index: FactIndex): readonly Lens[] {
  return groupByPlace(index.calls).flatMap((group) => {
    const best = preferred(index, group, (fact) => fact.result);
    if (best === undefined) return [];
    const { result } = best.fact;
    const first = result.kind === "tuple" ? result.items[0] : result;
    const atom = first?.kind === "tiled-copy" ? first.atom : first;
    if (atom?.kind !== "tma-atom" || atom.descriptor === undefined) return [];
    return [{ place: best.place, text: tmaSummary(atom, index.facts.unit.language), action: "preview" as const }];
  });
}
