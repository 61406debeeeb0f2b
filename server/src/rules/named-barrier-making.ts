// Where barrier objects are made and handed on, by the names that hold them.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Pattern, Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { namedBarrierClass } from "../languages/named-barriers.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type NamedUse, retrieves } from "./named-barrier-sites.ts";

export const isLocal = (name: string, fn: FunctionItem): boolean => {
  let isThere = false;
  visit(fn.body, (node) => {
    const { target } = node as { readonly target?: Pattern };
    isThere ||= (node.kind === "assign" || node.kind === "let") && target?.kind === "bind" && target.name === name;
  });
  return isThere;
};

interface Making {
  /** How often its name is mentioned where it is given: a local's is no mention. */
  readonly made: number;
  /** How often it is given to what only waits at it. */
  readonly handed: number;
  readonly places: readonly { readonly item: string; readonly span: Span }[];
}

/** Where a barrier object is made, by its holder's name. */
export function makingOf(holder: string, fn: FunctionItem, facts: FileFacts): Making {
  const places: Making["places"][number][] = [];
  let [made, handed] = [0, 0];
  const functions = isLocal(holder, fn) ? [fn] : functionsIn(facts.unit.items);
  for (const one of functions)
    visit(one.body, (node) => {
      const { target, value, args } = node as {
        target?: Pattern;
        value?: Expr;
        args?: Extract<Expr, { kind: "call" }>["args"];
      };
      if (node.kind === "call")
        handed += (args ?? []).filter(({ name, value }) => name === retrieves && lastName(value) === holder).length;
      if (node.kind !== "assign" || value?.kind !== "call" || lastName(value.callee) !== namedBarrierClass) return;
      const isHeld =
        target?.kind === "bind" ? target.name === holder : target?.kind === "place" && lastName(target.expr) === holder;
      if (!isHeld) return;
      if (target?.kind === "place") made++;
      const [, second] = value.args;
      const count =
        value.args.find(({ name }) => name === "num_threads") ?? (second?.name === undefined ? second : undefined);
      places.push({ item: one.id, span: (count?.value ?? value).span });
    });
  return { made, handed, places };
}

/** Where the count is written. */
export function placeOf(
  { holder, threadsAt }: NamedUse,
  fn: FunctionItem,
  facts: FileFacts,
): { item: string; span: Span } {
  const [only, ...more] = holder === undefined ? [] : makingOf(holder, fn, facts).places;
  return only !== undefined && more.length === 0 ? only : { item: fn.id, span: threadsAt };
}
