// States that go round another number of stages than the pipeline has that they are taken to.

import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import type { Run } from "./barrier-functions.ts";
import { callsWith, type State, statesIn } from "./pipeline-start.ts";
import { argumentOf, pipelinesOf } from "./pipelines.ts";
import type { Finding } from "./rule.ts";

interface Taken {
  readonly state: State;
  readonly count: number;
}

/** Of pipelines that the function makes itself: elsewhere their numbers are others. */
export function stageFindings(fn: FunctionItem, run: Run, facts: FileFacts): readonly Finding[] {
  const pipelines = pipelinesOf({ fn }, run, facts);
  const isOnly = (name: string): boolean =>
    pipelines.filter(({ names }) => names.producer === name || names.consumer === name).length === 1;
  return pipelines.flatMap(({ names: { producer, consumer }, made }) => {
    const stages = made?.fn === fn ? numberOf(argumentOf(made, "num_stages"), run) : undefined;
    if (stages === undefined || !isOnly(producer) || !isOnly(consumer)) return [];
    const taken = statesIn(fn).flatMap((state) => takenTo([producer, consumer], state, run));
    // States of both sides that leave out the same stages meet in those that are left.
    const areAlike = taken.every(({ count }) => count === taken[0]?.count);
    return taken
      .filter(({ count }) => count > stages || (count < stages && !areAlike))
      .map(({ state: { name, span }, count }) => {
        const what =
          count > stages ? "it comes to stages that are not there" : "the two sides come to different stages";
        const message = `${name} goes round ${count} stages, ${consumer} has ${stages}: ${what}; make it with ${stages}`;
        return { item: fn.id, span, message, related: [], fixes: [] };
      });
  });
}

const numberOf = (expr: Expr | undefined, { values }: Run): number | undefined => expr && values.number(expr);

function takenTo(pipelines: readonly string[], state: State, run: Run): readonly Taken[] {
  const count = numberOf(state.stages, run);
  const isTaken = callsWith(state.name, state.scope).some(
    ({ callee }) => callee.kind === "member" && taking.test(callee.name) && pipelines.includes(lastName(callee.object)),
  );
  return count === undefined || !isTaken ? [] : [{ state, count }];
}

const taking = /^(?:producer|consumer)_(?:acquire|wait|commit|release)$/;
