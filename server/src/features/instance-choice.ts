// Which instance of a function is shown first: the user's choice, kept by the function's name and the instance's label.
//
// Lines in a label move with edits: where the label is gone, the one that is equal but for its numbers counts.
import type { Instance } from "../../../src-engine/program/facts.ts";

/** Label by function. */
export type Choices = ReadonlyMap<string, string>;

/** The ids of the chosen instances. */
export function chosenInstances(instances: readonly Instance[], choices: Choices): ReadonlySet<string> {
  const ids = [...choices].flatMap(([name, label]) => {
    const own = instances.filter((one) => one.function === name && !one.generic);
    const exact = own.filter((one) => one.label === label);
    return (exact.length > 0 ? exact : own.filter((one) => unnumbered(one.label) === unnumbered(label))).map(
      ({ id }) => id,
    );
  });
  return new Set(ids);
}

const unnumbered = (label: string): string => label.replace(/:\d+/g, "");

export interface InstanceList {
  readonly function: string;
  /** In the order of discovery, each label once. */
  readonly labels: readonly string[];
  readonly active: string;
}

/** The real instances of a function of the file, with the one that hints and hovers show. */
export function instancesOf(
  instances: readonly Instance[],
  chosen: ReadonlySet<string>,
  item: string,
): readonly InstanceList[] {
  const byFunction = new Map<string, Instance[]>();
  for (const one of instances) {
    if (one.item !== item || one.generic || one.label === "") continue;
    const group = byFunction.get(one.function);
    if (group === undefined) byFunction.set(one.function, [one]);
    else group.push(one);
  }
  return [...byFunction].map(([name, group]) => ({
    function: name,
    labels: [...new Set(group.map(({ label }) => label))],
    active: (group.find(({ id }) => chosen.has(id)) ?? group[0])?.label ?? "",
  }));
}

/** The one behind the active in the order, for a click that goes on. */
export function nextLabel({ labels, active }: InstanceList): string {
  return labels[(labels.indexOf(active) + 1) % labels.length] ?? active;
}
