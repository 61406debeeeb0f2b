// PIP012: a pipeline that counts other arrivals than its threads give.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { ExpressionFact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Block, Expr, Span } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { inSightOf, type ReachedEvent } from "./barrier-callees.ts";
import { isAlone, threadsEntering } from "./barrier-entry.ts";
import { type Around, type BarrierEvent, nameOf, type Test } from "./barrier-events.ts";
import { type BarrierFunction, barrierFunctions, inRuns, isOwn, type Run } from "./barrier-functions.ts";
import type { Threads } from "./barrier-threads.ts";
import { countedByParameters } from "./pipeline-counts.ts";
import { countingPipeline } from "./pipeline-examples.ts";
import { directly, sitesOf } from "./pipeline-sites.ts";
import { argumentOf, type Creation, followed, type Pipeline, pipelinesOf, type Side } from "./pipelines.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { mostTogether } from "./together.ts";
import { tellingWarpsApart, tileOf } from "./uniform-tests.ts";

export const pipelineArrivals: FileRule = {
  code: "pipeline-arrivals",
  number: "PIP012",
  severity: "error",
  title: "A pipeline counts other arrivals than its threads give.",
  on: "file",
  check: (facts, context) =>
    barrierFunctions(facts, context).flatMap((one) =>
      inRuns(one, facts, context, (run) => inRun(one, run, facts, context)),
    ),
};

function inRun(one: BarrierFunction, run: Run, facts: FileFacts, context: RuleContext): readonly Finding[] {
  const isCpp = facts.unit.language === "cpp";
  const all = isCpp ? [] : pipelinesOf(one, run, facts);
  if (isCpp ? one.throughCalls.events.every(({ kind }) => kind !== "use") : all.length === 0) return [];
  const threads = threadsEntering(one, run, facts, context);
  if (!one.fn.isKernel && !isAlone(one, threads, facts, context)) return [];
  if (isCpp) return countedByParameters({ one, run, threads, facts });
  return all.flatMap((pipeline) =>
    (["producer", "consumer"] as const).flatMap((side) => judge(pipeline, side, { one, run, threads, facts })),
  );
}

interface Kernel {
  readonly one: BarrierFunction;
  readonly run: Run;
  readonly threads: Threads;
  readonly facts: FileFacts;
}

/** Which calls arrive there: each thread that makes one, or one thread of its warp. */
interface Arriving {
  readonly unit: "threads" | "warps";
  readonly by: RegExp;
}

const commits = /^(?:producer_)?commit/;
const releases = /^(?:consumer_)?release/;
const acquires = /^(?:producer_)?acquire/;
const table = (producer: Arriving, consumer: Arriving): Readonly<Record<Side, Arriving>> => ({ producer, consumer });

const arriving: Readonly<Record<string, Readonly<Record<Side, Arriving>>>> = {
  PipelineAsync: table({ unit: "threads", by: commits }, { unit: "threads", by: releases }),
  PipelineCpAsync: table({ unit: "threads", by: commits }, { unit: "threads", by: releases }),
  PipelineTmaAsync: table({ unit: "warps", by: acquires }, { unit: "warps", by: releases }),
  PipelineTmaUmma: table({ unit: "warps", by: acquires }, { unit: "warps", by: releases }),
  PipelineAsyncUmma: table({ unit: "threads", by: commits }, { unit: "warps", by: releases }),
  PipelineUmmaAsync: table({ unit: "warps", by: commits }, { unit: "threads", by: releases }),
};

function judge(pipeline: Pipeline, side: Side, kernel: Kernel): readonly Finding[] {
  const { kind, cluster, made } = pipeline;
  const count = pipeline.arrivals[side];
  const usual = arriving[kind]?.[side];
  const isOther = made === undefined || usual === undefined ? undefined : isOverridden(made, usual.by, kernel.facts);
  if (made === undefined || usual === undefined || isOther === undefined) return [];
  // Which threads of a warp arrive is reckoned from the index that is given; without one it is the first.
  const isChosen = ["tidx", "enable_multicast_signaling"].some((name) => argumentOf(made, name) !== undefined);
  const way: Arriving = isOther || isChosen ? { ...usual, unit: "threads" } : usual;
  const isPlain = !isOther && !isChosen;
  const few = tooFew(pipeline, side, way, kernel);
  const atOnce = few === undefined && isPlain && way.unit === "threads" ? wholeWarp(pipeline, side, way, kernel) : few;
  const problem = atOnce ?? (isPlain && cluster !== undefined ? crowdedText(pipeline, side, way, kernel) : undefined);
  if (problem === undefined) return [];
  const counted = count ?? `at most ${pipeline.most[side]}`;
  const message = `the ${side}s' barrier counts ${counted} arrival${counted === 1 ? "" : "s"}, ${problem}`;
  return [{ item: made.fn.id, span: countOf(made, side), message, related: [], fixes: [] }];
}

