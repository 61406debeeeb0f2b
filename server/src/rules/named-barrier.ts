// PIP015: a named barrier that does not exist, or that other threads come to than it counts.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { barriersOfHardware, namedBarriers } from "../languages/named-barriers.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Entering, isAlone, isRepeated, threadsEntering } from "./barrier-entry.ts";
import type { BarrierEvent } from "./barrier-events.ts";
import { type BarrierFunction, barrierFunctions, inRuns, isEntered, type Run, runsOf } from "./barrier-functions.ts";
import { literalValues } from "./instance-values.ts";
import { isLocal, makingOf, placeOf } from "./named-barrier-making.ts";
import {
  type NamedSite,
  type NamedUse,
  named,
  namedSites,
  namedUses,
  namedUsesIn,
  ofEachBarrier,
} from "./named-barrier-sites.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { tellingApart, tileOf } from "./uniform-tests.ts";

const cpp = (threads: string, mark = ""): string => `
#include <cutlass/arch/barrier.h>
using cutlass::arch::NamedBarrier;
__global__ void kernel() {
  if (threadIdx.x < 128) {
    NamedBarrier::sync(${threads}, 0);${mark}
  }
}
void launch() {
  kernel<<<1, 256>>>();
}`;

const dsl = (threads: string, mark = ""): string => `
import cutlass.cute as cute
import cutlass.pipeline as pipeline

@cute.kernel
def kernel():
    bar = pipeline.NamedBarrier(barrier_id=1, num_threads=${threads})${mark}
    if cute.arch.warp_idx() < 4:
        bar.arrive_and_wait()

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(160, 1, 1))
`;

export const namedBarrier: FileRule = {
  code: "named-barrier",
  number: "PIP015",
  severity: "error",
  title: "A named barrier does not exist, or counts other threads than come.",
  on: "file",
  check: (facts, context) =>
    barrierFunctions(facts, context).flatMap((one) => {
      let found: readonly NamedUse[] | undefined;
      const others = (): readonly NamedUse[] => {
        found ??= usesElsewhere(one.fn, facts, context);
        return found;
      };
      return inRuns(one, facts, context, (run) => {
        const sites = namedSites(one, run.values, facts.unit);
        if (sites.length === 0) return [];
        const threads = threadsEntering(one, run, facts, context);
        const isWhole = isEntered(one, run, facts, context);
        const isKnown = isWhole || isAlone(one, threads, facts, context);
        return inRun(sites, { one, run, threads, facts, isWhole, isKnown }, others);
      });
    }),
};

function inRun(all: readonly NamedSite[], kernel: Kernel, others: () => readonly NamedUse[]): readonly Finding[] {
  const { one, threads, facts, isKnown } = kernel;
  const sites = isKnown ? all.flatMap((site) => ofEachBarrier(site, threads)) : all;
  // Where nobody comes in this run its flags may well say that nobody is counted.
  const alone = sites.filter(({ event }) => !threads.isLeftOut(event)).flatMap((site) => ofItself(site, one.fn, facts));
  if (alone.length > 0) return alone;
  const elsewhere = others();
  const found = [...new Set(sites.flatMap(({ ids }) => (ids?.length === 1 ? ids : [])))].flatMap((id) => {
    const own = sites.filter((site) => mayBe(site, id));
    const beyond = elsewhere.filter((use) => mayBe(use, id));
    if (own.some((site) => isHandedOn(site, own, one))) return [];
    const apart = own.filter((site) => isApart(site, [...own, ...beyond]));
    if (apart.length > 0) return apart.map((site) => differs(site, id, own, one.fn));
    const crowded = own.flatMap((site) => tooMany({ id, site }, kernel));
    if (crowded.length > 0) return crowded;
    const isAll = own.every(({ ids, threads }) => ids?.length === 1 && threads !== undefined);
    if (!isKnown || !isAll || beyond.length > 0 || own.some((site) => escapes(site, own, kernel))) return [];
    return [...new Set(own.flatMap((site) => site.threads ?? []))].flatMap((count) => {
      const ofThis = own.filter((site) => site.threads === count);
      return ofCount({ id, count }, ofThis, kernel);
    });
  });
  if (found.length > 0) return found;
  return sites
    .filter((site) => !mayArriveBefore(site, [...sites, ...elsewhere]))
    .flatMap((site) => beyondBlock(site, kernel));
}

