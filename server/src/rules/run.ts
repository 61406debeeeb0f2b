// Runs the rules over a file's facts: severities, suppressions, and one problem for what several instances share.
//
// Pure; places are absolute offsets. A rule that throws costs its own findings only, told through `failed`.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { AssertFact, CallFact, Fact, FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import type { Item, ItemId, Unit } from "../../../src-engine/program/ir.ts";
import { isLibraryBefore } from "../../../src-engine/program/library-version.ts";
import { blockOf } from "../costs/block.ts";
import { type CallCost, costContext, costOf, hasCost } from "../costs/of-call.ts";
import { once } from "../facts/remembered.ts";
import type { Arch, Severity } from "../settings/schema.ts";
import { linked } from "./behind.ts";
import { factsByInstance } from "./by-instance.ts";
import { itemOf } from "./cause.ts";
import { findElsewhere } from "./elsewhere.ts";
import { oneOfInstances } from "./one-of-instances.ts";
import { type Located, type Problem, placeOf, problemOf, type Told } from "./problem.ts";
import type { CallRule, FileContext, FileRule, Finding, InstanceFacts, Rule, RuleContext } from "./rule.ts";
import { type Said, saidBefore } from "./said.ts";
import { type Suppression, suppresses } from "./suppress.ts";

export interface RunOptions {
  readonly arch: Arch;
  /** Severity by code or number, as the user set it. */
  readonly severity: Readonly<Record<string, string>>;
  readonly suppressions: readonly Suppression[];
  readonly print: (value: Value) => string;
  /** Of each fragment. */
  readonly texts: readonly string[];
  readonly failed: (rule: Rule, error: unknown) => void;
}