/** Of several configurations the one that counts most. */
function tooFew(pipeline: Pipeline, side: Side, way: Arriving, kernel: Kernel): string | undefined {
  const blocks = blocksArriving(pipeline, side);
  const count = pipeline.most[side];
  const most = blocks === undefined || count === undefined ? undefined : mostOf(pipeline, side, way, kernel);
  if (blocks === undefined || count === undefined || most === undefined) return undefined;
  if (count <= most.arrivals * blocks) return undefined;
  return `${mostText(most, way, blocks)}: its wait never ends; count those that arrive`;
}

/** What an MMA of two CTAs gives is freed at the first of them: no other block of the cluster arrives there. */
function blocksArriving({ kind, cluster }: Pipeline, side: Side): number | undefined {
  return kind === "PipelineUmmaAsync" && side === "consumer" ? Math.min(cluster ?? 2, 2) : cluster;
}

function wholeWarp(pipeline: Pipeline, side: Side, way: Arriving, kernel: Kernel): string | undefined {
  const most = pipeline.most[side];
  return most !== undefined && most < 32 && hasWholeWarp(pipeline.names[side], way, kernel)
    ? "all 32 threads of a warp arrive at once: a phase ends before all have come; count threads"
    : undefined;
}

/** A project's own class may arrive otherwise; undefined where nobody knows which class it is. */
function isOverridden({ fn, call }: Creation, by: RegExp, facts: FileFacts): boolean | undefined {
  const of = call.callee.kind === "member" ? call.callee.object.span : call.span;
  const found = facts.facts.find(
    (fact): fact is ExpressionFact =>
      fact.kind === "expression" && fact.item === fn.id && fact.span.start === of.start && fact.span.end === of.end,
  );
  if (found?.value.kind === "builtin") return false;
  if (found?.value.kind !== "class") return undefined;
  return found.value.item.members.some((one) => one.kind === "function" && by.test(one.name));
}

const inner = (event: ReachedEvent): BarrierEvent => event.within?.event ?? event;

interface Most {
  readonly arrivals: number;
  /** Where the pipeline goes is out of sight: the whole block, as often as the file has such a call. */
  readonly ofBlock?: number;
}

function mostText({ arrivals, ofBlock }: Most, { unit }: Arriving, cluster: number): string {
  if (ofBlock === undefined) return `at most ${arrivals * cluster} come${unit === "warps" ? ", one of each warp" : ""}`;
  return unit === "warps"
    ? `one thread of each warp arrives, and the block has ${ofBlock} warps`
    : `the block has ${ofBlock} threads`;
}

/** All that come to one place arrive in one phase at their own block, where the state is the same in all of them. */
function crowdedText(pipeline: Pipeline, side: Side, way: Arriving, kernel: Kernel): string | undefined {
  const { one, run, threads } = kernel;
  const count = pipeline.arrivals[side];
  if (count === undefined) return undefined;
  for (const event of one.throughCalls.events) {
    if (event.within !== undefined || event.barrier?.root !== pipeline.names[side] || !way.by.test(nameOf(event.call)))
      continue;
    const tests = tellingWarpsApart(event, one, run, threads).filter(
      ({ test }) => tileOf(test, run.values) === undefined,
    );
    const reached = threads.reach({ ...event, tests });
    const come = reached?.block === undefined || reached.warps === undefined ? undefined : reached[way.unit];
    if (come === undefined || come <= count || takeTurns(event, tests, kernel)) continue;
    const of = way.unit === "warps" ? ", one of each warp" : "";
    return `${come} arrive in one place${of}: a phase ends before all have come; count them all`;
  }
  return undefined;
}

