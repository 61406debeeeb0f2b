// Which part of a tile an expression is: the coordinates of its slices and tiles, as the source says them.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Expr, FunctionItem, Pattern, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import type { Run } from "./barrier-functions.ts";
import { onlyValue } from "./mma-reads.ts";
import { pointerOf } from "./tensor-parts.ts";

/**
 * What is written and what is read of one buffer certainly have elements in common: no stage, half or offset sets them apart, as far
 * as the function says. Coordinates that count a loop around one of the two alone are left out: all of them come to pass.
 */
export function areOfOnePart(written: Expr, read: Expr, fn: FunctionItem, run: Run): boolean {
  const places = { from: written.span, to: read.span };
  const [a, b] = [slicesOf(written, fn, run), slicesOf(read, fn, run)].map((all, index) => {
    const [own, other] = index === 0 ? [written, read] : [read, written];
    return all.filter((one) => !isCountedAround(one, own.span, other.span, fn));
  });
  if (a === undefined || b === undefined) return false;
  const text = (of: Expr): string => run.text(of.span).replace(/\s+/g, "");
  const isEqual = (one: Expr, other: Expr): boolean => {
    const [number, another] = [run.values.number(one), run.values.number(other)];
    return text(one) === text(other) || (number !== undefined && number === another);
  };
  const isWithin = (some: readonly Expr[], all: readonly Expr[]): boolean =>
    some.every((one) => all.some((other) => isEqual(one, other)));
  return (isWithin(a, b) || isWithin(b, a)) && ![...a, ...b].some((one) => isGivenBetween(one, places, fn));
}

/** The coordinates on the way to what the expression is cut from. */
function slicesOf(expr: Expr, fn: FunctionItem, run: Run, steps = 24): readonly Expr[] {
  const next = (inner: Expr | undefined): readonly Expr[] =>
    inner === undefined || steps === 0 ? [] : slicesOf(inner, fn, run, steps - 1);
  if (expr.kind === "name") return next(onlyValue(expr, fn));
  if (expr.kind === "index") return [...expr.args.map(({ value }) => value).filter(isCoordinate), ...next(expr.object)];
  if (expr.kind !== "call") return [];
  const { callee, args } = expr;
  if (isTensor(callee, run)) return [...args.map(({ value }) => value).filter(isCoordinate), ...next(callee)];
  const coordinates = /^(?:local_tile|domain_offset)$/.test(lastName(callee)) ? args.slice(1) : [];
  const parts = coordinates.map(({ value }) => value).filter((value) => !isTensor(value, run));
  const tensor = args.find(({ value }) => isTensor(value, run))?.value;
  const object = callee.kind === "member" && isTensor(callee.object, run) ? callee.object : undefined;
  return [...parts, ...next(tensor ?? object)];
}

const isTensor = (expr: Expr, run: Run): boolean => pointerOf(run.values.value(expr)) !== undefined;

const isCoordinate = (expr: Expr): boolean =>
  expr.kind !== "none" && expr.kind !== "slice" && !(expr.kind === "name" && expr.path.at(-1) === "_");

/** A loop's variable, of a loop around the one place alone. */
function isCountedAround(expr: Expr, own: Span, other: Span, fn: FunctionItem): boolean {
  const name = expr.kind === "name" && expr.path.length === 1 ? expr.path[0] : undefined;
  let isCounted = false;
  if (name === undefined) return false;
  visit(fn.body, (node) => {
    const loop = node as Stmt;
    if (loop.kind !== "for" && loop.kind !== "c-for") return;
    const isOf =
      loop.kind === "for"
        ? binds(loop.target, name)
        : loop.init.some((one) => one.kind === "let" && binds(one.target, name));
    const isAround = (place: Span): boolean =>
      blocksOf(loop)
        .flat()
        .some(({ span }) => holds(span, place));
    isCounted ||= isOf && isAround(own) && !isAround(other);
  });
  return isCounted;
}

const binds = (target: Pattern, name: string): boolean => target.kind === "bind" && target.name === name;

const holds = (span: Span, place: Span): boolean => span.start <= place.start && place.end <= span.end;

/** A name of the coordinate is given something between the two places, or steps on. */
function isGivenBetween(expr: Expr, { from, to }: { from: Span; to: Span }, fn: FunctionItem): boolean {
  const names = new Set<string>();
  visit(expr, (node) => {
    const { path } = node as { readonly path?: readonly string[] };
    if (node.kind === "name" && path !== undefined) names.add(path.join("::"));
  });
  let isGiven = false;
  visit(fn.body, (node) => {
    const { span, target, callee } = node as {
      readonly span?: Span;
      readonly target?: Pattern;
      readonly callee?: Expr;
    };
    if (span === undefined || span.start < from.end || span.end > to.start) return;
    const isSet = node.kind === "assign" && [...names].some((name) => target !== undefined && binds(target, name));
    const object = callee?.kind === "member" && callee.name === "advance" ? callee.object : undefined;
    isGiven ||= isSet || (object?.kind === "name" && names.has(object.path.join("::")));
  });
  return isGiven;
}