export function runRules(rules: readonly Rule[], facts: FileFacts, options: RunOptions): readonly Problem[] {
  const steps = ruleSteps(rules, facts, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same in steps of a few milliseconds: after each other work may come. */
export function* ruleSteps(
  rules: readonly Rule[],
  facts: FileFacts,
  options: RunOptions,
): Generator<void, readonly Problem[]> {
  if (facts.isPort === true) return [];
  const context = contextOf(facts, options);
  const groups = groupByInstance(facts, options);
  const { language } = facts.unit;
  const chosen = rules.filter(
    (rule) => rule.absent?.[language] === undefined && severityOf(rule, rule.severity, options) !== "off",
  );
  const ofCosts = chosen.filter(({ on }) => on === "cost");
  for (const { costs, said } of groups) if (ofCosts.some((rule) => !said.has(rule))) yield* costs.steps();
  const found: (Told | undefined)[] = [];
  for (const rule of chosen) {
    const located = yield* findings(rule, facts, groups, context, options);
    found.push(
      ...located.map((one) => {
        const severity = severityOf(rule, one.finding.severity ?? rule.severity, options);
        return severity === "off" ? undefined : problemOf(rule.code, severity, one, { facts, texts: options.texts });
      }),
    );
  }
  found.push(...inOtherFiles(chosen, facts, context, options));
  const told = withoutFallbacks(
    rules,
    found.filter((p) => p !== undefined),
  );
  return oneOfInstances(merge(told))
    .filter((problem) => !suppressed(rules, problem, options))
    .sort((a, b) => a.place.fragment - b.place.fragment || a.place.start - b.place.start);
}

/** What functions of other files do wrong with what this file hands them. */
function inOtherFiles(
  rules: readonly Rule[],
  facts: FileFacts,
  context: FileContext,
  options: RunOptions,
): readonly (Told | undefined)[] {
  return findElsewhere(rules, facts, context).map(({ rule, finding, shown }) => {
    const severity = severityOf(rule, finding.severity ?? rule.severity, options);
    const problem =
      severity === "off" ? undefined : problemOf(rule.code, severity, { finding }, { facts, texts: options.texts });
    const message = `it shows up here, in ${shown.function}`;
    return problem && { ...problem, elsewhere: { file: shown.file, line: shown.line, message } };
  });
}

function contextOf(facts: FileFacts, options: RunOptions): FileContext {
  return {
    language: facts.unit.language,
    arch: options.arch,
    libraryIsBefore: (version) => isLibraryBefore(facts.libraryVersion, version),
    print: options.print,
    texts: options.texts,
    text: (site) => {
      const place = placeOf(facts, site);
      return place === undefined ? "" : (options.texts[place.fragment] ?? "").slice(place.start, place.end);
    },
  };
}

/** An instance's facts with those that most rules look at picked out once. */
interface Group extends InstanceFacts {
  readonly code: Item | undefined;
  readonly unit: Unit;
  readonly calls: readonly CallFact[];
  readonly asserts: readonly AssertFact[];
  readonly costs: Costs;
  readonly said: Said;
}

function groupByInstance(facts: FileFacts, { arch, texts }: RunOptions): readonly Group[] {
  const instances = new Map(facts.instances.map((i) => [i.id, i]));
  return factsByInstance(facts).map(({ instance, facts: group }) => {
    const calls = group
      .filter((fact) => fact.kind === "call")
      .filter((call) => call.certain || call.cases !== undefined || call.assumed === true || call.undecided === true);
    const asserts = group.filter((fact) => fact.kind === "assert").filter((fact) => fact.certain);
    const text = ownText(facts, instance.item, texts);
    const block = blockOf({ facts, instances }, instance.id);
    const said = saidBefore({ instance, facts: group, text, arch, block });
    const costs = certainCosts(facts, instances, instance.id, group);
    const { unit } = facts;
    return { instance, code: itemOf(facts, instance.item), unit, facts: group, calls, asserts, costs, said };
  });
}

/** The source of an item; of a class without its functions, whose facts are theirs. */
function ownText({ unit }: FileFacts, id: ItemId, texts: readonly string[]): string {
  const place = unit.places.get(id);
  if (place === undefined) return "";
  const text = texts[place.fragment] ?? "";
  const item = itemOf({ unit }, id);
  const functions = item?.kind === "class" ? item.members.filter(({ kind }) => kind === "function") : [];
  const without = functions.flatMap((one) => unit.places.get(one.id) ?? []).sort((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let from = place.start;
  for (const { start, end } of without) {
    pieces.push(text.slice(from, Math.max(from, start)));
    from = Math.max(from, end);
  }
  return [...pieces, text.slice(from, place.end)].join("\u0000");
}

/** Costs of an instance's calls, worked out once: call by call, or for the first rule that asks. */
interface Costs {
  readonly all: () => readonly CallCost[];
  /** What fails here fails again for the rule that asks, and is told there. */
  readonly steps: () => Generator<void>;
}

/** Of calls that certainly happen, with nothing assumed. */
function certainCosts(
  facts: FileFacts,
  instances: ReadonlyMap<string, Instance>,
  id: string,
  group: readonly Fact[],
): Costs {
  const calls = group.filter((fact) => fact.kind === "call").filter(({ certain, op }) => certain && hasCost(op));
  const made = new Map<CallFact, readonly CallCost[]>();
  const context = once(() => costContext({ facts, instances }, id, group));
  const make = (call: CallFact): readonly CallCost[] => {
    const known = made.get(call) ?? [costOf(context(), call, "quick") ?? []].flat().filter(isUnassumed);
    made.set(call, known);
    return known;
  };
  return {
    all: () => calls.flatMap(make),
    steps: function* () {
      try {
        for (const call of calls) {
          make(call);
          yield;
        }
      } catch {
        return;
      }
    },
  };
}

const isUnassumed = ({ assumed, guard }: CallCost): boolean => assumed.length === 0 && guard.kind !== "some";

function* findings(
  rule: Rule,
  facts: FileFacts,
  groups: readonly Group[],
  context: FileContext,
  options: RunOptions,
): Generator<void, readonly Located[]> {
  try {
    const found: Located[] = [];
    if (rule.on === "file") found.push(...rule.check(facts, context).map((finding) => ({ finding })));
    else
      for (const group of groups) {
        const said = yield* saidOf(rule, group, context);
        found.push(...said.map((finding) => ({ finding, instance: group.instance })));
        yield;
      }
    return found;
  } catch (error) {
    options.failed(rule, error);
    return [];
  }
}

function* saidOf(
  rule: Exclude<Rule, FileRule>,
  group: Group,
  context: RuleContext,
): Generator<void, readonly Finding[]> {
  const known = group.said.get(rule);
  const said = known ?? (yield* check(rule, group, context));
  if (known === undefined) group.said.set(rule, said);
  return said;
}

/** What the rule says about the certain facts of one instance. */
function* check(
  rule: Exclude<Rule, FileRule>,
  group: Group,
  context: RuleContext,
): Generator<void, readonly Finding[]> {
  switch (rule.on) {
    case "call": {
      const found: Finding[] = [];
      for (const call of group.calls) {
        if ((rule.ops !== undefined && !rule.ops.includes(call.op)) || !isMeant(rule, call)) continue;
        const said = ofCall(rule, call, group, context);
        // Asked where there is something to excuse: it is a look at every other call.
        if (said.length > 0 && rule.unless?.(call, group.calls, group) !== true) found.push(...said);
        yield;
      }
      const { ofNamed } = rule;
      return ofNamed !== undefined && isOnlyNamed(group) ? found.map((one) => ({ ...one, severity: ofNamed })) : found;
    }
    case "assert":
      return group.asserts.flatMap((fact) => rule.check(fact, context));
    case "cost":
      return group.costs.all().flatMap((cost) => rule.check(cost, context));
    case "instance":
      return group.instance.certain || (rule.ofAssumed === true && isAssumed(group)) ? rule.check(group, context) : [];
    default:
      return rule satisfies never;
  }
}

const isMeant = (rule: CallRule, { certain, cases, assumed, undecided }: CallFact): boolean =>
  certain ||
  cases !== undefined ||
  (rule.ofAssumed === true && assumed === true) ||
  (rule.ofUndecided === true && undecided === true);

/** The types of a class template of which nobody makes a class. */
const isOnlyNamed = ({ code, instance }: Group): boolean =>
  code?.kind === "class" && code.typeParams.length > 0 && instance.generic;

const isAssumed = ({ calls }: Group): boolean => calls.some(({ assumed }) => assumed === true);

/**
 * Of a call with several possible arguments: what is said of one that happens whatever the run decides, or of each of them, in the
 * words of the one that says least. Else one that happens may be right.
 */
function ofCall(rule: CallRule, call: CallFact, group: Group, context: RuleContext): readonly Finding[] {
  const said = (one: CallFact): readonly Finding[] =>
    rule.check(one, context).map((finding) => linked(finding, one, group.facts, context));
  if (call.cases === undefined) return said(call);
  const { certain, each } = call.cases;
  const [first] = each
    .filter((one) => one.certain)
    .map(said)
    .filter((found) => found.length > 0);
  if (first !== undefined) return first;
  const all = certain ? each.map(said) : [];
  return all.reduce<readonly Finding[] | undefined>((least, one) => lesser(rule, least ?? one, one), undefined) ?? [];
}

const bySeverity: readonly Severity[] = ["off", "hint", "information", "warning", "error"];

/** Of two lists of findings the one that says less: none, or the milder ones. */
function lesser(rule: CallRule, a: readonly Finding[], b: readonly Finding[]): readonly Finding[] {
  const weight = (found: readonly Finding[]): number =>
    Math.max(-1, ...found.map(({ severity = rule.severity }) => bySeverity.indexOf(severity)));
  return weight(b) < weight(a) ? b : a;
}

function severityOf(rule: Rule, own: Severity, options: RunOptions): Severity {
  const set = options.severity[rule.code] ?? options.severity[rule.number];
  switch (set) {
    case "error":
    case "warning":
    case "information":
    case "hint":
    case "off":
      return set;
    default:
      return own;
  }
}

/** What a general rule says of a place that another one has words for is not said twice. */
function withoutFallbacks(rules: readonly Rule[], problems: readonly Told[]): readonly Told[] {
  const general = new Set(rules.filter((rule) => rule.fallback === true).map(({ code }) => code));
  const key = ({ at }: Told): string => `${at.fragment}|${at.start}`;
  const told = new Set(problems.filter(({ code }) => !general.has(code)).map(key));
  return problems.filter((problem) => !general.has(problem.code) || !told.has(key(problem)));
}

/** The same sentence at the same place from several instances is one problem; the instances' names stay in it only when they differ. */
function merge(problems: readonly Told[]): readonly Told[] {
  const seen = new Map<string, Told>();
  for (const problem of problems) {
    const bare = problem.message.replace(/ \[[^\]]*\]$/, "");
    const key = `${problem.code}|${problem.place.fragment}|${problem.place.start}|${bare}`;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, problem);
    else if (before.message !== problem.message) seen.set(key, { ...before, message: bare });
  }
  return [...seen.values()];
}

function suppressed(rules: readonly Rule[], problem: Told, options: RunOptions): boolean {
  const rule = rules.find((r) => r.code === problem.code);
  const names = rule === undefined ? [problem.code] : [rule.code, rule.number];
  return options.suppressions.some((s) => [problem.place, problem.at].some((place) => suppresses(s, names, place)));
}