/** Some of them alone do something with the state, or with the side itself: they may be in another phase. */
function takeTurns(event: BarrierEvent, tests: readonly Test[], { one, run, threads }: Kernel): boolean {
  const [state] = event.call.args.map(({ value }) => value);
  const { callee } = event.call;
  const own = state ?? (callee.kind === "member" ? callee.object : callee);
  const names = new Set([lastOf(own), ...event.tests.flatMap(({ test }) => tileOf(test, run.values) ?? [])]);
  const all = threads.reach({ ...event, tests })?.threads;
  const come = (test: Expr, holds: boolean): number | undefined => {
    const more = tellingWarpsApart({ ...event, tests: [{ test, holds }] }, one, run, threads);
    return threads.reach({ ...event, tests: [...tests, ...more] })?.threads;
  };
  const divides = (block: Block): boolean =>
    block.some((stmt) => {
      if (stmt.kind !== "if") return blocksOf(stmt).some(divides);
      const sides = [
        { side: stmt.then, reached: come(stmt.test, true) },
        { side: stmt.else, reached: come(stmt.test, false) },
      ].filter(({ reached }) => reached !== 0);
      return sides.some(({ side, reached }) => (reached === all ? divides(side) : mentions(side, names)));
    });
  return names.has("") || divides(one.fn.body ?? []);
}

const lastOf = (expr: Expr): string => (expr.kind === "name" ? expr.path.join("::") : "");

function mentions(block: Block | undefined, names: ReadonlySet<string>): boolean {
  let isSo = false;
  visit(block, (node) => {
    const { path } = node as { readonly path?: readonly string[] };
    isSo ||= node.kind === "name" && path !== undefined && names.has(path.join("::"));
  });
  return isSo;
}

/** All that can arrive in a phase: each thread or warp once at each place that lets it there. */
function mostOf(pipeline: Pipeline, side: Side, way: Arriving, { one, run, threads, facts }: Kernel): Most | undefined {
  const name = pipeline.names[side];
  const own = one.throughCalls.events.filter(({ barrier }) => barrier?.root === name);
  const arrivals = own.filter((event) => way.by.test(nameOf(inner(event).call)));
  const waits = own.filter(({ kind }) => kind === (side === "producer" ? "acquire" : "wait"));
  if (!isOwn(name, one, inSightOf(one.throughCalls, run.values))) {
    const [ofBlock, sites] = [threads.all[way.unit], sitesOf(way.by, directly[side], facts)];
    return sites === undefined ? undefined : { arrivals: ofBlock * sites, ofBlock };
  }
  if (arrivals.length === 0 || !arrivals.every((event) => isPaired(event, waits))) return undefined;
  // Nobody comes where a configuration leaves the side out.
  const isAlike = (event: ReachedEvent, test: Test): boolean =>
    tellingWarpsApart({ ...event, tests: [test] }, one, run, threads).length === 0;
  const isApart = (event: ReachedEvent, other: ReachedEvent): boolean =>
    event.tests.some((test) => other.tests.some((that) => isElse(test, that)) && isAlike(event, test));
  const sum = mostTogether(arrivals, (event) => threads.most(event)[way.unit], isApart);
  return sum === 0 ? undefined : { arrivals: sum };
}

const isElse = (one: Test, other: Test): boolean =>
  one.test.span.start === other.test.span.start &&
  one.test.span.end === other.test.span.end &&
  one.holds !== other.holds;

/** In each round of a loop it waits for another phase, or goes on to another stage. */
function isPaired(event: ReachedEvent, waits: readonly ReachedEvent[]): boolean {
  const outer = loopsAround(event.around).every(
    (loop) => waits.some((wait) => isInside(wait.around, loop.id)) || advances(loop, event.call),
  );
  const { within } = event;
  if (within === undefined) return outer;
  const beside = waits.filter((wait) => wait.within?.fn === within.fn);
  return (
    outer &&
    loopsAround(within.event.around).every(
      (loop) => beside.some((wait) => isInside(inner(wait).around, loop.id)) || advances(loop, within.event.call),
    )
  );
}

