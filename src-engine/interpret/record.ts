// Facts: what the evaluation leaves behind for hovers, hints and rules.
//
// A place in an instance has one fact of a kind: where it is met again (an unrolled loop, a lambda called twice) with another value,
// the values become alternatives. Outside the target file and on silent looks nothing is recorded.
import type { Need, Stop } from "../algebra/context.ts";
import { isSameObject, type Unknown, type Value } from "../algebra/value.ts";
import { isDecidedEarly } from "../program/compiled.ts";
import type { CallArg, CallFact, Fact, Round, StorageFact, VariableFact } from "../program/facts.ts";
import type { Note, Span } from "../program/ir.ts";
import type { AlternativesValue } from "../program/values.ts";
import { isForOneDevice } from "./device.ts";
import type { CallArgument } from "./dialect.ts";
import { isKeptElsewhere, isOfAnother, keepElsewhere, takeElsewhere } from "./elsewhere.ts";
import { insideTraced } from "./entry.ts";
import { join } from "./join.ts";
import { sameValue, valueKey } from "./key.ts";
import { localDeclaration } from "./scope.ts";
import type { StorageSize } from "./semantics.ts";
import type { Frame } from "./session.ts";
import { whyOf } from "./why.ts";

const isSilent = (frame: Frame): boolean => isQuiet(frame) || isOfAnother(frame);

const isQuiet = ({ session, instance, item }: Frame): boolean =>
  session.silent > 0 || !(instance.recording || instance.isAsked) || item === nowhere;

/** The item of code that stands nowhere in the source: nothing in it leaves a fact. */
export const nowhere = "<made>";

export const isCertain = (frame: Frame): boolean => frame.instance.certain && frame.flow.unsure === 0;

/** It happens in every case, whatever the modes of what the instance's parameters are taken to be. */
export const isAssumed = ({ instance, flow }: Frame): boolean => instance.assumed === true && flow.unsure === 0;

/** Whether what is called or instantiated here is compiled in every case: no `if constexpr` that nobody can decide stands before it. */
export const isCompiled = ({ instance, flow }: Frame): boolean =>
  instance.certain && !isDecidedEarly(flow.path, flow.unsure === 0);

export function recordExpression(frame: Frame, span: Span, value: Value): void {
  if (isSilent(frame)) return;
  const key = expressionKey(frame.item, span);
  const old = frame.instance.facts.get(key);
  const merged = old?.kind === "expression" ? merge(frame, old.value, value, "this place") : value;
  if (old?.kind === "expression" && isSameObject(merged, old.value)) return;
  frame.instance.facts.set(key, {
    kind: "expression",
    instance: frame.instance.id,
    item: frame.item,
    span,
    value: merged,
  });
}

/** One text for all instances and versions: it is asked for at each step of the evaluation. */
function expressionKey(item: string, span: Span): string {
  const known = expressionKeys.get(span);
  if (known?.item === item) return known.key;
  const key = `${item} e${span.start}-${span.end}`;
  expressionKeys.set(span, { item, key });
  return key;
}

const expressionKeys = new WeakMap<Span, { readonly item: string; readonly key: string }>();

export interface VariableRecord {
  readonly name: string;
  readonly span: Span;
  readonly value: Value;
  readonly role: VariableFact["role"];
  readonly source?: Span | undefined;
  readonly needs?: readonly Need[];
  readonly note?: Note | undefined;
  readonly why?: string | undefined;
}

/** A name with an empty span stands nowhere in the file: a macro declares it. */
export function recordVariable(frame: Frame, record: VariableRecord): void {
  if (isSilent(frame) || record.span.start === record.span.end) return;
  const key = `${frame.item} v${record.span.start}-${record.name}`;
  const old = frame.instance.facts.get(key);
  const value = old?.kind === "variable" ? merge(frame, old.value, record.value, record.name) : record.value;
  const why = record.why ?? whyOf(value);
  const fact: VariableFact = {
    kind: "variable",
    instance: frame.instance.id,
    item: frame.item,
    name: record.name,
    span: record.span,
    role: record.role,
    value,
    needs: record.needs ?? [],
    ...(record.source === undefined ? {} : { source: record.source }),
    ...(why === undefined ? {} : { why }),
    ...(record.note === undefined ? {} : { note: record.note }),
    ...(frame.session.origins.length === 0 ? {} : { from: frame.session.origins }),
  };
  frame.instance.facts.set(key, fact);
}

