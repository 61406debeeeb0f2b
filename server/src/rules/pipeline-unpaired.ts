// PIP026: one half of what a pipeline's side does in each round is missing: nothing acquires, waits or releases.
import type { Block, Expr, FunctionItem, Pattern, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { functionsIn } from "./barrier-callees.ts";
import { pairedPipeline } from "./pipeline-examples.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";

export const pipelineUnpaired: FileRule = {
  code: "pipeline-unpaired",
  number: "PIP026",
  severity: "error",
  title: "A stage of a pipeline is used that nobody acquired, waited for or releases.",
  on: "file",
  check: (facts) => functionsIn(facts.unit.items).flatMap((fn) => findingsIn(fn)),
};

type Call = Extract<Expr, { kind: "call" }>;
type Loop = Extract<Stmt, { kind: "for" | "while" | "c-for" }>;

/** A call of the pipeline's, and the loops around it, outermost first. */
interface Use {
  readonly name: string;
  readonly span: Span;
  readonly loops: readonly Loop[];
  /** With which it is called. */
  readonly state: string | undefined;
}

const findingsIn = remembered((fn: FunctionItem): readonly Finding[] =>
  madeIn(fn).flatMap((name) => {
    const uses = usesOf(name, fn);
    const problem = uses && problemOf(name, uses);
    if (problem === undefined) return [];
    return [
      { item: fn.id, span: problem.span, message: problem.says, severity: problem.severity, related: [], fixes: [] },
    ];
  }),
);

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

const known =
  /^(?:producer_(?:try_acquire|acquire|commit|get_barrier|tail)|consumer_(?:try_wait|test_wait|wait|release))$/;

/** Undefined where anything but its own two sides has to do with it. */
function usesOf(name: string, fn: FunctionItem): readonly Use[] | undefined {
  const uses: Use[] = [];
  walk(fn.body ?? [], [], (call, loops) => {
    const { callee, args } = call;
    if (callee.kind !== "member" || !isNamed(callee.object, name) || !known.test(callee.name)) return;
    const state = args[0]?.value;
    uses.push({
      name: callee.name,
      span: callee.nameSpan,
      loops,
      state: state?.kind === "name" ? state.path[0] : undefined,
    });
  });
  let mentions = 0;
  eachNode(fn, (node) => {
    if (isNamed(node as Expr, name)) mentions++;
  });
  return mentions === uses.length && uses.length > 0 ? uses : undefined;
}

function walk(block: Block, loops: readonly Loop[], see: (call: Call, loops: readonly Loop[]) => void): void {
  const into = (part: unknown, around: readonly Loop[]): void => {
    if (typeof part !== "object" || part === null) return;
    if (Array.isArray(part)) {
      for (const one of part) into(one, around);
      return;
    }
    const node = part as Stmt | Expr;
    if (node.kind === "call") see(node, around);
    const inner = node.kind === "for" || node.kind === "while" || node.kind === "c-for" ? [...around, node] : around;
    for (const [key, one] of Object.entries(node)) if (key !== "span") into(one, inner);
  };
  into(block, loops);
}

const isNamed = (one: Expr, name: string): boolean =>
  one.kind === "name" && one.path.length === 1 && one.path[0] === name;

interface Problem {
  readonly span: Span;
  readonly says: string;
  readonly severity: "error" | "warning";
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
      severity: "warning",
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

/** Each round takes the next stage. */
function goesOn(loop: Loop, state: string): boolean {
  let isSo = false;
  eachNode(loop, (node) => {
    const one = node as Expr | Pattern;
    if (one.kind === "bind" && one.name === state) isSo = true;
    if (one.kind === "call" && one.callee.kind === "member" && one.callee.name === "advance")
      isSo ||= isNamed(one.callee.object, state);
  });
  return isSo;
}

/** The page of pipeline-unpaired. */
export const pipelineUnpairedPage = (): RulePage => ({
  doc: `
Each side of a pipeline does two things in a round. The producer acquires a stage, which waits until it is free and says how many bytes will
come, and commits it, or hands its barrier to TMA copies; the consumer waits until the stage is full and releases it. Without the wait the
consumer reads what was there before; without the acquire the bytes were not announced and the stage may still be read; without the release
the producer waits for ever once all stages have been filled.

Nothing is said of a pipeline that is handed on: the other half may be there.`,
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
