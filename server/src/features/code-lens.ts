// Lines above the code: which calls bind a template's parameters, and what a TMA descriptor comes to.
import type { Place } from "../../../src-engine/program/ir.ts";
import { tmaSummary } from "../facts/describe-atom.ts";
import { absolute, type FactIndex, groupByPlace } from "../facts/fact-index.ts";
import type { Settings } from "../settings/schema.ts";
import { costLenses } from "./costs/kernel-lens.ts";
import { preferred } from "./hover.ts";
import { type InstanceList, instancesOf } from "./instance-choice.ts";
import { sharedMemoryLenses } from "./shared-memory.ts";

/** What a click does: shows the value at the place, another instance, or nothing. */
export type Lens = { readonly place: Place; readonly text: string } & (
  | { readonly action: "preview" | "none" }
  | { readonly action: "instance"; readonly list: InstanceList }
);

export type LensOptions = Pick<
  Settings,
  "codeLens.instances" | "codeLens.tma" | "codeLens.sharedMemory" | "codeLens.costs" | "arch" | "gpu"
>;

export function codeLenses(index: FactIndex, options: LensOptions): readonly Lens[] {
  return [
    ...(options["codeLens.instances"] ? instanceLenses(index) : []),
    ...(options["codeLens.tma"] ? tmaLenses(index) : []),
    ...(options["codeLens.sharedMemory"] ? sharedMemoryLenses(index, options.arch) : []),
    ...(options["codeLens.costs"] ? costLenses(index, options) : []),
  ];
}

/** Functions with several instances: a click shows the next. */
function instanceLenses(index: FactIndex): readonly Lens[] {
  const { instances } = index.facts;
  const items = [...new Set(instances.map(({ item }) => item))];
  return items.flatMap((item) => {
    const place = absolute(index.facts, item, { start: 0, end: 0 });
    if (place === undefined) return [];
    return instancesOf(instances, index.chosen, item)
      .filter(({ labels }) => labels.length > 1)
      .map((list) => ({
        place,
        text: `${list.labels.length} instances: ${listed(list)}`,
        action: "instance" as const,
        list,
      }));
  });
}

/** Most characters of a lens: beyond the editor's right edge nobody reads. */
const widest = 110;

/** The active one marked; of many those around it, as many as fit a line. */
function listed({ labels, active }: InstanceList): string {
  const at = labels.indexOf(active);
  const from = Math.max(0, Math.min(at - 1, labels.length - 4));
  const near = labels.slice(from, from + 4);
  const length = (some: readonly string[]) => some.reduce((sum, label) => sum + label.length + 3, 0);
  const fits = length(near) <= widest;
  const shown = (fits ? near : [active]).map((label) => (label === active ? `▸ ${label}` : label));
  const [before, after] = fits ? [from > 0, from + 4 < labels.length] : [at > 0, at + 1 < labels.length];
  return [...(before ? ["…"] : []), ...shown, ...(after ? ["…"] : [])].join(" · ");
}

/** Calls that make a TMA descriptor, at the callee's name. */
export function tmaLenses(index: FactIndex): readonly Lens[] {
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
