// A wait for cp.async that waits for nothing: when the thread first comes there it has begun no more groups than the wait leaves on
// their way, and what they bring is read behind it.
//
// Groups that a caller has begun are older: the wait leaves the newest on their way. A group is counted wherever it may be begun.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { Expr, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { beginsGroup, mayWaitForCopies, waitsForGroups } from "../languages/quiet-calls.ts";
import { isLeftOut } from "./barrier-callees.ts";
import type { Around, BarrierEvent } from "./barrier-events.ts";
import type { Run } from "./barrier-functions.ts";
import { loopsAround, loopTest } from "./barrier-loops.ts";
import { eventsBetween, mayEnd, type Surroundings } from "./between.ts";
import { hasOpaque } from "./leads-to.ts";
import { rangeIn } from "./loop-counter.ts";
import type { Finding } from "./rule.ts";
import { closureAround } from "./unfenced.ts";

/** `reads`: copies out of shared memory that nothing but cp.async fills, as far as the function says. */
export function waitsForNothing(reads: readonly CallFact[], around: Surroundings): readonly Finding[] {
  const { one, run } = around;
  const events = one.events.filter((event) => !isLeftOut(event, run.values));
  const wait = events.find(({ call }) => waitsForGroups.test(lastName(call.callee)));
  const left = wait && run.values.number(countOf(wait));
  if (wait === undefined || left === undefined || closureAround(wait.call.span, one.fn) !== undefined) return [];
  const begun = begunBefore(wait, events, around);
  if (begun === undefined || begun === 0 || begun > left) return [];
  const read = reads.find((each) => isReadBehind(each, wait, events, around));
  if (read === undefined) return [];
  const message = `the wait leaves ${groups(left)} of copies on their way, and ${begun === 1 ? "1 is" : `${begun} are`} begun before its first time: it waits for nothing, and what they bring is read behind it; leave ${begun - 1} at the most`;
  const related = [{ item: read.item, span: read.span, message: "read here" }];
  return [{ item: one.fn.id, span: wait.call.span, message, related, fixes: [] }];
}

const groups = (count: number): string => (count === 1 ? "1 group" : `${count} groups`);

/** `cp_async_wait<2>()`, `cp_async_wait_group(2)`. */
const countOf = ({ call: { callee, args } }: BarrierEvent): Expr | undefined =>
  callee.kind === "template" ? callee.args[0]?.value : args[0]?.value;

/** No more groups than these when the thread first comes to the wait; undefined where nobody knows what may begin some. */
function begunBefore(
  wait: BarrierEvent,
  events: readonly BarrierEvent[],
  { one, run, facts }: Surroundings,
): number | undefined {
  const { fn } = one;
  const start = { start: -1, end: -1 };
  if (hasOpaque(fn, start, wait.call.span, () => false)) return undefined;
  const loops = loopsAround(wait.around);
  if (mayComeLater(wait, loops, run)) return undefined;
  const shared = loops.map(({ id }) => id);
  let count = 0;
  for (const event of events.filter(({ at }) => at.start < wait.at.start)) {
    const { callee, span } = event.call;
    if (!beginsGroup.test(lastName(callee))) {
      // Whatever may wait may begin some too.
      if (mayEnd(event, { one, run, facts }, mayWaitForCopies)) return undefined;
      continue;
    }
    if (closureAround(span, fn) !== undefined) return undefined;
    const own = loopsAround(event.around).filter(({ id }) => !shared.includes(id));
    count += own.map(({ stmt }) => roundsOf(stmt, run)).reduce((all, each) => all * each, 1);
  }
  return Number.isNaN(count) ? undefined : count;
}

/** Rounds of the loops around it may pass by the wait before the first that comes there, and begin groups meanwhile. */
function mayComeLater(wait: BarrierEvent, loops: readonly Around[], { values }: Run): boolean {
  const outermost = loops[0]?.stmt;
  if (outermost === undefined) return false;
  let isPlain = true;
  visit(outermost, ({ kind }) => {
    if (kind === "continue") isPlain = false;
  });
  const ofLoops = new Set(loops.map((one) => loopTest(one)?.span.start));
  const inside = wait.tests.filter(
    ({ test: { span } }) => span.start > outermost.span.start && !ofLoops.has(span.start),
  );
  return !isPlain || inside.some(({ test }) => values.number(test) === undefined);
}

/** At the most; NaN where nobody knows. */
function roundsOf(stmt: Stmt | undefined, { values }: Run): number {
  const range = stmt?.kind === "for" || stmt?.kind === "c-for" ? rangeIn(stmt, values) : undefined;
  return range === undefined || range.step < 1
    ? Number.NaN
    : Math.max(0, Math.ceil((range.to - range.from) / range.step));
}

/** Whoever comes to the wait comes to the read, and nothing between them may wait. */
function isReadBehind(
  { span }: { readonly span: Span },
  wait: BarrierEvent,
  events: readonly BarrierEvent[],
  around: Surroundings,
): boolean {
  const read = events.find(({ call }) => call.span.start === span.start && call.span.end === span.end);
  if (read === undefined || span.start < wait.call.span.end) return false;
  const isOfWait = ({ test, holds }: BarrierEvent["tests"][number]): boolean =>
    wait.tests.some((one) => one.test.span.start === test.span.start && one.holds === holds);
  if (!read.tests.every(isOfWait)) return false;
  const between = eventsBetween(wait.call.span, span, around);
  return between?.every((event) => !mayEnd(event, around, mayWaitForCopies)) === true;
}
