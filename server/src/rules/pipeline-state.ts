// PIP017: a loop goes round with a pipeline's state that nobody advances; a state is the other side's, or its phase is taken for its stage.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionItem, Pattern, Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Run, runsOf } from "./barrier-functions.ts";
import { numberRounds } from "./barrier-phases.ts";
import { countingPipeline } from "./pipeline-examples.ts";
import { paritiesIn } from "./pipeline-parity.ts";
import { stageFindings } from "./pipeline-stages.ts";
import { startFinding, statesIn, wrongStartsIn } from "./pipeline-start.ts";
import { isNamed, type Loop, leaves } from "./pipeline-uses.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";

export const pipelineState: FileRule = {
  code: "pipeline-state",
  number: "PIP017",
  severity: "error",
  title:
    "A pipeline's state that no loop advances, that starts as the other side's, or whose phase is taken for its stage.",
  on: "file",
  check: (facts, context) => {
    const fns = functionsIn(facts.unit.items);
    const stuck = fns.flatMap((fn) => stuckIn(fn).map((one) => ({ fn, ...one })));
    const wrong = fns.flatMap((fn) => wrongStartsIn(fn).map((one) => ({ fn, ...one })));
    const states = fns.filter((fn) => statesIn(fn).length > 0);
    if (stuck.length + states.length === 0) return [];
    const runs = runsOf(
      facts,
      new Set([...stuck, ...wrong].map(({ fn }) => fn.id).concat(states.map(({ id }) => id))),
      context,
    );
    const runsFor = ({ id }: FunctionItem): readonly Run[] => runs.get(id) ?? [];
    return once([
      ...stuck
        .filter(({ fn, loop }) => runsFor(fn).every((run) => goesOn(loop, run)))
        .map(({ fn, name, span }) => finding(fn, name, span)),
      ...wrong.flatMap((one) =>
        runsFor(one.fn).flatMap((run) => startFinding(one, one.fn, run, context.language) ?? []),
      ),
      ...states.flatMap((fn) =>
        runsFor(fn).flatMap((run) => [...paritiesIn(fn, run), ...stageFindings(fn, run, facts)]),
      ),
    ]);
  },
};

const once = (found: readonly Finding[]): readonly Finding[] =>
  found.filter(
    ({ item, span }, i) => found.findIndex((one) => one.item === item && one.span.start === span.start) === i,
  );

/** Once is no mistake. */
const goesOn = (loop: Loop, { values }: Run): boolean => (numberRounds(loop, values) ?? 2) > 1;

function finding({ id }: FunctionItem, name: string, span: Span): Finding {
  const message = `each round takes the same stage: nothing in the loop advances ${name}; do it at the end of the round`;
  return { item: id, span, message, related: [], fixes: [] };
}

interface Stuck {
  readonly loop: Loop;
  readonly name: string;
  readonly span: Span;
}

const stuckIn = remembered((fn: FunctionItem): readonly Stuck[] => {
  const found: Stuck[] = [];
  visit(fn.body, (node) => {
    if (!isLoop(node) || leaves(node)) return;
    for (const [name, span] of pairs(node))
      if (isStillIn(node, name) && isStateOf(fn, name)) found.push({ loop: node, name, span });
  });
  return found;
});

const isLoop = (node: { readonly kind: string }): node is Loop => /^(?:for|while|c-for)$/.test(node.kind);

const opening: Readonly<Record<string, string>> = {
  producer_acquire: "producer_commit",
  consumer_wait: "consumer_release",
};

const taking = /^(?:producer|consumer)_(?:try_)?(?:acquire|wait|commit|release|get_barrier|tail)$/;

/** States with which the loop itself, in no loop inside of it, both opens a stage and closes it, and where it opens the first. */
function pairs(loop: Loop): ReadonlyMap<string, Span> {
  const calls = callsIn(loop.body, boundIn(loop));
  const found = new Map<string, Span>();
  for (const call of calls) {
    const [state, closing] = [stateOf(call), opening[lastName(call.callee)]];
    if (state === undefined || closing === undefined || found.has(state.name)) continue;
    const isClosed = calls.some(
      (other) => lastName(other.callee) === closing && (stateOf(other)?.name === state.name || isOfSame(call, other)),
    );
    if (isClosed) found.set(state.name, state.span);
  }
  return found;
}

/** A consumer releases with a state of its own what it has waited for. */
const isOfSame = ({ callee: a }: Call, { callee: b }: Call): boolean =>
  a.kind === "member" &&
  b.kind === "member" &&
  a.object.kind === "name" &&
  b.object.kind === "name" &&
  a.object.path.join() === b.object.path.join();

type Call = Extract<Expr, { kind: "call" }>;

