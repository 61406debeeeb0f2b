// Mistakes that show up in functions of other files which this file calls: told at the call that leads there.
//
// `flash::gemm(tiled_mma, tSrK, tSrQ, tSrS)` hands its tensors on to an MMA in a utilities' header. What the rules say of the MMA, with
// the tensors of this instance, is said of the call; where it stands in the header is its related place.
import type { CallFact, FileFacts, Reached } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Span } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { failureThere } from "../facts/assertion.ts";
import { printExpr } from "../languages/print.ts";
import type { Severity } from "../settings/schema.ts";
import { assertionFails } from "./assertion-fails.ts";
import { itemOf } from "./cause.ts";
import { passedFor } from "./passed-for.ts";
import type { CallRule, Finding, InstanceRule, Rule, RuleContext } from "./rule.ts";

/** A finding at a call of this file, and where in another one it shows up. */
export interface Elsewhere {
  readonly rule: Rule;
  readonly finding: Finding;
  readonly shown: { readonly file: string; readonly line: number; readonly function: string };
}

export function findElsewhere(rules: readonly Rule[], facts: FileFacts, context: RuleContext): readonly Elsewhere[] {
  const told = rules.filter((rule): rule is CallRule => rule.on === "call" && isTold(rule.severity) && !rule.fallback);
  const whole = rules.filter((rule): rule is InstanceRule => rule.on === "instance" && rule.ofElsewhere === true);
  const asserted = rules.find(({ code }) => code === assertionFails.code);
  const certain = new Set(facts.instances.filter((one) => one.certain).map(({ id }) => id));
  const there = { ...context, text: () => "" };
  const ofCalls = (one: Reached): readonly Said[] => {
    const calls = callsOf(one);
    return calls.flatMap((call) =>
      told.flatMap((rule) => {
        const said = saidOf(rule, call, one, there);
        return said.length > 0 && rule.unless?.(call, calls) === true ? [] : said;
      }),
    );
  };
  const ofWhole = (one: Reached): readonly Said[] => whole.flatMap((rule) => saidOfWhole(rule, one, there));
  return (facts.reached ?? [])
    .filter((one) => certain.has(one.from))
    .flatMap((one) =>
      [
        ...ofWhole(one),
        ...(one.instance.certain ? ofCalls(one) : []),
        ...(one.instance.certain && asserted !== undefined ? failingIn(asserted, one) : []),
      ].map((said) => atArgument(said, one, facts)),
    );
}

/** With the place in the function of the other file. */
type Said = Elsewhere & { readonly at: Span };

/** What may be milder elsewhere is another file's own affair. */
const isTold = (severity: Severity): boolean => severity === "error" || severity === "warning";

const callsOf = ({ facts }: Reached): readonly CallFact[] =>
  facts.filter((fact) => fact.kind === "call").filter(({ certain }) => certain);

function saidOf(rule: CallRule, call: CallFact, reached: Reached, context: RuleContext): readonly Said[] {
  if (rule.ops !== undefined && !rule.ops.includes(call.op)) return [];
  const found = foundBefore(call, context).get(rule) ?? rule.check(call, context);
  foundBefore(call, context).set(rule, found);
  return found
    .filter(({ severity }) => isTold(severity ?? rule.severity))
    .map((finding) => placed(rule, { ...finding, shownAt: call.nameSpan }, reached));
}

function saidOfWhole(rule: InstanceRule, reached: Reached, context: RuleContext): readonly Said[] {
  const { unit, instance, facts } = reached;
  return rule
    .check({ instance, facts, code: itemOf({ unit }, instance.item) }, context)
    .map((finding) => placed(rule, { ...finding, shownAt: finding.of ?? finding.span }, reached));
}

/** What the compiler asserts of the arguments: whatever else is called, it comes there. */
function failingIn(rule: Rule, reached: Reached): readonly Said[] {
  const { unit, facts, isClosure } = reached;
  if (isClosure === true) return [];
  return facts.flatMap((fact) => {
    if (fact.kind !== "assert" || fact.holds !== "no" || !fact.certain || !fact.static) return [];
    const why = failureThere(unit, facts, fact, printExpr);
    if (why === undefined) return [];
    const message = `the assertion fails: ${why}${fact.message === undefined ? "" : ` (${fact.message})`}`;
    return [placed(rule, { message, item: fact.item, span: fact.span, shownAt: fact.span }, reached)];
  });
}

type There = Pick<Finding, "message" | "severity" | "item" | "span"> & { readonly shownAt: Span };

function placed(rule: Rule, { message, severity, item: inside, span: at, shownAt }: There, reached: Reached): Said {
  const { item, span, file, instance } = reached;
  const shown = { file, line: reached.line(inside, shownAt.start), function: instance.function };
  const where = `(in ${shown.function}, ${fileOf(file)}:${shown.line})`;
  const mild = severity === undefined ? {} : { severity };
  return { rule, shown, at, finding: { item, span, message: `${message} ${where}`, ...mild, related: [], fixes: [] } };
}

/** What rules said of the call: an edit leaves most facts of other files as they were. */
function foundBefore(call: CallFact, { arch }: RuleContext): Map<CallRule, readonly Finding[]> {
  const known = foundOf.get(call);
  if (known?.arch === arch) return known.found;
  const found = new Map<CallRule, readonly Finding[]>();
  foundOf.set(call, { arch, found });
  return found;
}

const foundOf = new WeakMap<
  CallFact,
  { readonly arch: RuleContext["arch"]; readonly found: Map<CallRule, readonly Finding[]> }
>();

/** What the call passes for the parameters that the finding is about, where its function is the one that is called. */
function atArgument({ finding, at, ...said }: Said, { unit, instance }: Reached, facts: FileFacts): Elsewhere {
  const [own, from] = [itemOf({ unit }, instance.item), itemOf(facts, finding.item)];
  const passed =
    own?.kind !== "function" || from === undefined
      ? []
      : namesIn(own, at).flatMap((name) => passedFor(own, name, from, finding.span.start)?.span ?? []);
  if (passed.length === 0) return { ...said, finding };
  const start = Math.min(...passed.map((span) => span.start));
  const end = Math.max(...passed.map((span) => span.end));
  return { ...said, finding: { ...finding, span: { start, end }, of: finding.span } };
}

function namesIn(own: FunctionItem, { start, end }: Span): readonly string[] {
  const names: string[] = [];
  eachNode(own, (node) => {
    const expr = node as Expr;
    if (expr.kind === "name" && expr.path.length === 1 && start <= expr.span.start && expr.span.end <= end)
      names.push(expr.path[0] ?? "");
  });
  return names;
}

const fileOf = (path: string): string => path.split("/").at(-1) ?? path;
