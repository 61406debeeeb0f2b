// Calls of functions around one instruction, and inline assembly, as what happens there.
import type { Expr, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { instructionsIn } from "../languages/assembly.ts";
import { ptxCall, type Wrapper } from "../languages/cuda-barriers.ts";
import type { BarrierEvent } from "./barrier-event.ts";
import { barrierName, type Naming } from "./barrier-names.ts";
import type { Wrappers } from "./barrier-wrappers.ts";

type Call = Extract<Expr, { kind: "call" }>;

type Happening = Omit<BarrierEvent, "at" | "order" | "around" | "tests">;

/** The operation that the call is, with the arguments that are none of its barrier. */
export function wrapped(
  call: Call,
  { operations }: Wrappers,
  naming: Naming,
): { readonly event: Happening; readonly others: readonly Expr[] } | undefined {
  const wrapper = ptxCall(call) ?? operations.get(lastName(call.callee));
  if (wrapper === undefined || !fits(call, wrapper)) return undefined;
  const given = (at: Wrapper["barrier"]): Expr | undefined =>
    at === "object" ? (call.callee.kind === "member" ? call.callee.object : undefined) : call.args[at ?? -1]?.value;
  const place = given(wrapper.barrier);
  const barrier = place && barrierName(place, naming);
  const amount = typeof wrapper.amount === "object" ? summed(wrapper.amount, wrapper, call) : given(wrapper.amount);
  const group = wrapper.group && summed(wrapper.group, wrapper, call);
  const isLost =
    (wrapper.barrier !== undefined && barrier === undefined) ||
    (wrapper.amount !== undefined && amount === undefined) ||
    (wrapper.group !== undefined && group === undefined);
  if (isLost) return undefined;
  const [bytes, source, map, arrivals] = [wrapper.bytes, wrapper.source, wrapper.map, wrapper.arrivals].map(given);
  const further = wrapper.further || [arrivals, group].some((one) => one !== undefined && !isOne(one));
  const others = call.args.flatMap(({ value }) => (value.span.start === place?.span.start ? [] : [value]));
  return { event: { kind: wrapper.operation, call, barrier, amount, bytes, source, map, further }, others };
}

const isOne = (of: Expr): boolean => of.kind === "int" && of.value === 1;

/** Another function may have the name. */
function fits({ callee, args }: Call, { isMethod, isStatic, params }: Wrapper): boolean {
  const isOfClass = isStatic === true && callee.kind === "name" && callee.path.length > 1;
  return args.length <= params && (isOfClass || (callee.kind === "member") === isMethod);
}

/** The amount with what the call gives the parameters; it stands where the arguments do. */
function summed(amount: Expr, wrapper: Wrapper, call: Call): Expr | undefined {
  const { callee, args } = call;
  if (amount.kind === "int") return amount;
  if (amount.kind === "name") {
    const [name = ""] = amount.path;
    return args[(wrapper.names ?? []).indexOf(name)]?.value ?? ofTemplate(name, wrapper, callee);
  }
  const whole = args.at(-1)?.value.span.end ?? callee.span.end;
  const [left, right] =
    amount.kind === "binary" ? [amount.left, amount.right].map((side) => summed(side, wrapper, call)) : [];
  if (amount.kind !== "binary" || left === undefined || right === undefined) return undefined;
  return { ...amount, left, right, span: { start: callee.span.end, end: whole } };
}

/** What the call gives the template's parameter, else its default. */
function ofTemplate(name: string, { ofTemplate: params = [] }: Wrapper, callee: Expr): Expr | undefined {
  const at = params.findIndex((one) => one.name === name);
  const given = callee.kind === "template" ? callee.args : [];
  if (given.slice(0, at + 1).some(({ star, name: named }) => star !== undefined || named !== undefined))
    return undefined;
  const fallback = params[at]?.fallback;
  return given[at]?.value ?? (fallback?.kind === "int" ? fallback : undefined);
}

/** What inline assembly does, where each of its barriers has a name. */
export function assembled(
  stmt: Stmt,
  naming: Naming,
): { readonly events: readonly Happening[]; readonly others: readonly Expr[] } | undefined {
  if (stmt.kind !== "opaque" || stmt.assembly === undefined) return undefined;
  const found = instructionsIn(stmt.assembly, stmt.reads) ?? [];
  if (found.length === 0) return undefined;
  const { span } = stmt;
  const call: Call = { kind: "call", callee: { kind: "name", path: ["asm"], span }, args: [], span };
  const events = found.flatMap(({ operation: kind, barrier: at, ...one }): Happening[] => {
    const barrier = at && barrierName(at, naming);
    const { group, ...rest } = one;
    const further = rest.further || (group !== undefined && !isOne(group));
    return at !== undefined && barrier === undefined ? [] : [{ ...rest, further, kind, call, barrier }];
  });
  if (events.length < found.length) return undefined;
  const barriers = new Set(found.map(({ barrier }) => barrier?.span.start));
  return { events, others: stmt.reads.filter((one) => !barriers.has(one.span.start)) };
}
