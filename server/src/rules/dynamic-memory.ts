// How much dynamic shared memory a kernel uses: how far its tensors reach into its `extern __shared__` array.
import type { FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import type { FunctionItem, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { visit } from "../costs/uniform.ts";
import { factsByInstance } from "./by-instance.ts";
import type { InstanceFacts, RuleContext, Site } from "./rule.ts";
import { bytesReached, pointerOf } from "./tensor-parts.ts";
import { isTouched } from "./tensor-touched.ts";

export interface UsedMemory {
  /** What uses it: the tensor, or the array itself. */
  readonly name: string;
  /** At least so many. */
  readonly bytes: number;
  readonly site: Site;
}

/** A call of the kernel, in one instance of the function that launches it. */
export interface Launch {
  readonly by: Instance;
  /** Where its callee begins. */
  readonly at: number;
}

/** The most that the kernel's certain instances of this launch use; undefined where it uses none that is known. */
export function usedMemory(
  kernel: FunctionItem,
  launch: Launch,
  facts: FileFacts,
  context: RuleContext,
): UsedMemory | undefined {
  const arrays = new Set(dynamicArrays(kernel));
  if (arrays.size === 0) return undefined;
  const partitions = partitionsOfTma(kernel);
  const tensors = factsByInstance(facts)
    .filter((one) => isLaunched(one, kernel, launch))
    .flatMap((one) => tensorsIn(one, arrays, context))
    .filter(({ name }) => !partitions.has(name) && isTouched(kernel, name));
  return tensors.reduce<UsedMemory | undefined>(
    (most, one) => (most && most.bytes >= one.bytes ? most : one),
    undefined,
  );
}

/** The names of its `extern __shared__` arrays. */
function dynamicArrays({ body }: FunctionItem): readonly string[] {
  const found: string[] = [];
  visit(body, (node) => {
    if (node.kind !== "let") return;
    const { target, attributes } = node as Extract<Stmt, { kind: "let" }>;
    if (target.kind === "bind" && attributes.includes("extern") && attributes.includes("__shared__"))
      found.push(target.name);
  });
  return found;
}

/** They lie in the tensor that they are of: one that reaches out of it was given a tile that is none, which is told there. */
function partitionsOfTma({ body }: FunctionItem): ReadonlySet<string> {
  const names = new Set<string>();
  visit(body, (node) => {
    const { target, init } = node as Extract<Stmt, { kind: "let" }>;
    if (node.kind !== "let" || init?.kind !== "call" || lastName(init.callee) !== "tma_partition") return;
    eachNode(target, (one) => {
      if ("kind" in one && one.kind === "bind" && "name" in one) names.add(String(one.name));
    });
  });
  return names;
}

/** Another instance of the same launch gives its kernel other bytes. */
function isLaunched({ instance }: InstanceFacts, { id }: FunctionItem, { by, at }: Launch): boolean {
  const last = instance.calls.length - 1;
  return (
    instance.certain &&
    instance.item === id &&
    last === by.calls.length &&
    instance.calls.every(({ file, item, start }, i) =>
      i === last
        ? item === by.item && start === at
        : by.calls[i]?.file === file && by.calls[i].item === item && by.calls[i].start === start,
    )
  );
}

const tensorsIn = (
  { facts, instance }: InstanceFacts,
  arrays: ReadonlySet<string>,
  context: RuleContext,
): readonly UsedMemory[] =>
  facts.flatMap((fact) => {
    if (fact.kind !== "variable" || fact.value.kind !== "tensor" || fact.item !== instance.item) return [];
    const pointer = pointerOf(fact.value);
    if (pointer?.space !== "smem" || pointer.base === undefined || !arrays.has(pointer.base)) return [];
    const bytes = bytesReached(fact.value, context);
    return bytes === undefined ? [] : [{ name: fact.name, bytes, site: { item: fact.item, span: fact.span } }];
  });
