// A name that is an integer before a block that CuTe DSL traces as a whole, and a float in it, or the other way round.
//
// Told where every value that the name is given before the block, and every one in it, is of one kind: what a block casts back is right.
import { isCertainInteger } from "../../../src-engine/algebra/int/ask.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Arg, Block, Expr, FunctionItem, Pattern, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import type { Run } from "./barrier-functions.ts";
import type { InstanceValues } from "./instance-values.ts";
import type { Finding } from "./rule.ts";
import { type Staged, stagedBy } from "./staged.ts";
import { pointerOf } from "./tensor-parts.ts";

type Kind = "integer" | "float";

export function typeFindings(fn: FunctionItem, { values, facts }: Run): readonly Finding[] {
  const given = givenIn(fn);
  // What no round and no side of this instance comes to gives nothing.
  const come = new Map<string, Value>();
  for (const fact of facts)
    if (fact.kind === "variable" && fact.item === fn.id) come.set(keyOf(fact.name, fact.span), fact.value);
  const kindsOf = (name: string, all: readonly Given[]): ReadonlySet<Kind | undefined> =>
    new Set(all.map((one) => kindGiven(one, come.get(keyOf(name, one.target)), values)));
  return blocksTraced(fn.body ?? []).flatMap(({ span, test, by }) => {
    if (test !== undefined && values.number(test) !== undefined) return [];
    return [...given].flatMap(([name, all]) => {
      const inside = all.filter(({ target }) => isInside(target, span) && come.has(keyOf(name, target)));
      const before = all.filter(({ target }) => target.start < span.start);
      const [first] = inside;
      const last = before.at(-1);
      if (first === undefined || last === undefined || fn.params.some((param) => param.name === name)) return [];
      const [[was, ...more], [is, ...others]] = [[...kindsOf(name, before)], [...kindsOf(name, inside)]] as const;
      if (was === undefined || is === undefined || was === is || more.length + others.length > 0) return [];
      // `Int32(0)` says that an integer is meant, a bare 0 does not.
      const isMeant = was === "integer" && last.value.kind === "call";
      const message = `${name} is ${called[was]} before the \`${by}\` and ${called[is]} in it: what is traced as a whole gives one type, ${isMeant ? "make this one an integer, or begin with a Float32" : "make this one a Float32"}`;
      const [at, other] = was === "integer" && !isMeant ? [last, first] : [first, last];
      const related = [{ item: fn.id, span: other.value.span, message: `${called[other === first ? is : was]} here` }];
      return [{ item: fn.id, span: at.value.span, message, related, fixes: [] }];
    });
  });
}

const keyOf = (name: string, { start }: Span): string => `${name} ${start}`;

const called: Readonly<Record<Kind, string>> = { integer: "an integer", float: "a float" };

interface Given {
  readonly target: Span;
  readonly value: Expr;
  /** `x += value` */
  readonly isStep: boolean;
}

/** What a name is given in the function itself, in the order of the text; a name that is given otherwise is left out. */
const givenIn = remembered((fn: FunctionItem): ReadonlyMap<string, readonly Given[]> => {
  const found = new Map<string, Given[]>();
  const others = new Set<string>();
  const plain = new Set<Pattern>();
  visit(fn.body, (node) => {
    const {
      target,
      init,
      value,
      op = "",
    } = node as {
      readonly target?: Pattern;
      readonly init?: Expr;
      readonly value?: Expr;
      readonly op?: string;
    };
    const of = node.kind === "let" ? init : node.kind === "assign" ? value : undefined;
    if (target?.kind !== "bind" || of === undefined) return;
    plain.add(target);
    found.set(target.name, [...(found.get(target.name) ?? []), { target: target.span, value: of, isStep: op !== "" }]);
  });
  visit(fn.body, (node) => {
    if (isBind(node) && !plain.has(node)) others.add(node.name);
    // A function inside has names and places of its own.
    if (node.kind !== "item") return;
    visit(node, (inner) => {
      if (isBind(inner)) others.add(inner.name);
    });
  });
  for (const name of others) found.delete(name);
  for (const all of found.values()) all.sort((a, b) => a.target.start - b.target.start);
  return found;
});

interface Traced {
  readonly span: Span;
  readonly test: Expr | undefined;
  readonly by: Staged;
}

/** The outermost: with them the matter is told. */
function blocksTraced(block: Block): readonly Traced[] {
  return block.flatMap((stmt: Stmt) => {
    const by = stmt.kind === "item" ? undefined : stagedBy(stmt);
    if (by !== undefined) return [{ span: stmt.span, test: stmt.kind === "if" ? stmt.test : undefined, by }];
    return stmt.kind === "item" ? [] : blocksOf(stmt).flatMap(blocksTraced);
  });
}

/** A step keeps an integer one with an integer alone; a float makes a float of it. */
function kindGiven({ value, isStep }: Given, come: Value | undefined, values: InstanceValues): Kind | undefined {
  const known = kindOf(come) ?? kindIn(value, values);
  return isStep && known === "integer" ? undefined : known;
}

function kindOf(value: Value | undefined): Kind | undefined {
  if (value?.kind === "float") return "float";
  // A number of the run: its type is all that is known.
  if (value?.kind === "unknown")
    return value.type?.family === "float" && value.type.assumed !== true ? "float" : undefined;
  // What a parameter without a type is given may be anything.
  return value !== undefined && isCertainInteger(value) ? "integer" : undefined;
}

function kindIn(expr: Expr, values: InstanceValues): Kind | undefined {
  const known = expr.kind === "float" ? "float" : kindOf(values.value(expr));
  if (known !== undefined) return known;
  if (expr.kind === "index") return isScalar(expr.args) && isOfFloats(values.value(expr.object)) ? "float" : undefined;
  // What a loop changes has no value: a sum or product with a float is one.
  if (expr.kind !== "binary" || !/^[-+*]$/.test(expr.op)) return undefined;
  return [expr.left, expr.right].some((side) => kindIn(side, values) === "float") ? "float" : undefined;
}

/** No mode is left open. */
const isScalar = (args: readonly Arg[]): boolean =>
  args.every(({ value }) => value.kind !== "none" && (value.kind !== "tuple" || isScalar(value.items)));

function isOfFloats(value: Value | undefined): boolean {
  const dtype = value?.kind === "tensor" ? pointerOf(value)?.dtype : undefined;
  return dtype?.kind === "dtype" && dtype.assumed !== true && dtype.family === "float";
}

const isBind = (node: { readonly kind: string }): node is Extract<Pattern, { kind: "bind" }> => node.kind === "bind";

const isInside = (span: Span, around: Span): boolean => around.start <= span.start && span.end <= around.end;
