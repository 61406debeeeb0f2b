// The threads of a kernel's blocks: as its launch says, or as the class says whose `operator()` is the kernel.
import type { FactIndex } from "../facts/fact-index.ts";
import { threadsOfClass } from "../languages/launches.ts";
import { blockOf } from "./block.ts";
import { byInstance } from "./of-call.ts";

export function launchedThreads(index: FactIndex, instance: string): number | undefined {
  const block = blockOf(index, instance);
  return block === undefined ? classBound(index, instance)?.threads : block.reduce((a, b) => a * b, 1);
}

/** Of an `operator()` whose class bounds its blocks: all of their threads come to it. */
export function classBound(
  index: Pick<FactIndex, "facts" | "instances">,
  instance: string,
): { readonly threads: number | undefined } | undefined {
  const { owner, function: name } = index.instances.get(instance) ?? {};
  const bound = threadsOfClass[index.facts.unit.language];
  if (owner === undefined || bound === undefined || name?.endsWith("::operator()") !== true) return undefined;
  const found = (byInstance(index.facts.facts).get(owner) ?? []).find(
    (fact) => fact.kind === "variable" && fact.name === bound,
  );
  if (found?.kind !== "variable") return undefined;
  return { threads: found.value.kind === "num" ? found.value.value : undefined };
}