/**
 * The same place met again with another value: integers that differ are shown under the name, other values as alternatives. Where
 * they become too many to be told, the last of them says that there are more.
 */
function merge(frame: Frame, old: Value, value: Value, name: string): Value {
  if (sameValue(frame.session.identities, old, value) || isCut(old)) return old;
  if (sameText(frame, old, value)) return value;
  const both = [old, value].map((one) => ({ under: [], value: one }));
  const joined = join(frame, both, name);
  return joined.kind === "unknown" && old.kind === "alternatives" ? cut(old, joined) : joined;
}

const isCut = (value: Value): boolean =>
  value.kind === "alternatives" && value.options.some((one) => one.further === true);

const cut = (shown: AlternativesValue, further: Unknown): AlternativesValue => ({
  ...shown,
  options: [...shown.options, { when: "more", under: [], value: further, further: true }],
});

/** Equal but for the identity of what is unknown in them. */
function sameText(frame: Frame, a: Value, b: Value): boolean {
  const { identities } = frame.session;
  return a.kind === b.kind && valueKey(identities, a, "content") === valueKey(identities, b, "content");
}

export interface CallRecord {
  readonly span: Span;
  readonly nameSpan: Span;
  readonly op: string;
  readonly args: readonly { readonly role: string; readonly argument: CallArgument }[];
  readonly result: Value;
  readonly needs: readonly Need[];
  readonly stop?: Stop | undefined;
}

const callKey = (item: string, { span, op }: Pick<CallFact, "span" | "op">): string =>
  `${item} c${span.start}-${span.end}-${op}`;

export function recordCall(frame: Frame, record: CallRecord): CallFact | undefined {
  if (isQuiet(frame)) return undefined;
  const isKept = isKeptElsewhere(frame, record.op);
  if (isOfAnother(frame) && !isKept) return undefined;
  const key = callKey(frame.item, record);
  const fact = callFact(frame, record, key);
  if (isKept) keepElsewhere(frame, keyElsewhere(frame, fact), fact);
  if (!isOfAnother(frame)) frame.instance.facts.set(key, fact);
  return fact;
}

function callFact(frame: Frame, record: CallRecord, key: string): CallFact {
  return {
    kind: "call",
    instance: frame.instance.id,
    item: frame.item,
    span: record.span,
    nameSpan: record.nameSpan,
    op: record.op,
    args: record.args.map(({ role, argument }) => callArg(frame, role, argument)),
    result: record.result,
    needs: record.needs,
    certain: isCertain(frame),
    ...(isAssumed(frame) ? { assumed: true as const } : {}),
    ...(record.stop === undefined ? {} : { stop: record.stop, ...undecided(frame) }),
    ...(frame.session.unevaluated > 0 ? { typeOnly: true as const } : {}),
    ...(record.op === "print" ? roundOf(frame, frame.instance.facts.get(key)) : {}),
  };
}

/** A trace takes one side; of what a compiler makes of both nothing follows for the one that is not meant. */
function undecided(frame: Frame): Pick<CallFact, "undecided"> {
  const { instance, flow, dialect } = frame;
  if (dialect.semantics.typed || flow.unsure === 0 || !(instance.certain || instance.assumed === true)) return {};
  // What else is unsure is code that nobody calls.
  const chosen = flow.path.filter((one) => isDecidedEarly([one], false)).length;
  return chosen >= flow.unsure && isForOneDevice(frame, []) ? { undecided: true } : {};
}