/** Not what some rounds do and others do not: `if const_expr(k == 3): pipeline.consumer_wait(state)`. */
function callsIn(block: Block, changing: ReadonlySet<string>): readonly Call[] {
  return block.flatMap((stmt) => {
    if (isLoop(stmt) || stmt.kind === "item" || (stmt.kind === "if" && mentions(stmt.test, changing))) return [];
    const own = stmt.kind === "expr" && stmt.value.kind === "call" ? [stmt.value] : [];
    return [...own, ...blocksOf(stmt).flatMap((one) => callsIn(one, changing))];
  });
}

/** The counter, and what the loop gives a value. */
function boundIn(loop: Loop): ReadonlySet<string> {
  const names = new Set<string>();
  eachNode(loop, (node) => {
    const one = node as Pattern;
    if (one.kind === "bind") names.add(one.name);
  });
  return names;
}

function mentions(expr: Expr, names: ReadonlySet<string>): boolean {
  let isSo = false;
  eachNode(expr, (node) => {
    const one = node as Expr;
    isSo ||= one.kind === "name" && names.has(one.path[0] ?? "");
  });
  return isSo;
}

function stateOf({ args }: Call): { readonly name: string; readonly span: Span } | undefined {
  const state = args[0]?.value;
  return state?.kind === "name" && state.path.length === 1
    ? { name: state.path[0] ?? "", span: state.span }
    : undefined;
}

/** All that the loop does with it is to hand it to the pipeline, or to ask which stage it is. */
function isStillIn(loop: Loop, name: string): boolean {
  let others = 0;
  eachNode(loop, (node) => {
    const one = node as Expr | Pattern;
    if (one.kind === "bind" && one.name === name) others++;
    // `state.phase ^= 1`
    if (one.kind === "place" && one.expr.kind === "member" && isNamed(one.expr.object, name)) others++;
    if (isNamed(one, name)) others++;
    if (one.kind === "call" && taking.test(lastName(one.callee)))
      others -= one.args.filter(({ value }) => isNamed(value, name)).length;
    if (one.kind === "member" && /^(?:index|phase|count)$/.test(one.name) && isNamed(one.object, name)) others--;
  });
  return others === 0;
}

const makers = /^(?:make_pipeline_state|make_producer_start_state|PipelineState|PipelineStateSimple)$/;

/** A parameter, or made in the function by what makes states; no other name and no closure has it. */
function isStateOf(fn: FunctionItem, name: string): boolean {
  let given = fn.params.some((param) => param.name === name) ? 1 : 0;
  let isShared = false;
  visit(fn.body, (node) => {
    const { target, value, init } = node as { readonly target?: Pattern; readonly value?: Expr; readonly init?: Expr };
    if (target?.kind === "bind" && target.name === name) {
      given++;
      isShared ||= !isMade(node.kind === "let" ? init : value);
    } else if (isNamed((value ?? init ?? node) as Expr, name) && target !== undefined) isShared = true;
    if (node.kind === "lambda" || node.kind === "function")
      eachNode(node, (inner) => (isShared ||= isNamed(inner as Expr, name)));
  });
  return given > 0 && !isShared;
}

const isMade = (value: Expr | undefined): boolean =>
  value === undefined ||
  (value.kind === "call" && makers.test(lastName(value.callee))) ||
  (value.kind === "construct" && (value.type === undefined || makers.test(lastName(value.type))));

/** The page of pipeline-state. */
export const pipelineStatePage = (): RulePage => ({
  doc: `
A pipeline's state says which stage is meant and in which phase its barrier is. A loop that acquires and commits, or waits and releases, with
the same state in each round works on one stage for ever: the consumer's second wait comes back at once, since that phase has ended, and what
is read is the first round's; or the two sides wait for each other.

Advance the state at the end of the round: \`state.advance()\`, \`++state\`. Nothing is said where anything else has to do with the state, or
where the loop has one round.

A producer's state starts in the other phase than a consumer's, so that it passes through the stages that are empty at first: made as the
consumer's, its first acquire waits for ever, and a consumer with a producer's reads what nobody has written. \`phase()\` is that phase's
parity, for the wait; which stage is meant says \`index()\`. In CuTe DSL a state is told how many stages it goes round: with another number
than the pipeline has the two sides come to different stages.`,
  references: [
    "cutlass/pipeline/sm90_pipeline.hpp: PipelineState::operator++",
    "cutlass/pipeline/helpers.py: PipelineState.advance (nvidia-cutlass-dsl 4.8)",
  ],
  examples: [
    {
      language: "cpp",
      bad: countingPipeline
        .cpp("128")
        .replace(", ++state", "")
        .replace(
          "acquire(state);",
          "acquire(state);\n      //                        ^^^^^ each round takes the same stage: nothing in the loop advances state; do it at the end of the round",
        ),
      good: countingPipeline.cpp("128"),
    },
    {
      language: "python",
      bad: countingPipeline
        .python("4")
        .replace("            state.advance()\n", "")
        .replace(
          "wait(state)",
          "wait(state)\n            #                  ^^^^^ each round takes the same stage: nothing in the loop advances state; do it at the end of the round",
        ),
      good: countingPipeline.python("4"),
    },
  ],
});
