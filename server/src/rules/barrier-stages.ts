// Which barriers of an array a place comes to: by their numbers, or by the counter of a loop over known numbers.
import type { Expr, Span } from "../../../src-engine/program/ir.ts";
import { rangeOf } from "../costs/uniform.ts";
import { visit } from "../facts/code-nodes.ts";
import { numberOf } from "../facts/sizes.ts";
import type { Around, BarrierEvent, Test } from "./barrier-events.ts";
import type { Run } from "./barrier-functions.ts";
import { isNumber, stageOf } from "./barrier-phases.ts";

export interface Stages {
  readonly first: number;
  readonly last: number;
  /** What says how far the loop counts. */
  readonly bound?: Span;
}

/** Undefined where nobody knows, or a condition on the way leaves some out. */
export function stagesOf(event: BarrierEvent, { values }: Run): Stages | undefined {
  const stage = stageOf(event);
  if (isNumber(stage)) return { first: Number(stage), last: Number(stage) };
  for (let at: Around | undefined = event.around; at !== undefined; at = at.outer) {
    const found = counted(
      at,
      stage,
      (of) => values.number(of),
      (of) => values.value(of),
    );
    if (found !== undefined) return event.tests.some((one) => asks(one, stage, found.bound)) ? undefined : found;
  }
  return undefined;
}

type Ask<T> = (of: Expr) => T;

function counted(
  { stmt }: Around,
  name: string,
  number: Ask<number | undefined>,
  value: Ask<ReturnType<Run["values"]["value"]>>,
): (Stages & { readonly bound: Span }) | undefined {
  if (stmt?.kind === "c-for") {
    const range = rangeOf(stmt, name, (of) => of && number(of));
    if (range === undefined || range === "none" || range.step !== 1 || range.to <= range.from) return undefined;
    return { first: range.from, last: range.to - 1, bound: stmt.test?.span ?? stmt.span };
  }
  if (stmt?.kind !== "for" || stmt.target.kind !== "bind" || stmt.target.name !== name) return undefined;
  const over = value(stmt.iter);
  if (over?.kind !== "range") return undefined;
  const [first, stop, step] = [over.start, over.stop, over.step].map(numberOf);
  if (first === undefined || stop === undefined || step !== 1 || stop <= first) return undefined;
  return { first, last: stop - 1, bound: stmt.iter.span };
}

/** A condition of the counter that is not the loop's own. */
function asks({ test }: Test, name: string, own: Span): boolean {
  if (test.span.start === own.start && test.span.end === own.end) return false;
  let isThere = false;
  visit(test, (node) => {
    isThere ||= node.kind === "name" && (node as Extract<Expr, { kind: "name" }>).path.join("::") === name;
  });
  return isThere;
}