/** A thread that has arrived and then waits is counted twice. */
const mayArriveBefore = ({ ids }: NamedSite, all: readonly NamedUse[]): boolean =>
  all.some((use) => use.operation === "arrive" && (ids?.some((id) => mayBe(use, id)) ?? true));

const mayBe = ({ ids }: NamedUse, id: number): boolean => ids === undefined || ids.includes(id);

/** A function that is given the number comes there too, nobody knows how. */
const isHandedOn = ({ idName }: NamedSite, own: readonly NamedSite[], { events }: BarrierFunction): boolean =>
  idName !== undefined &&
  (callsByName(events).get(idName) ?? []).some((call) => !own.some((site) => site.call === call));

/** The calls that are given what a name says. */
const callsByName = remembered(
  (events: readonly BarrierEvent[]): ReadonlyMap<string, readonly BarrierEvent["call"][]> => {
    const calls = new Map<string, BarrierEvent["call"][]>();
    for (const { call } of events)
      for (const { value } of call.args) {
        const name = named(value);
        if (name === undefined) continue;
        const all = calls.get(name);
        if (all === undefined) calls.set(name, [call]);
        else all.push(call);
      }
    return calls;
  },
);

/** What no barrier may be, whoever comes. */
function ofItself(site: NamedSite, fn: FunctionItem, facts: FileFacts): readonly Finding[] {
  const { ids, threads, idAt } = site;
  if (threads !== undefined && (threads <= 0 || threads % 32 !== 0)) {
    const message = `a named barrier counts whole warps: ${threads} threads are no multiple of 32`;
    return [{ ...placeOf(site, fn, facts), message, related: [], fixes: [] }];
  }
  const id = ids?.find((one) => one >= barriersOfHardware);
  if (id === undefined) return [];
  const { firstOfUser, firstOfUserBefore } = namedBarriers[facts.unit.language];
  const most = barriersOfHardware - firstOfUser - 1;
  // Which CUTLASS the code is compiled with, nobody says here.
  const severity = id - firstOfUser + firstOfUserBefore < barriersOfHardware ? "information" : "warning";
  const own = firstOfUser === 0 ? "" : `, ${firstOfUser} of them CUTLASS's own`;
  const message = `a block has ${barriersOfHardware} named barriers${own}: take a number from 0 to ${most}, not ${id - firstOfUser}`;
  return [{ item: fn.id, span: idAt, message, severity, related: [], fixes: [] }];
}

/** Whoever else comes and waits, nobody goes on before more threads than a block has. */
function beyondBlock(site: NamedSite, { one, run, threads, facts, isKnown }: Kernel): readonly Finding[] {
  const { threads: count, event, ids } = site;
  const all = threads.all.threads;
  if (!isKnown || threads.extents === undefined || count === undefined || count % 32 !== 0 || count <= all) return [];
  const tests = tellingApart(event, one, run, threads).filter(({ test }) => tileOf(test, run.values) === undefined);
  if ((threads.reach({ ...event, tests })?.threads ?? 0) === 0) return [];
  const which = ids?.length === 1 ? `named barrier ${ids[0]}` : "the named barrier";
  const message = `${which} counts ${count} threads, the block has ${all}: they never go on; count those that come`;
  const related = [{ item: one.fn.id, span: site.call.span, message: "threads come here" }];
  return [{ ...placeOf(site, one.fn, facts), message, related, fixes: [] }];
}

/** It only arrives, and nobody waits with its count. */
const isApart = (site: NamedSite, all: readonly NamedUse[]): boolean => {
  const waits = all.filter(({ operation }) => operation === "wait");
  return (
    site.operation === "arrive" &&
    site.ids?.length === 1 &&
    site.threads !== undefined &&
    waits.length > 0 &&
    waits.every(({ threads }) => threads !== undefined && threads !== site.threads)
  );
};

