// Conditions that hold for all threads of a kernel's block or for none: they leave out nobody.
import { symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { isInt } from "../../../src-engine/algebra/int/int.ts";
import type { SymbolAtom } from "../../../src-engine/algebra/int/poly.ts";
import type { Expr } from "../../../src-engine/program/ir.ts";
import { originOf } from "../languages/thread-symbols.ts";
import type { Alike } from "./barrier-alike.ts";
import type { Around, BarrierEvent, Test } from "./barrier-events.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import { leavesOf } from "./barrier-phases.ts";
import type { InstanceValues } from "./instance-values.ts";

/** The conditions on the way to a place of a kernel that may tell its threads apart. */
export const tellingApart = (event: Tested, one: BarrierFunction, run: Run, threads?: Alike): readonly Test[] =>
  apart(event, one, run, () => false).filter(({ test }) => threads?.isAlike(test) !== true);

type Tested = Pick<BarrierEvent, "around" | "tests">;

/** None of the conditions may tell the threads of a kernel apart. */
export const isUniform = (event: Tested, one: BarrierFunction, run: Run, threads?: Alike): boolean =>
  tellingApart(event, one, run, threads).every(({ test }) => tileOf(test, run.values) !== undefined);

/** `work_tile` of `work_tile.is_valid_tile`: a scheduler answers all alike that ask it as often. */
export function tileOf(test: Expr, values: InstanceValues): string | undefined {
  if (test.kind !== "member" || test.object.kind !== "name") return undefined;
  const of = values.value(test.object);
  return of?.kind === "builtin" && of.name === "scheduler()" ? test.object.path.join("::") : undefined;
}

/** Nor what the host made, and the state of a pipeline, which all warps begin with. */
export function tellingWarpsApart(
  event: BarrierEvent,
  one: BarrierFunction,
  run: Run,
  threads?: Alike,
): readonly Test[] {
  const callers = run.instance.calls.flatMap(({ item }) => (item === one.fn.id ? [] : [`:${item}:`]));
  const isOfHost = (id: string): boolean => one.fn.isKernel && callers.some((place) => id.includes(place));
  const found = apart(event, one, run, ({ id }) => ofState.has(id) || isOfHost(id));
  return found.filter(({ test }) => threads?.isAlike(test) !== true);
}

/** As the library makes them: a variable of such a name has its place behind it. */
const ofState: ReadonlySet<string> = new Set(["index", "count", "phase"].map((name) => `free ${name}`));

function apart(event: Tested, { fn }: BarrierFunction, run: Run, alike: Shared["alike"]): readonly Test[] {
  const params = new Set(fn.params.map(({ name }) => name));
  const shared = { params, counters: countersAround(event.around, run), alike };
  return event.tests.filter(({ test }) => !leavesOf(test).every((leaf) => isShared(leaf, shared, run)));
}

interface Shared {
  readonly params: ReadonlySet<string>;
  readonly counters: ReadonlySet<string>;
  /** Symbols that all have alike, by where they were made. */
  readonly alike: (symbol: SymbolAtom) => boolean;
}

/** Counters of the loops around that begin alike in all threads. */
function countersAround(around: Around, { values }: Run): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at: Around | undefined = around; at !== undefined; at = at.outer) {
    const [first, ...others] = at.stmt?.kind === "c-for" ? at.stmt.init : [];
    if (first?.kind !== "let" || first.target.kind !== "bind" || others.length > 0) continue;
    if (values.number(first.init) !== undefined) names.add(first.target.name);
  }
  return names;
}

function isShared(leaf: Expr, { params, counters, alike }: Shared, { values }: Run): boolean {
  if (leaf.kind === "int" || leaf.kind === "bool") return true;
  if (leaf.kind === "name" && counters.has(leaf.path.join("::"))) return true;
  const value = values.value(leaf);
  if (value === undefined || !isInt(value)) return false;
  return symbolsOf(value).every((symbol) => {
    const origin = originOf(symbol);
    return params.has(origin) || ofBlock.test(origin) || alike(symbol);
  });
}

const ofBlock = /^(?:blockIdx|gridDim|block_idx|grid_dim)\b/;
