// Loops whose rounds do one half of what a side of a pipeline does with a stage, and none the other.
//
// Counted in the code alone: each half of a function that has both elsewhere, with one and the same state.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, FunctionItem, Span } from "../../../src-engine/program/ir.ts";
import { nodesOfKind } from "../facts/code-nodes.ts";
import { openTurns } from "./pipeline-turns.ts";
import { goesOn, isNamed, type Loop, leaves, type Problem, pipelineUses, stepsIn, type Use } from "./pipeline-uses.ts";
import { stagedBy } from "./staged.ts";

interface Half {
  readonly has: string;
  readonly lacks: string;
  /** The function need not have it elsewhere to be expected to do it here. */
  readonly isNeeded?: true;
  readonly says: (pipeline: string) => string;
}

/** What fills stages that are empty to begin with need not acquire them. */
const halves: readonly Half[] = [
  {
    has: "consumer_wait",
    lacks: "consumer_release",
    says: (pipeline) =>
      `each round waits for a stage of ${pipeline} and releases none: once all have been filled the producer waits for ever; consumer_release behind the last read`,
  },
  {
    has: "consumer_release",
    lacks: "consumer_wait",
    says: (pipeline) =>
      `each round releases a stage of ${pipeline} and waits for none: what is read may not be there yet; consumer_wait before the stage is read`,
  },
  {
    has: "producer_acquire",
    lacks: "producer_commit",
    says: (pipeline) =>
      `each round acquires a stage of ${pipeline} and commits none: the consumer waits for ever; producer_commit behind the last write`,
  },
  {
    has: "producer_get_barrier",
    lacks: "producer_acquire",
    isNeeded: true,
    says: (pipeline) =>
      `each round fills a stage of ${pipeline} that it has not acquired: its bytes are not announced, and it may still be read; producer_acquire first`,
  },
];

/** Of the pipelines that a function makes or is handed, and hands to nobody. */
export const openRounds = (fn: FunctionItem): readonly Problem[] => [
  ...[...pipelineUses(fn)].flatMap(([name, uses]) => {
    if (uses.some(({ isInClosure }) => isInClosure)) return [];
    const rounds = halves.flatMap((half) => openIn(name, half, uses, fn));
    return rounds.length > 0 ? rounds : openTurns(name, uses, fn);
  }),
  ...idleStates(fn),
];

function openIn(name: string, half: Half, uses: readonly Use[], fn: FunctionItem): readonly Problem[] {
  const { has, lacks, isNeeded, says } = half;
  const own = uses.filter((use) => use.name === has || use.name === lacks);
  // TMA commits by itself.
  const isDone = lacks === "producer_commit" && uses.some((use) => use.name === "producer_get_barrier");
  if (isDone || (isNeeded !== true && !own.some((use) => use.name === lacks))) return [];
  return own.flatMap((use): readonly Problem[] => {
    const { state } = use;
    // With two states one lags behind the other, and the rest is for whoever comes behind.
    if (state === undefined || (closes.has(lacks) && own.some((one) => one.state !== state))) return [];
    const loop = use.name === has ? use.loops.filter((one) => !isUnrolled(one)).at(-1) : undefined;
    if (loop === undefined || leaves(loop) || !goesOn(loop, state) || !isOpen(use, loop, own, half, fn)) return [];
    // A stage that is never closed is left where the state goes on; one that was never opened is there from its first mention.
    const [step] = closes.has(lacks) ? stepsIn(loop, state) : [];
    if (step !== undefined) return [{ span: step, says: says(name), by: opened(use) }];
    return [{ span: firstIn(loop, state) ?? use.span, says: says(name) }];
  });
}

/**
 * Where the other half stands before or behind the loop, it has one of its own there. What is opened may be closed by other warps; what
 * is closed nobody has opened.
 */
function isOpen(use: Use, loop: Loop, own: readonly Use[], { lacks }: Half, fn: FunctionItem): boolean {
  if (own.some((one) => one.name === lacks && one.loops.includes(loop))) return false;
  // Only in some rounds: in the others what came before is still read.
  if (!closes.has(lacks) && nodesOfKind(loop, "if").some(({ span }) => isWithin(use, span))) return false;
  const around = blockAround(fn.body ?? [], loop);
  const beside = own.filter((one) => !one.loops.includes(loop) && around !== undefined && isWithin(one, around));
  const others = beside.filter((one) => one.name === lacks).length;
  return (others > 0 || !closes.has(lacks)) && others <= beside.length - others;
}

const firstIn = ({ body }: Loop, state: string): Span | undefined =>
  nodesOfKind(body, "name")
    .filter((one) => isNamed(one, state))
    .map(({ span }) => span)
    .sort((a, b) => a.start - b.start)[0];

const isWithin = ({ span: { start } }: Use, within: Span): boolean => within.start <= start && start < within.end;

/** The statements that the loop stands among. */
function blockAround(block: Block, loop: Loop): Span | undefined {
  const [first, last] = [block[0], block.at(-1)];
  if (block.includes(loop) && first !== undefined && last !== undefined)
    return { start: first.span.start, end: last.span.end };
  for (const stmt of block)
    for (const inner of blocksOf(stmt)) {
      const found = blockAround(inner, loop);
      if (found !== undefined) return found;
    }
  return undefined;
}

const closes: ReadonlySet<string> = new Set(["consumer_release", "producer_commit"]);

const opened = ({ span }: Use): Problem["by"] & object => ({ span, says: "the stage is opened here" });

/** As many rounds as the compiler counts may all be closed behind the loop. */
const isUnrolled = (loop: Loop): boolean => loop.kind !== "c-for" && stagedBy(loop) === undefined;

/** Of what is waited for: `PipelineState release = read;`, `release_state = read_state.clone()`, which each round advances and nothing takes. */
function idleStates({ body }: FunctionItem): readonly Problem[] {
  const taken = new Set(
    nodesOfKind(body, "call").flatMap(({ callee, args: [first] }) =>
      callee.kind === "member" && callee.name === "consumer_wait" && first?.value.kind === "name"
        ? first.value.path
        : [],
    ),
  );
  const copied = nodesOfKind(body, "let").flatMap(({ target, init, attributes }) =>
    init?.kind === "name" && !attributes.includes("reference") ? [{ target, of: init }] : [],
  );
  const cloned = nodesOfKind(body, "assign").flatMap(({ target, value }) =>
    value.kind === "call" && value.callee.kind === "member" && value.callee.name === "clone"
      ? [{ target, of: value.callee.object }]
      : [],
  );
  return [...copied, ...cloned].flatMap(({ target, of }): readonly Problem[] => {
    if (target.kind !== "bind" || of.kind !== "name" || !taken.has(of.path[0] ?? "")) return [];
    const { name } = target;
    const steps = [...nodesOfKind(body, "for"), ...nodesOfKind(body, "c-for"), ...nodesOfKind(body, "while")].flatMap(
      (loop) => stepsIn(loop, name),
    );
    const [step] = steps;
    if (step === undefined || isMentioned(body ?? [], name, new Set(steps.map(({ start }) => start)))) return [];
    const says = `each round advances ${name}, and nothing takes it: consumer_release(${name}) behind the last read`;
    return [{ span: step, says }];
  });
}

const isMentioned = (code: object, name: string, except: ReadonlySet<number>): boolean =>
  nodesOfKind(code, "name").some((one) => isNamed(one, name) && !except.has(one.span.start));
