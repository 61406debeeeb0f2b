// Links from a finding to what the arguments at fault name: `make_shape(bM, bK)` leads to `bM` and `bK`, `sA(_,_,0)` to `sA`.
//
// Only names of the same function and instance, each at its last declaration before the call; never two links to one place.
import type { CallArg, CallFact, Fact, VariableFact } from "../../../src-engine/program/facts.ts";
import { declaredText } from "./arguments.ts";
import type { Finding, Related, RuleContext } from "./rule.ts";

/** More would bury the ones that matter. */
const most = 6;

export function linked(finding: Finding, call: CallFact, facts: readonly Fact[], context: RuleContext): Finding {
  const there = new Set(finding.related.map(key));
  const more: Related[] = [];
  for (const name of namesIn(atFault(finding, call))) {
    const fact = declarationBefore(call, name, facts);
    if (fact === undefined || fact.value.kind === "unknown" || there.has(key(fact))) continue;
    there.add(key(fact));
    more.push({ item: fact.item, span: fact.span, message: declaredText(context, name, fact.value) });
  }
  const related = [...finding.related, ...more].slice(0, Math.max(most, finding.related.length));
  return { ...finding, related };
}

/** Where the finding stands at arguments, those, and what it says belongs to them; the others have no part in it. */
function atFault({ of, span, sides, also, related }: Finding, { args }: CallFact): readonly CallArg[] {
  if (of === undefined) return args;
  const told = new Set(related.map(key));
  const spans = [span, ...(sides ?? []), ...(also ?? [])];
  return args.filter(
    (arg) =>
      spans.some(({ start, end }) => start <= arg.span.start && arg.span.end <= end) ||
      (arg.declared !== undefined && told.has(key(arg.declared))),
  );
}

const key = ({ item, span }: Pick<Related, "item" | "span">): string => `${item}:${span.start}`;

/** Names that stand alone: neither members, nor called operations, nor types with arguments. */
function namesIn(args: readonly CallArg[]): readonly string[] {
  const found = args.flatMap(({ text }) =>
    [...text.matchAll(/(?<![\w.:>])[A-Za-z_]\w*(?!\w|\s*(?:::|<))/g)].map(([name]) => name),
  );
  return [...new Set(found)];
}

function declarationBefore(call: CallFact, name: string, facts: readonly Fact[]): VariableFact | undefined {
  const named = facts.filter(
    (fact): fact is VariableFact =>
      fact.kind === "variable" &&
      fact.name === name &&
      fact.item === call.item &&
      fact.instance === call.instance &&
      fact.span.start < call.span.start,
  );
  return named.reduce<VariableFact | undefined>(
    (last, fact) => (last === undefined || fact.span.start > last.span.start ? fact : last),
    undefined,
  );
}
