// What an instance is called: by the innermost caller that tells it from the others, with the line of the call; then by
// the parameters that differ.

import type { CallPlace } from "../interpret/call-record.ts";
import { configurationOf } from "../interpret/configuration.ts";
import type { Caller, InstanceRecord, Session } from "../interpret/session.ts";
import { fileName, type Instance } from "../program/facts.ts";
import { labelsByValue } from "./label-values.ts";

export function instancesOf(session: Session, records: readonly InstanceRecord[]): readonly Instance[] {
  const { program } = session;
  const launches = launchesIn(session);
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
    ...blockOf(one, launches),
    ...(one.owner === undefined ? {} : { owner: one.owner.id }),
    generic: one.generic,
    certain: one.certain,
    assumes: [...new Set(one.assumes)],
    ...(one.byDefaults === undefined ? {} : { byDefaults: one.byDefaults }),
    configuration: configurationOf(one, callersOf(one)),
  }));
}

type Launch = NonNullable<CallPlace["launch"]>;

/** The launches of each kernel, by its key. */
function launchesIn({ instances }: Session): ReadonlyMap<string, readonly Launch[]> {
  const found = new Map<string, readonly Launch[]>();
  for (const { callees } of instances.values())
    for (const [key, places] of callees)
      for (const { launch } of places) if (launch !== undefined) found.set(key, [...(found.get(key) ?? []), launch]);
  return found;
}

/** That of all launches of the kernel, which it is or is called by. */
function blockOf(record: InstanceRecord, launches: ReadonlyMap<string, readonly Launch[]>): Pick<Instance, "block"> {
  let kernel: InstanceRecord | undefined = record;
  for (let depth = 0; kernel !== undefined && !launches.has(kernel.key) && depth < 32; depth++)
    kernel = kernel.caller?.instance;
  const [first, ...others] = launches.get(kernel?.key ?? "") ?? [];
  const block = first?.block;
  return block !== undefined && others.every((one) => one.block?.join() === block.join()) ? { block } : {};
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
