// The arrivals that a pipeline of C++ counts, against the threads that commit and release: each of them arrives, in a cluster the
// consumers of PipelineTmaAsync by groups of four warps.
import type { Expr, FunctionItem, Pattern, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { numberOf } from "../facts/sizes.ts";
import { pipelineCounts, tmaConsumers } from "../languages/barrier-calls.ts";
import { inSightOf, type ReachedEvent } from "./barrier-callees.ts";
import { type Around, type BarrierEvent, nameOf } from "./barrier-events.ts";
import { type BarrierFunction, isOwn } from "./barrier-functions.ts";
import { loopsAround } from "./barrier-loops.ts";
import { insideOf, type Kernel } from "./barrier-rounds.ts";
import type { Side } from "./pipelines.ts";
import type { Finding } from "./rule.ts";

export const countedByParameters = (kernel: Kernel): readonly Finding[] =>
  declaredIn(kernel.one.fn).flatMap((made) =>
    (["producer", "consumer"] as const).flatMap((side) => judge(made, side, kernel)),
  );

interface Declared {
  readonly name: string;
  readonly span: Span;
  readonly init: Extract<Expr, { kind: "construct" | "call" }>;
}

/** Variables that are made of something. */
function declaredIn(fn: FunctionItem): readonly Declared[] {
  const found: Declared[] = [];
  visit(fn.body, (node) => {
    const { target, init } = node as Partial<Extract<Stmt, { kind: "let" }>>;
    if (node.kind === "let" && target?.kind === "bind" && (init?.kind === "construct" || init?.kind === "call"))
      found.push({ name: target.name, span: target.span, init });
  });
  return found;
}

const arrives: Readonly<Record<Side, string>> = { producer: "producer_commit", consumer: "consumer_release" };
const waits: Readonly<Record<Side, ReachedEvent["kind"]>> = { producer: "acquire", consumer: "wait" };

function judge({ name, span, init }: Declared, side: Side, kernel: Kernel): readonly Finding[] {
  const { one, run } = kernel;
  const made = run.values.value(init);
  if (made?.kind !== "object") return [];
  const { field, group } = countOf(made.name, side);
  const count = numberOf(made.fields.get(field));
  if (count === undefined || !isOwn(name, one, inSightOf(one.throughCalls, run.values))) return [];
  const own = one.throughCalls.events.filter(
    (event) => event.barrier?.root === name && insideOf(event, kernel) !== "never",
  );
  const arrivals = own.filter((event) => nameOf(inner(event).call) === arrives[side]);
  const held = own.filter(({ kind }) => kind === waits[side]);
  const problem = problemOf({ count, group }, arrivals, held, kernel);
  if (problem === undefined) return [];
  const item = one.fn.id;
  const message = `the ${side}s' barrier counts ${count} arrival${count === 1 ? "" : "s"}, ${problem}`;
  const related = arrivals.map(({ call }) => ({ item, span: call.span, message: "they arrive here" }));
  return [{ item, span: givenTo(init, field, one) ?? span, message, related, fixes: [] }];
}

interface Counted {
  readonly count: number;
  /** So many threads arrive together. */
  readonly group: number;
}

/** What says how many arrive there. */
const countOf = (pipeline: string | undefined, side: Side): Omit<Counted, "count"> & { readonly field: string } =>
  pipeline === tmaConsumers.pipeline
    ? { field: side === "consumer" ? tmaConsumers.count : "", group: tmaConsumers.group }
    : { field: pipelineCounts[side], group: 1 };

function problemOf(
  { count, group }: Counted,
  arrivals: readonly ReachedEvent[],
  held: readonly ReachedEvent[],
  { threads }: Kernel,
): string | undefined {
  const isPlain = arrivals.length > 0 && arrivals.every((event) => inner(event).call.args.length === 1);
  if (!isPlain) return undefined;
  const isAtOnce = (event: ReachedEvent): boolean => event.within === undefined && threads.reach(event)?.inWarp === 32;
  if (group === 1 && count < 32 && arrivals.some(isAtOnce))
    return "all 32 threads of a warp arrive at once: a phase ends before all have come; count threads";
  const isPaired = arrivals.every((event) => isHeld(event, held));
  const most = arrivals.reduce((all, event) => all + threads.most(event).threads, 0);
  return isPaired && most > 0 && Math.ceil(most / group) < Math.ceil(count / group)
    ? `at most ${most} come: its wait never ends; count those that arrive`
    : undefined;
}

const inner = (event: ReachedEvent): BarrierEvent => event.within?.event ?? event;

/** In each round of the loops around it waits for another phase. */
function isHeld(event: ReachedEvent, held: readonly ReachedEvent[]): boolean {
  const beside = held.filter(({ within }) => within?.fn === event.within?.fn);
  const isIn = (waits: readonly Around[], { id }: Around): boolean =>
    waits.some((wait) => loopsAround(wait).some((loop) => loop.id === id));
  const [outer, own] = [held.map(({ around }) => around), beside.map((wait) => inner(wait).around)];
  return (
    loopsAround(event.around).every((loop) => isIn(outer, loop)) &&
    (event.within === undefined || loopsAround(inner(event).around).every((loop) => isIn(own, loop)))
  );
}

/** `params.producer_arv_count = E` of the parameters that it is made of. */
function givenTo(init: Declared["init"], field: string, { fn }: BarrierFunction): Span | undefined {
  const names = init.args.flatMap(({ value }) => (value.kind === "name" ? [value.path.join("::")] : []));
  const found: Span[] = [];
  visit(fn.body, (node) => {
    const { target, value } = node as { readonly target?: Pattern; readonly value?: Expr };
    const place = node.kind === "assign" && target?.kind === "place" ? target.expr : undefined;
    if (place?.kind !== "member" || place.name !== field || value === undefined) return;
    if (place.object.kind === "name" && names.includes(place.object.path.join("::"))) found.push(value.span);
  });
  return found.length === 1 ? found[0] : undefined;
}
