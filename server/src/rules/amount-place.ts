// Where the number of bytes that a barrier expects was said: at the call, or where the name was given that stands there.
import type { Fact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { functionOf } from "../costs/uniform.ts";
import { visit } from "../facts/code-nodes.ts";
import { functionsIn } from "./barrier-callees.ts";
import type { Run } from "./barrier-functions.ts";
import type { Site } from "./rule.ts";

/** The amount at a call; what else the place is, where it is no amount. */
export type AmountPlace = Site & { readonly expr?: Expr };

/** Where the name or the attribute that stands there was given its number; the place itself where that is no one place. */
export function declared({ expr, ...site }: AmountPlace, run: Run, facts: FileFacts): Site {
  if (expr?.kind === "member") return attributeOf(expr.name, facts) ?? site;
  const name = expr?.kind === "name" ? expr.path.at(-1) : undefined;
  // What sums are made of elsewhere may be right there.
  if (name === undefined || isInSum(name, functionOf(facts.unit.items, site.item))) return site;
  const named = (fact: Fact): boolean => fact.kind === "variable" && fact.name === name && fact.source !== undefined;
  const here = run.facts.filter((fact) => fact.item === site.item && named(fact));
  const ofClass = facts.facts.filter((fact) => fact.instance === run.instance.owner && named(fact));
  const own = here.length > 0 ? here : ofClass;
  const [only] = own;
  if (only?.kind !== "variable" || only.source === undefined || new Set(own.map(({ span }) => span.start)).size > 1)
    return site;
  return facts.unit.places.has(only.item) ? { item: only.item, span: only.source } : site;
}

function isInSum(name: string, fn: FunctionItem | undefined): boolean {
  const isMeant = (part: Expr): boolean => part.kind === "name" && part.path.at(-1) === name;
  let found = false;
  visit(fn?.body, (node) => {
    const { left, right } = node as { readonly left?: Expr; readonly right?: Expr };
    if (node.kind === "binary" && left !== undefined && right !== undefined) found ||= isMeant(left) || isMeant(right);
  });
  return found;
}

/** The one assignment `self.name = E` of the file, whose value nothing else there asks for. */
function attributeOf(name: string, { unit }: FileFacts): Site | undefined {
  let mentions = 0;
  const sites = functionsIn(unit.items).flatMap((fn) => {
    const found: Site[] = [];
    visit(fn.body, (node) => {
      if (node.kind === "member" && (node as Extract<Expr, { kind: "member" }>).name === name) mentions++;
      if (node.kind !== "assign") return;
      const { target, value } = node as Extract<Expr, { kind: "assign" }>;
      if (target.kind === "place" && target.expr.kind === "member" && target.expr.name === name)
        found.push({ item: fn.id, span: value.span });
    });
    return found;
  });
  // It is mentioned where it is given, and where the pipeline is made.
  return sites.length === 1 && mentions <= 2 ? sites[0] : undefined;
}
