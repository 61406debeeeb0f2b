// What an instance is called: by the innermost caller that tells it from the others, with the line of the call; then by
// the parameters that differ.

import { configurationOf } from "../interpret/configuration.ts";
import type { Caller, InstanceRecord, Session } from "../interpret/session.ts";
import { fileName, type Instance } from "../program/facts.ts";
import { labelsByValue } from "./label-values.ts";

export function instancesOf({ program }: Session, records: readonly InstanceRecord[]): readonly Instance[] {
  const pathOf = (record: InstanceRecord): readonly string[] =>
    callersOf(record).map(
      ({ instance, file, item, start }) =>
        `${instance.name || fileName(file)}:${program.units.get(file)?.line(item, start) ?? 1}`,
    );
  const paths = new Map(records.map((one) => [one, pathOf(one)]));
  const byFunction = new Map<string, InstanceRecord[]>();
  for (const one of records) {
    const key = `${one.item}|${one.function}`;
    byFunction.set(key, [...(byFunction.get(key) ?? []), one]);
  }
  const labels = new Map<InstanceRecord, string>();
  const deepest = Math.max(...[...paths.values()].map((one) => one.length));
  for (const group of byFunction.values()) labelGroup(group, paths, deepest, labels);
  return records.map((one) => ({
    id: one.id,
    item: one.item,
    function: one.function,
    label: labels.get(one) ?? "",
    path: paths.get(one) ?? [],
    calls: callersOf(one).map(({ file, item, start }) => ({ file, item, start })),
    ...blockOf(one),
    ...(one.owner === undefined ? {} : { owner: one.owner.id }),
    generic: one.generic,
    certain: one.certain,
    assumes: [...new Set(one.assumes)],
    configuration: configurationOf(one, callersOf(one)),
  }));
}

/** That of all launches of the kernel, which it is or is called by. */
function blockOf(record: InstanceRecord): Pick<Instance, "block"> {
  let kernel: InstanceRecord | undefined = record;
  for (let depth = 0; kernel !== undefined && kernel.blocks === undefined && depth < 32; depth++)
    kernel = kernel.caller?.instance;
  const [first, ...others] = [...(kernel?.blocks?.values() ?? [])];
  const isOne = first !== undefined && others.every((other) => other?.join() === first.join());
  return isOne ? { block: first } : {};
}

/** Goes outward from the direct caller until the labels differ. */
function labelGroup(
  group: readonly InstanceRecord[],
  paths: ReadonlyMap<InstanceRecord, readonly string[]>,
  deepest: number,
  labels: Map<InstanceRecord, string>,
): void {
  const level = (one: InstanceRecord, depth: number): string =>
    paths.get(one)!.at(-1 - depth) ?? paths.get(one)![0] ?? "";
  const resolve = (same: readonly InstanceRecord[], depth: number, inner: string): void => {
    const byLabel = new Map<string, InstanceRecord[]>();
    for (const one of same) {
      const outer = level(one, depth);
      const label = inner === "" || outer === inner ? outer : `${inner} < ${outer}`;
      byLabel.set(label, [...(byLabel.get(label) ?? []), one]);
    }
    for (const [label, ones] of byLabel) {
      if (ones.length > 1 && depth + 1 < deepest)
        resolve(ones, depth + 1, byLabel.size > 1 || depth === 0 ? label : inner);
      else if (ones.length === 1) labels.set(ones[0]!, label);
      else for (const [one, values] of labelsByValue(ones)) labels.set(one, `${label} ${values}`.trim());
    }
  };
  resolve(group, 0, "");
}

/** Outermost first. */
function callersOf(record: InstanceRecord): readonly Caller[] {
  const callers: Caller[] = [];
  for (let at = record.caller; at !== undefined && callers.length < 32; at = at.instance.caller) callers.unshift(at);
  return callers;
}
