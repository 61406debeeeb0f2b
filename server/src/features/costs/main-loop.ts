// What one round of a kernel's main loop moves and computes, and what bounds it at best.
//
// The loop may stand in a function that the kernel calls, `self.mma(...)`, in this file or another; what its calls lead to is in the
// round. A call may lead along one way with other arguments each time: in the rounds of an unrolled loop, or in the calls of a lambda.
// Where all cost the same it is counted once for each round or call; else it is not counted.
import { bounds } from "../../../../src-engine/algebra/int/ask.ts";
import { type Gpu, type Roofline, type Round, roofline } from "../../../../src-engine/costs/gpus.ts";
import type { Language, Span } from "../../../../src-engine/program/ir.ts";
import { roundsText } from "../../costs/loop-words.ts";
import { isIn, mainLoopsAt, roundsOf, timesIn } from "../../costs/loops.ts";
import { pathOf, type Step, timesOf, type Way } from "../../costs/ways.ts";
import type { Chain } from "./chains.ts";
import { added, isSame, nothing, partOf } from "./round-part.ts";

export interface LoopCost {
  /** The instance whose function it stands in. */
  readonly instance: string;
  /** Of the function; of loads also that of others with a loop that loads as much. */
  readonly names: readonly string[];
  readonly span: Span;
  /** How many there are, where the code's sizes say it. */
  readonly rounds: string | undefined;
  readonly round: Round;
  readonly roofline: Roofline;
  /** Why calls of the loop are not in the sums, one reason a call. */
  readonly uncounted: readonly string[];
}

/**
 * Of the loops around MMAs the one that loads too, else the one that computes most. Warps that compute nothing have theirs around what
 * they load by TMA.
 */
export function loopCost(chains: readonly Chain[], language: Language, gpu: Gpu): LoopCost | undefined {
  const computes = chains.some(({ cost }) => isMma(cost));
  return byWeight(chains, computes ? isMma : isLoad, computes ? () => true : isOfRun, language, gpu)[0];
}

/** Of a kernel whose main loop loads nothing, as other warps do: theirs. */
export function loadLoop(
  chains: readonly Chain[],
  main: LoopCost | undefined,
  language: Language,
  gpu: Gpu,
): LoopCost | undefined {
  if (main === undefined || main.round.flops === 0 || main.round.bytes > main.round.stored) return undefined;
  const [first, ...others] = byWeight(chains, isLoad, isOfRun, language, gpu);
  const same = others.filter((one) => first && isSame(one.round, first.round)).flatMap(({ names }) => names);
  return first && { ...first, names: [...new Set([...first.names, ...same])] };
}

const isMma = (cost: Chain["cost"]): boolean => "cost" in cost && cost.cost.kind === "gemm";
const isLoad = (cost: Chain["cost"]): boolean =>
  "cost" in cost && cost.cost.kind === "bulk" && cost.cost.direction === "load";

interface Loop {
  readonly at: Step;
  readonly span: Span;
}

const isOfRun = ({ at, span }: Loop): boolean => roundsOf(at.loops(), span)?.kind !== "num";

function byWeight(
  chains: readonly Chain[],
  isWork: (cost: Chain["cost"]) => boolean,
  isMeant: (loop: Loop) => boolean,
  language: Language,
  gpu: Gpu,
): readonly LoopCost[] {
  const loops = new Map<string, Loop>();
  const work = chains.filter(({ cost }) => isWork(cost));
  for (const { way } of work)
    for (const loop of loopsAround(way)) loops.set(`${loop.at.instance} ${loop.span.start}`, loop);
  const meant = [...loops.values()].filter(isMeant);
  const outer = outerOf(meant, work);
  const innermost = meant.filter((loop) => !outer.has(loop));
  // A prologue's few rounds may each do as much.
  const all = innermost.sort(byRounds).map((loop) => ({
    ...oneLoop(chains, loop, gpu),
    rounds: roundsText(roundsOf(loop.at.loops(), loop.span), language),
  }));
  return all.sort((a, b) => weight(b) - weight(a));
}