const loopsAround = (around: Around): readonly Around[] => [
  ...(around.via === "loop" ? [around] : []),
  ...(around.outer === undefined ? [] : loopsAround(around.outer)),
];

/** `pipe.consumer_release(state)` beside `state.advance()`. */
function advances({ stmt }: Around, { args }: BarrierEvent["call"]): boolean {
  const [state] = args.map(({ value }) => value);
  if (stmt === undefined || state?.kind !== "name") return false;
  let isSo = false;
  for (const block of blocksOf(stmt))
    visit(block, (node) => {
      const { callee } = node as Partial<BarrierEvent["call"]>;
      if (node.kind !== "call" || callee?.kind !== "member" || callee.name !== "advance") return;
      isSo ||= callee.object.kind === "name" && callee.object.path.join() === state.path.join();
    });
  return isSo;
}

const isInside = (around: Around, id: number): boolean =>
  around.id === id || (around.outer !== undefined && isInside(around.outer, id));

const isLiteral = ({ test, holds }: Test): boolean => test.kind === "bool" && test.value === holds;

/** Also in a function that whole warps call, where nothing chooses among them. */
const hasWholeWarp = (name: string, { by }: Arriving, { one, threads }: Kernel): boolean =>
  one.throughCalls.events.some(
    (event) =>
      (event.within === undefined || event.within.event.tests.every(isLiteral)) &&
      event.barrier?.root === name &&
      by.test(nameOf(inner(event).call)) &&
      threads.reach({ ...event, tests: event.tests.filter((test) => isAsked(event, test, threads)) })?.inWarp === 32,
  );

/** What nobody can decide and all threads have alike leaves out none of those that come with others. */
const isAsked = (event: ReachedEvent, test: Test, threads: Threads): boolean =>
  threads.reach({ ...event, tests: [test] }) !== undefined || !threads.isAlike(test.test);

/** The size that the group is made with. */
function countOf(made: Creation, side: Side): Span {
  const given = argumentOf(made, `${side}_group`);
  const group = given === undefined ? undefined : followed(given, made);
  const size = group?.kind === "call" ? (group.args.find(({ name }) => name === "size") ?? group.args[1]) : undefined;
  return (size === undefined ? (given ?? made.call) : followed(size.value, made)).span;
}

/** The page of pipeline-arrivals. */
export const pipelineArrivalsPage = (): RulePage => ({
  doc: `
The size of a pipeline's \`CooperativeGroup\`, in C++ \`producer_arv_count\` and \`consumer_arv_count\`, is how many arrivals end a phase of its barriers. Which threads arrive, its class says:

| | producers | consumers |
|---|---|---|
| \`PipelineAsync\`, of C++ too | each thread that commits | each thread that releases |
| \`PipelineCpAsync\` | each thread that commits | each thread that releases |
| \`PipelineTmaAsync\` of C++ | not looked at | \`num_consumers\` threads, in a cluster by groups of four warps |
| \`PipelineTmaAsync\` | one thread of each warp that acquires | one thread of each warp that releases |
| \`PipelineTmaUmma\` | one thread of each warp that acquires | one of each warp that releases |
| \`PipelineAsyncUmma\` | each thread that commits | one of each warp that releases |
| \`PipelineUmmaAsync\` | one of each warp that commits | each thread that releases |

In a cluster each of them may arrive at every block. Count more than can come and the wait never ends; count fewer than arrive with one
state, or a few where all threads of a warp arrive at once, and a phase ends before all have come.

The most that can come are the threads and warps whose conditions let them there. Where a pipeline is handed to what cannot be followed,
it is every warp of the block at every such call of the file.`,
  references: [
    "cutlass/pipeline/sm90.py, sm100.py: create, consumer_release, producer_commit (nvidia-cutlass-dsl 4.8)",
  ],
  examples: [
    {
      language: "cpp",
      bad: countingPipeline.cpp(
        "4",
        "\n//                            ^ the consumers' barrier counts 4 arrivals, all 32 threads of a warp arrive at once",
      ),
      good: countingPipeline.cpp("128"),
    },
    {
      language: "python",
      bad: countingPipeline.python(
        "128",
        "\n        #                                                               ^^^ the consumers' barrier counts 128 arrivals, at most 4 come",
      ),
      good: countingPipeline.python("4"),
    },
  ],
});