function differs(site: NamedSite, id: number, own: readonly NamedSite[], fn: FunctionItem): Finding {
  const waits = own.filter(({ operation, ids }) => operation === "wait" && ids?.length === 1);
  const counts = [...new Set(waits.flatMap(({ threads }) => threads ?? []))];
  const there = counts.length === 0 ? "others" : counts.join(" or ");
  const message = `${site.threads} threads are counted here, ${there} where named barrier ${id} is waited for: count the same on both sides`;
  const related = waits.map(({ threadsAt }) => ({ item: fn.id, span: threadsAt, message: "counted here too" }));
  return { item: fn.id, span: site.threadsAt, message, related, fixes: [] };
}

interface Kernel {
  readonly one: BarrierFunction;
  readonly run: Run;
  readonly threads: Entering;
  readonly facts: FileFacts;
  /** All threads of the block come to the function, once. */
  readonly isWhole: boolean;
  /** Who comes to it is known. */
  readonly isKnown: boolean;
}

interface Counted {
  readonly id: number;
  readonly count: number;
}

/** All sites of one barrier with one count. */
function ofCount(
  { id, count }: Counted,
  sites: readonly NamedSite[],
  { one, threads, facts }: Kernel,
): readonly Finding[] {
  const [first] = sites;
  if (first === undefined || sites.every(({ operation }) => operation === "arrive")) return [];
  const most = mostOf(sites, threads);
  const come = totalOf(sites, threads);
  const problem =
    most !== undefined && most > 0 && most < count
      ? `at most ${most} come: they never go on; count those that come`
      : come !== undefined && come > count && come % count !== 0
        ? `${come} come: the last of them never go on; count all that come`
        : undefined;
  if (problem === undefined) return [];
  const message = `named barrier ${id} counts ${count} threads, ${problem}`;
  const related = sites.map(({ call }) => ({ item: one.fn.id, span: call.span, message: "threads come here" }));
  return [{ ...placeOf(first, one.fn, facts), message, related, fixes: [] }];
}

/** Of a place that more threads come to than it counts, some go on without the others. */
function tooMany(
  { id, site }: { readonly id: number; readonly site: NamedSite },
  { one, run, threads, facts, isWhole, isKnown }: Kernel,
): readonly Finding[] {
  const tests = isWhole ? tellingApart(site.event, one, run, threads) : site.event.tests;
  const reached = isKnown && site.ids?.length === 1 ? threads.reach({ ...site.event, tests }) : undefined;
  if (site.threads === undefined || reached?.block === undefined || reached.warps === undefined) return [];
  if (reached.threads <= site.threads) return [];
  const message = `named barrier ${id} counts ${site.threads} threads, ${reached.threads} come to one place: some go on before all have come; count all of them`;
  const related = [{ item: one.fn.id, span: site.call.span, message: "they come here" }];
  return [{ ...placeOf(site, one.fn, facts), message, related, fixes: [] }];
}

/** Who waits comes once in a phase, wherever; who only arrives may have come before. Undefined where that may be any number of times. */
function mostOf(sites: readonly NamedSite[], threads: Entering): number | undefined {
  const warps: number[] = [];
  let arriving = 0;
  for (const { event, operation } of sites) {
    const { ofWarps, threads: each } = threads.most(event);
    if (operation === "wait")
      for (const [warp, one] of ofWarps.entries()) warps[warp] = Math.min(32, (warps[warp] ?? 0) + one);
    else if (isRepeated(event, threads)) return undefined;
    else arriving += each;
  }
  return warps.reduce((all, one) => all + one, arriving);
}

/** All that come in the kernel's life; undefined where that is not known. */
function totalOf(sites: readonly NamedSite[], threads: Entering): number | undefined {
  let all = 0;
  for (const { event } of sites) {
    const reached = threads.reach(event);
    if (reached?.block === undefined || reached.warps === undefined || isRepeated(event, threads)) return undefined;
    all += reached.threads;
  }
  return all;
}

