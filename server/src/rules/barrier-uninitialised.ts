// PIP010: a barrier in shared memory that is used and never initialised.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Span, Stmt, Unit } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { barrierCalls } from "../languages/barrier-calls.ts";
import { functionsIn, type ReachedEvent } from "./barrier-callees.ts";
import { type BarrierEvent, nameOf } from "./barrier-events.ts";
import { anyRun, type BarrierFunction, barrierFunctions, isOwn, type Run } from "./barrier-functions.ts";
import { overlaps } from "./barrier-names.ts";
import { isNumber, stageOf } from "./barrier-phases.ts";
import { stagesOf } from "./barrier-stages.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";

const cpp = (init: string, mark = ""): string => `
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel() {
  __shared__ uint64_t bar;${init}
  __syncthreads();
  if (threadIdx.x == 0) {
    arrive_barrier(bar);${mark}
  }
  wait_barrier(bar, 0);
}
void launch() {
  kernel<<<1, 128>>>();
}`;

const dsl = (init: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    bar = smem.allocate_array(cutlass.Int64, 1)${init}
    cute.arch.sync_threads()
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_arrive(bar)${mark}
    cute.arch.mbarrier_wait(bar, 0)
`;

export const barrierUninitialised: FileRule = {
  code: "barrier-uninitialised",
  number: "PIP010",
  severity: "error",
  title: "A barrier is used and never initialised.",
  on: "file",
  check: (facts, context) =>
    barrierFunctions(facts, context)
      .filter((one) => one.fn.isKernel || laysOut(one, facts, context))
      .flatMap((one) => [
        ...ofTemplate(one, facts, context).flatMap((run) => inRun(one, run, facts)),
        ...one.runs.flatMap((run) => [...inRun(one, run, facts), ...tooFew(one, run, facts, context)]),
      ]),
};

/** No instance of a template sets what none of its code does. */
const ofTemplate = (one: BarrierFunction, facts: FileFacts, context: RuleContext): readonly Run[] =>
  context.language === "cpp" && one.runs.length === 0 ? anyRun(one.fn, facts, context) : [];

/** A function that makes its storage of the bytes that it is handed, and no other code initialises a barrier. */
const laysOut = ({ fn }: BarrierFunction, facts: FileFacts, context: RuleContext): boolean =>
  context.language === "cpp" &&
  fn.params.some(({ name }) => storagesIn(fn).has(name)) &&
  !barrierFunctions(facts, context).some((one) => one.fn !== fn && one.events.some(({ kind }) => kind === "init")) &&
  !initNames(facts);

/** What the function casts to storage of its own: `Storage& s = *reinterpret_cast<Storage*>(bytes)`. */
const storagesIn = remembered((fn: FunctionItem): ReadonlySet<string> => {
  const found = new Set<string>();
  visit(fn.body, (node) => {
    const { init } = node as Partial<Let>;
    const from = node.kind === "let" && init?.kind === "unary" && init.op === "*" ? castFrom(init.value) : undefined;
    if (from !== undefined) found.add(from);
  });
  return found;
});

/** Barriers of an array behind the last that a loop initialises. */
function tooFew(one: BarrierFunction, run: Run, facts: FileFacts, context: RuleContext): readonly Finding[] {
  const inits = one.events.filter(({ kind }) => kind === "init");
  const roots = [...new Set(inits.flatMap(({ barrier }) => barrier?.root ?? []))];
  if (roots.length === 0 || initialisesElsewhere(one, facts, context)) return [];
  const own = roots.filter(
    (root) => isOwn(root, one, { mentioned: one.mentionedHere }) && isKeptHere(root, one, facts),
  );
  return own.flatMap((root) => {
    const [first, ...others] = inits.filter(({ barrier }) => barrier?.root === root);
    const made = first === undefined || others.length > 0 ? undefined : stagesOf(first, run);
    if (made?.bound === undefined) return [];
    const beyond = one.events.find(
      (event) =>
        uses.has(event.kind) && event.barrier?.root === root && (stagesOf(event, run)?.last ?? made.last) > made.last,
    );
    if (beyond === undefined) return [];
    const last = stagesOf(beyond, run)?.last ?? 0;
    const message = `${root.split(".").at(-1)} is initialised up to its barrier ${made.last}, barrier ${last} is used: initialise all ${last + 1}`;
    const related = [{ item: one.fn.id, span: beyond.call.span, message: `barrier ${last} is used here` }];
    return [{ item: one.fn.id, span: made.bound, message, related, fixes: [] }];
  });
}

/** It is handed to nothing but functions of the file, of which none initialises a barrier. */
function isKeptHere(root: string, { events }: BarrierFunction, { unit }: FileFacts): boolean {
  const names = new Set(functionsIn(unit.items).map(({ name }) => name));
  return events.every(
    ({ call, handed = [] }) => names.has(nameOf(call)) || !handed.some(({ place }) => overlaps(place.root, root)),
  );
}

/** Another function may be handed the array and initialise the rest. */
const initialisesElsewhere = ({ fn }: BarrierFunction, facts: FileFacts, context: RuleContext): boolean =>
  barrierFunctions(facts, context).some(
    (other) => other.fn !== fn && !other.fn.isKernel && other.events.some(({ kind }) => kind === "init"),
  ) || initNames(facts);

/** Those of other files by the names of what they call. */
const initNames = ({ reached, unit }: FileFacts): boolean =>
  [...new Set((reached ?? []).map((one) => one.unit))].some((one) => one !== unit && callsInit(one));

const callsInit = remembered((unit: Unit): boolean => {
  const { operations } = barrierCalls[unit.language];
  return functionsIn(unit.items).some((fn) => {
    let isThere = false;
    visit(fn.body, (node) => {
      isThere ||= node.kind === "call" && operations.get(nameOf(node as Extract<Expr, { kind: "call" }>)) === "init";
    });
    return isThere;
  });
});

const uses = new Set(["expect", "arrive-expect", "arrive", "wait", "copy"]);

function inRun(one: BarrierFunction, run: Run, facts: FileFacts): readonly Finding[] {
  const { language } = facts.unit;
  const roots = new Map<string, ReachedEvent>();
  for (const event of one.throughCalls.events) {
    const place = event.barrier === undefined ? undefined : placeOf(event, event.barrier.root, one);
    if (uses.has(event.kind) && place !== undefined && !roots.has(place)) roots.set(place, event);
  }
  return [...roots].flatMap(([place, event]) => {
    const root = event.barrier?.root ?? "";
    if (!isOwn(root, one, one.throughCalls) || !isMadeHere(root, one, run, language)) return [];
    const isHere = (other: BarrierEvent): boolean =>
      place === root || stageOf(other) === stageOf(event) || !isNumber(stageOf(other));
    const all = one.throughCalls.events.filter((other) => other.barrier?.root === root && isHere(other));
    if (all.some(({ kind }) => kind === "init" || kind === "acquire" || kind === "use")) return [];
    // A wait alone says nothing of what sort of object it is, but for a function of barriers.
    const isNamed = all.some(({ kind, call }) => (kind !== "wait" && kind !== "arrive") || isOfBarriers(call, one));
    if (!isNamed && !isWord(root, one, run) && !isField(root, facts)) return [];
    const at = spanOf(event);
    if (at === undefined) return [];
    const name = place.split(".").at(-1);
    const message = `${name} is never initialised in this kernel: let one thread set its arrivals before the others use it`;
    const { within } = event;
    const there = within && facts.unit.places.has(within.fn.id) ? spanOf(within.event) : undefined;
    if (within === undefined || there === undefined)
      return [{ item: one.fn.id, span: at, message, related: [], fixes: [] }];
    const related = [{ item: one.fn.id, span: at, message: "handed on here" }];
    return [{ item: within.fn.id, span: there, message, related, fixes: [] }];
  });
}

const isOfBarriers = ({ callee }: BarrierEvent["call"], { calls }: BarrierFunction): boolean =>
  callee.kind === "name" && calls.ofBarriers.test(callee.path.at(-1) ?? "");

/** One barrier of an array, where each is initialised by its number; else the whole of it. */
function placeOf(event: BarrierEvent, root: string, one: BarrierFunction): string {
  const inits = one.throughCalls.events.filter(({ kind, barrier }) => kind === "init" && barrier?.root === root);
  const isNumbered = inits.length > 0 && [event, ...inits].every((each) => isNumber(stageOf(each)));
  return isNumbered ? `${root}[${stageOf(event)}]` : root;
}

function spanOf({ kind, call, within, barrier }: ReachedEvent): Span | undefined {
  const { callee } = call;
  if (within !== undefined) return within.argument;
  if (kind === "copy") return call.args[0]?.value.span;
  const isObject = callee.kind === "member" && fieldOf(callee.object) === barrier?.root.split(".").at(-1);
  if (callee.kind === "member" && isObject) return callee.object.span;
  return call.args[0] === undefined && callee.kind === "member" ? callee.object.span : call.args[0]?.value.span;
}

/** `bars` of `storage.bars[i]`. */
function fieldOf(expr: Expr): string | undefined {
  if (expr.kind === "index") return fieldOf(expr.object);
  return expr.kind === "member" ? expr.name : expr.kind === "name" ? expr.path.at(-1) : undefined;
}

/** Shared memory that the kernel itself declares or allocates. */
function isMadeHere(root: string, { fn }: BarrierFunction, run: Run, language: string): boolean {
  const [first = "", ...fields] = root.split(".");
  if (language === "cpp") return isShared(first, fn);
  const made = run.facts.find((fact) => fact.kind === "variable" && fact.name === first && fact.role === "variable");
  if (made?.kind !== "variable") return false;
  if (made.value.kind === "pointer") return made.value.space === "smem";
  // `SimpleNamespace(pipe=pipe)` hands on a pipeline, which has initialised its own.
  const held = fields.reduce<Value | undefined>(
    (value, name) => (value?.kind === "object" ? value.fields.get(name) : undefined),
    made.value,
  );
  return made.value.kind === "object" && held?.kind !== "builtin";
}

/** `__shared__ T name[…]`, or `T& name = *reinterpret_cast<T*>(buffer)` of such a buffer. */
function isShared(name: string, fn: FunctionItem): boolean {
  if (declarationOf(name, fn, (stmt) => stmt.attributes.includes("__shared__")) !== undefined) return true;
  const init = declarationOf(name, fn, () => true)?.init;
  const buffer = init === undefined ? undefined : castFrom(init);
  if (buffer !== undefined && buffer !== name && isShared(buffer, fn)) return true;
  return !fn.isKernel && storagesIn(fn).has(name) && fn.params.some((param) => param.name === name);
}

function castFrom(of: Expr): string | undefined {
  if (of.kind === "name") return of.path.length === 1 ? of.path[0] : undefined;
  if (of.kind === "cast") return castFrom(of.value);
  return of.kind === "unary" && (of.op === "*" || of.op === "&") ? castFrom(of.value) : undefined;
}

function declarationOf(name: string, fn: FunctionItem, isMeant: (stmt: Let) => boolean): Let | undefined {
  const found: Let[] = [];
  visit(fn.body, (node) => {
    if (node.kind !== "let") return;
    const stmt = node as Let;
    if (stmt.target.kind === "bind" && stmt.target.name === name && isMeant(stmt)) found.push(stmt);
  });
  return found[0];
}

type Let = Extract<Stmt, { kind: "let" }>;

/** Fields of the file's storage that have the name hold such words, `ClusterBarrier empty[stages]`. */
function isField(root: string, { facts }: FileFacts): boolean {
  const name = root.split(".").slice(1).at(-1);
  const fields = facts.flatMap((fact) =>
    fact.kind === "variable" && fact.role === "field" && fact.name === name ? [fact.value] : [],
  );
  return (
    fields.length > 0 &&
    fields.every((value) => value.kind === "pointer" && value.dtype.kind === "dtype" && value.dtype.bits === 64)
  );
}

/** A 64-bit word, or some of them. */
function isWord(root: string, { fn }: BarrierFunction, run: Run): boolean {
  const type = declarationOf(root, fn, (stmt) => stmt.attributes.includes("__shared__"))?.type;
  if (type?.kind === "name") return /^(?:u?int64_t|Cluster(?:Transaction)?Barrier)$/.test(type.path.at(-1) ?? "");
  const made = run.facts.find((fact) => fact.kind === "variable" && fact.name === root);
  const value = made?.kind === "variable" ? made.value : undefined;
  // `cutlass.Array(cutlass.Int64, 1, …)` has its type as a field.
  const dtype =
    value?.kind === "pointer" ? value.dtype : value?.kind === "object" ? value.fields.get("dtype") : undefined;
  return dtype?.kind === "dtype" && dtype.bits === 64;
}

/** The page of barrier-uninitialised. */
export const barrierUninitialisedPage = (): RulePage => ({
  doc: `
A barrier in shared memory holds how many arrivals its phase takes. Before \`mbarrier.init\` it is whatever was there, and a wait on it
hangs or does not wait at all.

One thread initialises it with the number of arrivals, before a fence and a synchronisation that every user of it passes:
\`initialize_barrier(bar, 1)\`, \`ClusterTransactionBarrier::init(&bar, 1)\`, in the DSL \`cute.arch.mbarrier_init(bar, 1)\`.`,
  references: ["PTX ISA, mbarrier.init", "cutlass/arch/barrier.h (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp("", "\n    //             ^^^ bar is never initialised in this kernel"),
      good: cpp("\n  if (threadIdx.x == 0) initialize_barrier(bar, 1);"),
    },
    {
      language: "python",
      bad: dsl("", "\n        #                         ^^^ bar is never initialised in this kernel"),
      good: dsl("\n    if cute.arch.thread_idx()[0] == 0:\n        cute.arch.mbarrier_init(bar, 1)"),
    },
  ],
});
