// Is a parameter without an annotation a number? What the uses in the body show: `n + 1`, `(m, n)`, `t[n]`, `range(n)`.
//
// What is only kept, returned or handed on may be anything: a tensor, a layout, a class.
import type { Arg, Block, Expr, Pattern } from "../../../../../src-engine/program/ir.ts";
import { lastName } from "../../../../../src-engine/program/last-name.ts";
import { isName } from "./parameter-rank.ts";
import { visit } from "./walk.ts";

/** A use shows a number, and none shows an object. */
export function isUsedAsNumber(body: Block, name: string): boolean {
  let [isNumber, isObject] = [false, false];
  visit(body, {
    expr: (expr) => {
      isNumber ||= showsNumber(expr, name);
      isObject ||= isName(objectOf(expr), name) || isComparedWithText(expr, name);
      // `self.a, self.b = a, b` keeps what it is given, whatever that is.
      if (expr.kind === "assign" && expr.value.kind === "tuple" && !isAttributes(expr.target))
        isNumber ||= holds(expr.value.items, name);
    },
  });
  return isNumber && !isObject;
}

function showsNumber(expr: Expr, name: string): boolean {
  switch (expr.kind) {
    case "unary":
      return expr.op !== "!" && expr.op !== "not" && isName(expr.value, name);
    case "binary":
      return !/^(?:is|in|not|and|or|&&|\|\|)/.test(expr.op) && (isName(expr.left, name) || isName(expr.right, name));
    case "assign":
      return expr.op !== "" && expr.target.kind === "bind" && expr.target.name === name;
    case "index":
      return holds(expr.args, name);
    case "call":
      return (
        (ofNumbers.test(lastName(expr.callee)) && holds(expr.args, name)) ||
        expr.args.some(({ value }) => value.kind === "tuple" && holds(value.items, name))
      );
    default:
      return false;
  }
}

/** Calls whose arguments are numbers, whatever they are called on. */
const ofNumbers = /^(?:range|range_constexpr|range_dynamic|min|max|abs|int|divmod|ceil_div|U?[iI]nt(?:8|16|32|64))$/;

const holds = (args: readonly Arg[], name: string): boolean => args.some(({ value }) => isName(value, name));

/** `x.shape`, `x[0]`, `x(…)`. */
const objectOf = (expr: Expr): Expr | undefined =>
  expr.kind === "member" || expr.kind === "index" ? expr.object : expr.kind === "call" ? expr.callee : undefined;

const isComparedWithText = (expr: Expr, name: string): boolean =>
  expr.kind === "binary" &&
  ((isName(expr.left, name) && expr.right.kind === "text") || (isName(expr.right, name) && expr.left.kind === "text"));

const isAttributes = (target: Pattern): boolean =>
  target.kind === "place"
    ? target.expr.kind === "member"
    : target.kind === "unpack" && target.items.every(isAttributes);