/** Those with others of them inside, be it in a function that they call. */
function outerOf(loops: readonly Loop[], chains: readonly Chain[]): ReadonlySet<Loop> {
  const outer = new Set<Loop>();
  for (const { way } of chains) {
    const around = loops.flatMap((loop) => {
      const depth = way.findIndex(({ instance }) => instance === loop.at.instance);
      const at = way[depth];
      return at !== undefined && isIn(at.loops(), loop.span, at.span) ? [{ loop, depth, at }] : [];
    });
    for (const { loop, depth, at } of around)
      for (const one of around) {
        const isSameFunction = depth === one.depth && loop !== one.loop;
        const isDeeper = depth < one.depth || (isSameFunction && isIn(at.loops(), loop.span, one.loop.span));
        if (isDeeper) outer.add(loop);
      }
  }
  return outer;
}

function byRounds(a: Loop, b: Loop): number {
  const [most, other] = [mostRounds(a), mostRounds(b)];
  return most === other ? 0 : other - most;
}

const mostRounds = ({ at, span }: Loop): number => {
  const rounds = roundsOf(at.loops(), span);
  return rounds === undefined ? Number.POSITIVE_INFINITY : bounds(rounds).max;
};

/** The innermost function with loops of the run around the place; else the outermost with any. */
function loopsAround(way: Way): readonly Loop[] {
  const all = way.map((at) => (at.isKept ? mainLoopsAt(at.loops(), at.span).map((span): Loop => ({ at, span })) : []));
  const ofRun = all.map((loops) => loops.filter(isOfRun)).filter((loops) => loops.length > 0);
  return ofRun.at(-1) ?? all.find((loops) => loops.length > 0) ?? [];
}

/** One that loads before all that do not; what only loads, by how much. */
const weight = ({ round }: LoopCost): number =>
  (round.bytes > 0 ? 1e15 : 0) + (round.flops === 0 ? round.bytes : round.flops);

function oneLoop(chains: readonly Chain[], { at, span }: Loop, gpu: Gpu): Omit<LoopCost, "rounds"> {
  let round = nothing;
  const uncounted: string[] = [];
  for (const same of byPath(chains, at.instance)) {
    const around = timesIn(at.loops(), span, same[0].way[0].span);
    if (around === undefined) continue;
    const part = sharedPart(same);
    if (typeof part === "string") uncounted.push(part);
    else round = added(round, part, around);
  }
  return { instance: at.instance, names: [at.name], span, round, roofline: roofline(gpu, round), uncounted };
}

/** From the instance on. */
interface Rest {
  readonly way: readonly [Step, ...Step[]];
  readonly cost: Chain["cost"];
}

type Several = readonly [Rest, ...Rest[]];

/** What happens along one path through the code, with each of the arguments that it had; once, however the instance is reached. */
function byPath(chains: readonly Chain[], instance: string): readonly Several[] {
  const found = new Map<string, Several>();
  const seen = new Map<Chain["cost"], Set<string>>();
  const counts = new Map<string, number>();
  for (const { cost, way } of chains) {
    const [first, ...more] = way.slice(way.findIndex((one) => one.instance === instance));
    if (first === undefined || first.instance !== instance) continue;
    const rest = [first, ...more] as const;
    const by = rest.map((one) => one.instance).join(" ");
    const path = pathOf(rest);
    const known = seen.get(cost) ?? new Set();
    if (known.has(`${by} ${path}`)) continue;
    seen.set(cost, known.add(`${by} ${path}`));
    // Several at one place of one instance are several.
    const nth = counts.get(`${by} ${path}`) ?? 0;
    counts.set(`${by} ${path}`, nth + 1);
    found.set(`${path} ${nth}`, [...(found.get(`${path} ${nth}`) ?? []), { way: rest, cost }] as unknown as Several);
  }
  return [...found.values()];
}

/** Of one call of the loop's function, or why it is not counted. */
function sharedPart(same: Several): Round | string {
  const parts = same.map(partAlong);
  const why = parts.find((part) => typeof part === "string");
  if (why !== undefined) return why;
  const [one = nothing, ...others] = parts.filter((part) => typeof part !== "string");
  return others.every((part) => isSame(part, one)) ? one : "it does not always cost the same";
}

function partAlong({ way: [, ...more], cost }: Rest): Round | string {
  const times = timesOf(more);
  if (times === 0) return nothing;
  const part = "why" in cost ? cost.why : partOf(cost);
  if (typeof part === "string") return part;
  return times === undefined ? "how often the function does it only the run knows" : added(nothing, part, times);
}