/** The call was met once for each of what its arguments may be: the fact of the place has them all. */
export function recordCases(frame: Frame, each: readonly CallFact[]): void {
  const [first] = each;
  if (first === undefined || each.some(({ op }) => op !== first.op)) return;
  const key = callKey(first.item, first);
  const there = takeElsewhere(
    frame,
    each.map((one) => keyElsewhere(frame, one)),
  );
  const last = there ?? frame.instance.facts.get(key);
  if (last?.kind !== "call") return;
  const fact = { ...last, cases: { certain: isCertain(frame), each } };
  if (there !== undefined) keepElsewhere(frame, keyElsewhere(frame, first), fact);
  if (!isOfAnother(frame)) frame.instance.facts.set(key, fact);
}

/** Closures that a function has made of several atoms, `for load in loads: load(k)`, each do what their code says. */
function keyElsewhere({ session }: Frame, { item, span, op, args }: CallFact): string {
  const atom = args.find(({ role }) => role === "atom")?.value;
  return `${callKey(item, { span, op })} ${atom === undefined ? "" : valueKey(session.identities, atom, "content")}`;
}

/** Each round of an unrolled loop prints; the fact of the place keeps all of them. */
function roundOf(frame: Frame, old: Fact | undefined): { readonly round?: Round } {
  const { rounds } = frame.flow;
  if (rounds.length === 0) return {};
  const name = rounds.join(".");
  const last = old?.kind === "call" ? old : undefined;
  const before = last?.round?.before ?? [];
  if (last?.round === undefined || last.round.name === name) return { round: { name, before } };
  return { round: { name, before: before.length < mostPrints ? [...before, last.args] : before } };
}

const mostPrints = 300;

function callArg(frame: Frame, role: string, argument: CallArgument): CallArg {
  const { expr, value } = argument;
  const declared =
    expr.kind === "name" && expr.path.length === 1 ? localDeclaration(frame.scope, expr.path[0]!) : undefined;
  return {
    role,
    value,
    span: expr.span,
    text: frame.file.linked.text(frame.item, expr.span),
    ...(declared === undefined ? {} : { declared: { item: declared.item, span: declared.span } }),
  };
}

/** Python's functions below one that nobody calls get what its defaults and annotations make up, not what a caller gives. */
function standsOnUnbound(frame: Frame): boolean {
  if (!frame.dialect.semantics.traced) return false;
  let one = frame.instance.caller?.instance;
  for (let depth = 0; one !== undefined && depth < deepestCaller; depth++) {
    if (one.generic) return true;
    one = one.caller?.instance;
  }
  return false;
}

const deepestCaller = 1000;

/** Python that no trace leads to and that is in no class that makes a kernel: a test or a launcher. */
const isHost = ({ dialect, instance }: Frame): boolean =>
  dialect.semantics.traced && instance.owner === undefined && !insideTraced(instance);

export function recordAssert(
  frame: Frame,
  assert: { readonly span: Span; readonly static: boolean; readonly message?: string },
  holds: "yes" | "no" | "unknown",
): void {
  if (isSilent(frame)) return;
  frame.instance.facts.set(`${frame.item} a${assert.span.start}`, {
    kind: "assert",
    instance: frame.instance.id,
    item: frame.item,
    span: assert.span,
    holds,
    static: assert.static,
    certain: isCertain(frame) && frame.instance.ofOneRun !== true && !standsOnUnbound(frame),
    ...(isHost(frame) ? { host: true } : {}),
    ...(assert.message === undefined ? {} : { message: assert.message }),
  });
}

/** Shared memory of a size from somewhere in an array, which is named where it is known. */
export interface Stored extends Pick<StorageFact, "array" | "isDeclared"> {
  readonly start: number;
  readonly size: StorageSize | Unknown;
}

export function recordStorage(frame: Frame, span: Span, { start, size, array, isDeclared }: Stored): void {
  if (isSilent(frame)) return;
  const before = start === 0 ? [] : [{ name: "in front of it", bytes: start }];
  const sized =
    "parts" in size
      ? { bytes: start + size.bytes, parts: [...before, ...size.parts] }
      : { bytes: undefined, parts: [], why: whyOf(size) ?? size.why };
  const of = { instance: frame.instance.id, item: frame.item, span, array, isDeclared };
  frame.instance.facts.set(`${frame.item} s${span.start}-${span.end}`, { kind: "storage", ...of, ...sized });
}
