// Shared memory of one instance of a kernel, as the rules about whole SMs ask for it.
import type { Fact, FileFacts, VariableFact } from "../../../src-engine/program/facts.ts";
import { isNamedStage } from "../comments/stages.ts";
import { type SharedBuffer, sharedBuffers } from "../costs/shared-buffers.ts";
import { remembered } from "../facts/remembered.ts";
import type { FileContext, InstanceFacts } from "./rule.ts";
import { allocatedBytes } from "./smem-sum.ts";

/** Every buffer that the instance lays a tensor over; undefined where one is not known. */
export function buffersOf(
  { facts }: InstanceFacts,
  file: FileFacts,
  context: FileContext,
): readonly SharedBuffer[] | undefined {
  return sharedBuffers(variables(facts), {
    language: context.language,
    text: context.text,
    isStages: (comment, count) => isNamedStage(variables(file.facts), comment, count),
  });
}

/** Each tensor of each instance asks for those of the file. */
const variables = remembered((facts: readonly Fact[]): readonly VariableFact[] =>
  facts.filter((fact): fact is VariableFact => fact.kind === "variable"),
);

/** What the kernel certainly takes: buffers may share memory in turn, so that in C++ only the one that reaches furthest counts. */
export function certainBytes(group: InstanceFacts, file: FileFacts, context: FileContext): number {
  if (context.language === "python") return allocatedBytes(group.facts);
  return Math.max(0, ...(buffersOf(group, file, context) ?? []).map(reachOf));
}

/** To the end of the buffer from where the struct around it begins. */
function reachOf({ bytes, fact: { value } }: SharedBuffer): number {
  if (value.kind !== "tensor" || value.engine.kind !== "pointer") return bytes;
  return bytes + (value.engine.within ?? 0);
}

/** Names of the atoms of the instance's MMAs. */
export const mmaNames = ({ facts }: InstanceFacts): readonly string[] =>
  facts.flatMap((fact) => (fact.kind === "variable" && fact.value.kind === "tiled-mma" ? [fact.value.atom.name] : []));

export const kib = (bytes: number): string => `${Math.round((bytes / 1024) * 100) / 100} KiB`;
