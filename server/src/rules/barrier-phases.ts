// The phases of a barrier as the code writes them: what is expected and the copies that bring it, between one wait and the next.
//
// A copy belongs to the block of statements that expects its bytes: through loops of known rounds and branches that are decided.
import { symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { isInt } from "../../../src-engine/algebra/int/int.ts";
import type { Expr, Stmt } from "../../../src-engine/program/ir.ts";
import { numberOf } from "../facts/sizes.ts";
import { originOf, type ThreadSymbols } from "../languages/thread-symbols.ts";
import type { Around, BarrierEvent } from "./barrier-events.ts";
import type { InstanceValues } from "./instance-values.ts";

export interface Phase {
  readonly expected: readonly BarrierEvent[];
  readonly copies: readonly { readonly event: BarrierEvent; readonly times: number }[];
}

/** What says how many bytes come. */
export const expecting: ReadonlySet<string> = new Set(["expect", "arrive-expect", "acquire"]);

/** The phases of the barrier `root`; undefined where a copy or an expectation does not find its other side. */
export function phasesOf(
  root: string,
  events: readonly BarrierEvent[],
  values: InstanceValues,
  threads: ThreadSymbols,
): readonly Phase[] | undefined {
  const own = events.filter(({ barrier, around }) => barrier?.root === root && isReached(around, values));
  const copies = own.filter(({ kind }) => kind === "copy");
  const hosts = new Map(own.filter(({ kind }) => expecting.has(kind)).map((event) => [event, hostOf(event, copies)]));
  const ids = new Set([...hosts.values()].map(({ id }) => id));
  const blocks = new Map<number, { event: BarrierEvent; times: number }[]>();
  for (const event of own) {
    const host = hosts.get(event);
    const at = host === undefined ? climb(event, ids, values, threads) : { id: host.id, times: 1 };
    if (at === undefined) {
      if (event.kind === "copy") return onlyPhase(own, values, threads);
      continue;
    }
    blocks.set(at.id, [...(blocks.get(at.id) ?? []), { event, times: at.times }]);
  }
  const phases = [...blocks.values()].flatMap(byStage).flatMap(split);
  return phases.every(isWhole) ? phases : undefined;
}

/** The only phase of a barrier that is used once: what one thread expects and others bring, each in a branch of its own. */
function onlyPhase(
  own: readonly BarrierEvent[],
  values: InstanceValues,
  threads: ThreadSymbols,
): readonly Phase[] | undefined {
  const times = (event: BarrierEvent): number | undefined => timesInBody(event, values, threads);
  const expected = own.filter(({ kind }) => expecting.has(kind));
  const copies = own.flatMap((event) => {
    const each = event.kind === "copy" ? times(event) : 0;
    return each === 0 ? [] : [{ event, times: each ?? Number.NaN }];
  });
  const [only, ...others] = expected;
  const isOnce = only !== undefined && only.kind !== "acquire" && others.length === 0 && times(only) === 1;
  const phase = { expected, copies };
  return isOnce && copies.every((copy) => copy.times > 0) && isWhole(phase) ? [phase] : undefined;
}

/** How often an event happens in one run of its function, taken by the threads that come to it. */
export function timesInBody(
  event: Pick<BarrierEvent, "around">,
  values: InstanceValues,
  threads: ThreadSymbols,
): number | undefined {
  return climb(event, new Set([0]), values, threads)?.times;
}

/** No branch above is one that is not compiled or certainly not taken. */
const isReached = (around: Around, values: InstanceValues): boolean =>
  around.tests.every(({ test, holds }) => {
    const number = values.number(test);
    return number === undefined || (number !== 0) === holds;
  });

/** Only one thread, or one CTA of two, expects what all copies of the block around bring. */
function hostOf(event: BarrierEvent, copies: readonly BarrierEvent[]): Around {
  let at = event.around;
  while (at.outer !== undefined && isNarrower(at) && !copies.some(({ around }) => isInside(around, at.id)))
    at = at.outer;
  return at;
}

const isNarrower = ({ via, stmt }: Around): boolean =>
  via === "elected" || via === "closure" || (via === "if" && stmt?.kind === "if" && stmt.else.length === 0);

const isInside = (around: Around, id: number): boolean =>
  around.id === id || (around.outer !== undefined && isInside(around.outer, id));

/** The nearest block around with an expectation, and how often the event happens in it. */
function climb(
  event: Pick<BarrierEvent, "around">,
  hosts: ReadonlySet<number>,
  values: InstanceValues,
  threads: ThreadSymbols,
): { readonly id: number; readonly times: number } | undefined {
  let times = 1;
  for (let at: Around | undefined = event.around; at !== undefined; at = at.outer) {
    if (hosts.has(at.id)) return { id: at.id, times };
    const rounds = at.stmt?.kind === "if" && choosesThreads(at.stmt.test, values, threads) ? 1 : roundsOf(at, values);
    if (rounds === undefined) return undefined;
    times *= rounds;
  }
  return undefined;
}

/** The branch is for some threads of the block, whatever else happens: `if (warp_idx == 0)`. */
function choosesThreads(test: Expr, values: InstanceValues, threads: ThreadSymbols): boolean {
  const own = [...threads.thread, threads.lane, threads.warp, threads.differs];
  const symbols = leavesOf(test).map((leaf) => {
    const value = leaf.kind === "int" ? undefined : values.value(leaf);
    return value !== undefined && isInt(value) ? symbolsOf(value) : leaf.kind === "int" ? [] : undefined;
  });
  const known = symbols.flatMap((each) => each ?? []);
  return (
    known.length > 0 &&
    !symbols.includes(undefined) &&
    known.every((one) => own.some((form) => form.test(originOf(one))))
  );
}

/** What the operators of a condition are applied to. */
export const leavesOf = (test: Expr): readonly Expr[] =>
  test.kind === "binary"
    ? [...leavesOf(test.left), ...leavesOf(test.right)]
    : test.kind === "unary" || test.kind === "cast"
      ? leavesOf(test.value)
      : [test];

/** How often a block is gone through, where that is known. */
export function roundsOf({ via, stmt }: Around, values: InstanceValues): number | undefined {
  if (via === "elected" || via === "closure") return 1;
  if (stmt?.kind === "if") return values.number(stmt.test) === undefined ? undefined : 1;
  return stmt?.kind === "for" ? numberRounds(stmt, values) : undefined;
}

/** How often a loop over a range goes round. */
export function numberRounds(stmt: Stmt, values: InstanceValues): number | undefined {
  if (stmt.kind !== "for") return undefined;
  const over = values.value(stmt.iter);
  if (over?.kind !== "range") return undefined;
  const [from, to, step] = [over.start, over.stop, over.step].map(numberOf);
  return from === undefined || to === undefined || step === undefined ? undefined : Math.ceil((to - from) / step);
}

type Happening = { readonly event: BarrierEvent; readonly times: number };

/** Each stage has a barrier of its own, where the code names all of them; `full` is `full + 0`. */
function byStage(events: readonly Happening[]): readonly (readonly Happening[])[] {
  if (events.some(({ event }) => event.kind === "acquire")) return [events];
  const stages = new Map<string, Happening[]>();
  for (const one of events) {
    const stage = stageOf(one.event);
    stages.set(stage, [...(stages.get(stage) ?? []), one]);
  }
  return [...stages.values()];
}

/** The stage as the code writes it; the first where it names none. */
export const stageOf = ({ barrier }: BarrierEvent): string => barrier?.stage || "0";

export const isNumber = (stage: string): boolean => /^\d+$/.test(stage);

function split(events: readonly Happening[]): readonly Phase[] {
  const phases: { expected: BarrierEvent[]; copies: { event: BarrierEvent; times: number }[] }[] = [];
  let open = false;
  for (const one of events) {
    const { kind } = one.event;
    if (kind === "wait" || kind === "acquire") open = false;
    if (kind !== "copy" && !expecting.has(kind)) continue;
    if (!open) phases.push({ expected: [], copies: [] });
    open = true;
    if (kind === "copy") phases.at(-1)?.copies.push(one);
    else phases.at(-1)?.expected.push(one.event);
  }
  return phases;
}

/** Both sides are there, of one stage. */
const isWhole = ({ expected, copies }: Phase): boolean =>
  expected.length > 0 &&
  copies.length > 0 &&
  new Set([...expected, ...copies.map(({ event }) => event)].filter(({ kind }) => kind !== "acquire").map(stageOf))
    .size === 1;
