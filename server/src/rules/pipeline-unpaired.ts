// PIP026: one half of what a pipeline's side does in each round is missing: nothing acquires, waits or releases.
import type { Expr, FunctionItem, Pattern } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { functionsIn } from "./barrier-callees.ts";
import { pairedPipeline } from "./pipeline-examples.ts";
import { openRounds } from "./pipeline-rounds.ts";
import { goesOn, type Problem, pipelineUses, type Use } from "./pipeline-uses.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";

export const pipelineUnpaired: FileRule = {
  code: "pipeline-unpaired",
  number: "PIP026",
  severity: "error",
  title: "A stage of a pipeline is used that nobody acquired, waited for or releases.",
  on: "file",
  check: (facts) => functionsIn(facts.unit.items).flatMap((fn) => findingsIn(fn)),
};

const findingsIn = remembered((fn: FunctionItem): readonly Finding[] => {
  const whole: readonly Problem[] = madeIn(fn).flatMap((name) => {
    const uses = pipelineUses(fn).get(name);
    return uses === undefined ? [] : (problemOf(name, uses) ?? []);
  });
  const told = whole.length > 0 ? whole : openRounds(fn);
  return told.map(({ span, says: message, severity, by }) => ({
    item: fn.id,
    span,
    message,
    severity: severity ?? "warning",
    related: by === undefined ? [] : [{ item: fn.id, span: by.span, message: by.says }],
    fixes: [],
  }));
});

/** What the function gives something once, by `create` or by a constructor. */
function madeIn(fn: FunctionItem): readonly string[] {
  const given: string[] = [];
  const made = new Set<string>();
  visit(fn.body, (node) => {
    const { target, init, value } = node as { readonly target?: Pattern; readonly init?: Expr; readonly value?: Expr };
    if (target?.kind !== "bind") return;
    given.push(target.name);
    const by = init ?? value;
    if (by?.kind === "construct" || (by?.kind === "call" && lastName(by.callee) === "create")) made.add(target.name);
  });
  return [...made].filter((name) => given.filter((one) => one === name).length === 1);
}

function problemOf(name: string, uses: readonly Use[]): Problem | undefined {
  const of = (...methods: readonly string[]): readonly Use[] => uses.filter((use) => methods.includes(use.name));
  const [release] = of("consumer_release");
  const [wait] = of("consumer_wait");
  const acquires = of("producer_acquire");
  if (release !== undefined && wait === undefined)
    return {
      span: release.span,
      says: `nothing waits for what ${name} brings: consumer_wait before the stage is read`,
      severity: "error",
    };
  const barrier = of("producer_get_barrier").find((use) => !isOpened(use, acquires));
  if (barrier !== undefined && of("producer_try_acquire").length === 0)
    return {
      span: barrier.span,
      says: `nothing acquires the stage that ${name} fills here: its bytes are not announced, and it may still be read; producer_acquire first`,
      severity: "error",
    };
  const isFilledAnew = acquires.some(({ loops }) => loops.length > 0);
  if (wait !== undefined && release === undefined && isFilledAnew && wait.loops.length > 0)
    return {
      span: wait.span,
      says: `nothing releases the stages of ${name}: once all have been filled the producer waits for ever; consumer_release behind the last read`,
    };
  return undefined;
}

/** In its own loop, or before a loop that fills one stage in several rounds. */
function isOpened({ loops, state }: Use, acquires: readonly Use[]): boolean {
  const own = loops.at(-1);
  const isAround = (acquire: Use): boolean => acquire.loops.every((loop) => loops.includes(loop));
  if (own === undefined || state === undefined) return acquires.length > 0;
  return acquires.some((acquire) => acquire.loops.includes(own) || (isAround(acquire) && !goesOn(own, state)));
}

/** The page of pipeline-unpaired. */
export const pipelineUnpairedPage = (): RulePage => ({
  doc: `
Each side of a pipeline does two things in a round. The producer acquires a stage, which waits until it is free and says how many bytes will
come, and commits it, or hands its barrier to TMA copies; the consumer waits until the stage is full and releases it. Without the wait the
consumer reads what was there before; without the acquire the bytes were not announced and the stage may still be read; without the release
the producer waits for ever once all stages have been filled.

Also told, in a function that is handed its pipeline too: a loop that waits and releases nothing where its function releases the last stage
behind it, one that releases and waits for nothing, or fills stages that it does not acquire; a stage between two advances of a state that
is left open or was never opened; and a state of its own for the release that each round advances and nothing takes.

Nothing is said of a pipeline that is handed on: the other half may be there. Another role of the kernel may release what this one waits for.`,
  references: [
    "cutlass/pipeline/sm90_pipeline.hpp: PipelineTmaAsync::producer_acquire, consumer_wait, consumer_release",
    "cutlass/pipeline/sm90.py: PipelineTmaAsync (nvidia-cutlass-dsl 4.8)",
  ],
  examples: [
    {
      language: "cpp",
      bad: pairedPipeline.cpp(
        "",
        "\n      //       ^^^^^^^^^^^^^^^^ nothing waits for what pipeline brings: consumer_wait before the stage is read",
      ),
      good: pairedPipeline.cpp("\n      pipeline.consumer_wait(state);"),
    },
    {
      language: "python",
      bad: pairedPipeline.python(
        "",
        "\n            #    ^^^^^^^^^^^^^^^^ nothing waits for what pipe brings: consumer_wait before the stage is read",
      ),
      good: pairedPipeline.python("\n            pipe.consumer_wait(state)"),
    },
  ],
});