/** The other functions of the file and of those that it leads to; of a kernel no other kernel. */
function usesElsewhere(fn: FunctionItem, facts: FileFacts, context: RuleContext): readonly NamedUse[] {
  const here = functionsIn(facts.unit.items).filter((one) => one !== fn && !(fn.isKernel && one.isKernel));
  const runs = runsOf(facts, new Set(here.map(({ id }) => id)), context);
  const beside = here.flatMap((one) => {
    const own = runs.get(one.id) ?? [];
    const each = own.length > 0 ? own.map(({ values }) => values) : [literalValues];
    return each.flatMap((values) => namedUses(one, values, facts.unit));
  });
  const units = new Set((facts.reached ?? []).map(({ unit }) => unit));
  return [...beside, ...[...units].flatMap(namedUsesIn)];
}

/** A barrier object that anything but these sites has to do with. */
function escapes({ holder }: NamedSite, own: readonly NamedSite[], { one, threads, facts }: Kernel): boolean {
  if (holder === undefined) return false;
  const { fn } = one;
  const left = one.events.filter(
    ({ call }) => call.callee.kind === "member" && lastName(call.callee.object) === holder,
  );
  const never = left.filter(
    (event) => !own.some(({ call }) => call === event.call) && threads.most(event).threads === 0,
  );
  const seen = new Set(own.filter((site) => site.holder === holder).map(({ call }) => call.callee.span.start));
  const { made, handed } = makingOf(holder, fn, facts);
  const inside = isLocal(holder, fn) ? fn.body : facts.unit.items;
  // What another kernel does with it, or with one of its own of that name, is of another launch.
  const others = isLocal(holder, fn) || !fn.isKernel ? [] : functionsIn(facts.unit.items);
  const beside = others.filter((one) => one.isKernel && one !== fn).map(({ body }) => mentionsIn(body, holder));
  const mentions = mentionsIn(inside, holder) - beside.reduce((a, b) => a + b, 0);
  const waiters = new Set(own.filter(({ call }) => isWaiter(call.callee)).map(({ call }) => call.span.start)).size;
  return mentions > seen.size + never.length - waiters + handed + made;
}

function mentionsIn(code: Parameters<typeof visit>[0], holder: string): number {
  let mentions = 0;
  visit(code, (node) => {
    if ((node.kind === "name" || node.kind === "member") && lastName(node as Expr) === holder) mentions++;
  });
  return mentions;
}

const isWaiter = (callee: Expr): boolean => callee.kind === "member" && callee.name === "wait_for_alloc";

/** The page of named-barrier. */
export const namedBarrierPage = (): RulePage => ({
  doc: `
A block has sixteen named barriers, 0 to 15, in hardware; 0 is that of \`__syncthreads\`. In C++ a number that is given to CUTLASS's
\`NamedBarrier\` counts from the eighth on, those before are its own. The count of an arrival is that of all threads which take part,
those that wait and those that only arrive, in whole warps. It is one number on both sides.

A number beyond the sixteenth is a warning: PTX has no such barrier, though an H100 runs it without a word.

Count more threads than come, and those that wait never go on; count fewer, and the last to come wait for others that have gone.`,
  references: [
    "PTX ISA, bar, barrier: the count is a multiple of the warp size, and one for all threads of a barrier",
    "cutlass/arch/barrier.h: NamedBarrier, ReservedNamedBarriers (CUTLASS 4.7)",
    "cutlass/pipeline/helpers.py: NamedBarrier (nvidia-cutlass-dsl 4.8)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp("256", "\n//                     ^^^ named barrier 8 counts 256 threads, at most 128 come"),
      good: cpp("128"),
    },
    {
      language: "python",
      bad: dsl(
        "160",
        "\n    #                                                     ^^^ named barrier 1 counts 160 threads, at most 128 come",
      ),
      good: dsl("128"),
    },
  ],
});
