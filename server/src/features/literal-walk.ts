// Walks over the IR for features that look at how something is written: every statement of a body, every expression inside one.
//
// With a stack of their own: code may be nested as deeply as it likes.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Arg, Block, Expr, FunctionItem, Item, Pattern, Stmt } from "../../../src-engine/program/ir.ts";

/** The statements of a body in source order, those of branches and loops after their head; not those of nested functions. */
export function statementsIn(body: Block): readonly Stmt[] {
  const found: Stmt[] = [];
  const todo: Stmt[] = [...body].reverse();
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    found.push(next);
    todo.push(...blocksOf(next).flat().reverse());
  }
  return found;
}

/** An expression and those inside it, outer ones first. */
export function expressionsIn(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  const todo: Expr[] = [expr];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    found.push(next);
    todo.push(...[...partsOf(next)].reverse());
  }
  return found;
}

const values = (args: readonly Arg[]): readonly Expr[] => args.map(({ value }) => value);

function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "scope":
    case "member":
      return [expr.object];
    case "template":
      return [expr.callee, ...values(expr.args)];
    case "call":
      return [expr.callee, ...values(expr.args), ...(expr.launch ?? [])];
    case "construct":
      return [...(expr.type === undefined ? [] : [expr.type]), ...values(expr.args)];
    case "index":
      return [expr.object, ...values(expr.args)];
    case "unary":
    case "cast":
      return [expr.value];
    case "binary":
      return [expr.left, expr.right];
    case "cond":
      return [expr.test, expr.then, expr.else];
    case "tuple":
      return values(expr.items);
    case "assign":
      return [expr.value];
    case "typeof":
    case "pointer-type":
    case "sizeof":
      return [expr.of];
    default:
      return [];
  }
}

/** A name and the names in its value. */
export interface Declared {
  readonly name: string;
  readonly reads: readonly string[];
}

export function declaredIn(item: Item): readonly Declared[] {
  if (item.kind === "statement") return declaredBy(item.statement);
  if (item.kind !== "function") return [];
  return statementsIn(item.body ?? []).flatMap(declaredBy);
}

function declaredBy(statement: Stmt): readonly Declared[] {
  switch (statement.kind) {
    case "let":
      return statement.init === undefined ? [] : bound(statement.target, statement.init);
    case "alias":
      return [{ name: statement.name, reads: namesIn(statement.type) }];
    case "expr":
      return statement.value.kind === "assign" ? bound(statement.value.target, statement.value.value) : [];
    default:
      return [];
  }
}

function bound(target: Pattern, value: Expr): readonly Declared[] {
  const reads = namesIn(value);
  return namesOf(target).map((name) => ({ name, reads }));
}

function namesOf(target: Pattern): readonly string[] {
  switch (target.kind) {
    case "bind":
      return [target.name];
    case "unpack":
      return target.items.flatMap(namesOf);
    case "place":
      return target.expr.kind === "member" ? [target.expr.name] : [];
    default:
      return target satisfies never;
  }
}

/** The last part of every name in an expression, members among them: `self.tile` reads `tile`. */
export function namesIn(expr: Expr): readonly string[] {
  return expressionsIn(expr).flatMap((one) => {
    if (one.kind === "name") return one.path.slice(-1);
    return one.kind === "member" || one.kind === "scope" ? [one.name] : [];
  });
}

/** What a caller passes for the parameters of functions: `kernel<decltype(sA)>(tiler)` gives both of its parameters their names. */
export function passedIn(item: Item, functions: ReadonlyMap<string, FunctionItem>): readonly Declared[] {
  if (item.kind !== "function") return [];
  const values = statementsIn(item.body ?? [])
    .flatMap(valuesOf)
    .flatMap(expressionsIn);
  return values.flatMap((one) => {
    if (one.kind !== "call" && one.kind !== "template") return [];
    const called = functions.get(lastName(one.callee));
    if (called === undefined) return [];
    return one.args.flatMap(({ name, value }, i) => {
      const param = one.kind === "call" ? called.params[i] : undefined;
      // The type of a parameter is known by its argument, too.
      const types = param?.type === undefined ? [] : namesIn(param.type);
      const own = name ?? (one.kind === "call" ? param?.name : called.typeParams[i]?.name);
      const reads = namesIn(value);
      return [...(own === undefined ? [] : [own]), ...types].map((to) => ({ name: to, reads }));
    });
  });
}

function valuesOf(statement: Stmt): readonly Expr[] {
  switch (statement.kind) {
    case "let":
      return statement.init === undefined ? [] : [statement.init];
    case "expr":
      return [statement.value];
    case "return":
      return statement.value === undefined ? [] : [statement.value];
    default:
      return [];
  }
}

export function lastName(expr: Expr): string {
  switch (expr.kind) {
    case "name":
      return expr.path.at(-1) ?? "";
    case "member":
    case "scope":
      return expr.name;
    case "template":
      return lastName(expr.callee);
    default:
      return "";
  }
}
