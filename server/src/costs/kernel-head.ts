// What a kernel's launch promises about the blocks of an SM, as the source says it: `__launch_bounds__(128, 2)`,
// `.launch(…, min_blocks_per_mp=2)`.
import type { FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Item, ItemId, Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { blocksAsked, boundsSpan, headLength, kernelCall } from "../languages/launches.ts";
import { functionOf } from "./uniform.ts";

export interface Asked {
  readonly item: ItemId;
  readonly span: Span;
  readonly threads: number | undefined;
  readonly blocks: number;
}

/** Undefined for a function that is no kernel, or where the number is not written. */
export function blocksAskedOf(
  { unit }: FileFacts,
  { item }: Instance,
  text: (site: { readonly item: ItemId; readonly span: Span }) => string,
): Asked | undefined {
  const fn = functionOf(unit.items, item);
  if (fn?.isKernel !== true) return undefined;
  const head = boundsSpan[unit.language](text({ item, span: { start: 0, end: headLength } }));
  if (head !== undefined) return { item, ...head };
  const launches = launchesIn(unit.items).get(fn.name) ?? [];
  return launches.flatMap(({ call, host }): readonly Asked[] => {
    const blocks = blocksAsked[unit.language](call);
    return blocks?.kind === "int" ? [{ item: host, span: blocks.span, threads: undefined, blocks: blocks.value }] : [];
  })[0];
}

type Call = Extract<Expr, { kind: "call" }>;

interface Launch {
  readonly call: Call;
  readonly host: ItemId;
}

/** By the kernel's name. */
const launchesIn = remembered((items: readonly Item[]): ReadonlyMap<string, readonly Launch[]> => {
  const found = new Map<string, Launch[]>();
  for (const { id, body } of functionsIn(items))
    visit(body, (node) => {
      if (node.kind !== "call") return;
      const call = node as Call;
      const kernel = kernelCall(call);
      if (kernel === call) return;
      const name = lastName(kernel.callee);
      found.set(name, [...(found.get(name) ?? []), { call, host: id }]);
    });
  return found;
});

const functionsIn = (items: readonly Item[]): readonly FunctionItem[] =>
  items.flatMap((item) => (item.kind === "function" ? [item] : item.kind === "class" ? functionsIn(item.members) : []));
