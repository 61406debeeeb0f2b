// What a call in one item passes for a parameter of the function that it calls.
import type { Arg, Expr, FunctionItem, Item, Pattern } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";

/** What the call that begins at `start` passes for a parameter, of values or of types. */
export function passedFor(own: FunctionItem, name: string, from: Item, start: number): Expr | undefined {
  const call = callExpr(from, start, own.name);
  const direct = own.params.findIndex((param) => param.name === name && param.form === "plain");
  if (direct >= 0) return call === undefined ? undefined : argumentAt(call.args, direct, name);
  const typed = own.typeParams.findIndex((param) => param.name === name);
  if (typed < 0) return undefined;
  const written = templateArgs(from, own.name)[typed]?.value;
  if (written !== undefined) return written;
  const deduced = own.params.findIndex(({ type }) => type?.kind === "name" && type.path.at(-1) === name);
  return deduced < 0 || call === undefined ? undefined : argumentAt(call.args, deduced, "");
}

function argumentAt(args: readonly Arg[], index: number, name: string): Expr | undefined {
  const named = args.find((arg) => arg.name === name && name !== "");
  if (named !== undefined) return named.value;
  const plain = args.slice(0, index + 1);
  return plain.some((arg) => arg.star !== undefined || arg.name !== undefined) ? undefined : plain[index]?.value;
}

type CallExpr = Extract<Expr, { kind: "call" }>;

/** The call of a function whose name, or whose expression, begins at an offset of an item. */
function callExpr(item: Item, start: number, name: string): CallExpr | undefined {
  const names = new Set([name, ...pointersTo(item, name)]);
  let found: CallExpr | undefined;
  eachNode(item, (node) => {
    const expr = node as Expr;
    if (expr.kind !== "call" || !names.has(calleeName(expr.callee) ?? "")) return;
    const end = expr.args[0]?.value.span.start ?? expr.span.end;
    const isNearer = found === undefined || expr.span.start > found.span.start;
    if (expr.span.start <= start && start <= end && isNearer) found = expr;
  });
  return found;
}

/** `auto* kernel = name<128>;`, what the item also calls it. */
function pointersTo(item: Item, name: string): readonly string[] {
  const found: string[] = [];
  eachNode(item, (node) => {
    const { kind, target, init } = node as { kind: string; target?: Pattern; init?: Expr };
    const of = init?.kind === "unary" && init.op === "&" ? init.value : init;
    if (kind !== "let" || target?.kind !== "bind" || of === undefined) return;
    if ((of.kind === "name" || of.kind === "template") && calleeName(of) === name) found.push(target.name);
  });
  return found;
}

export function calleeName(callee: Expr): string | undefined {
  if (callee.kind === "template") return calleeName(callee.callee);
  if (callee.kind === "member" || callee.kind === "scope") return callee.name;
  return callee.kind === "name" ? callee.path.at(-1) : undefined;
}

/** `kernel<A, decltype(b)>`, as it is called or its address taken; none where an item names several. */
function templateArgs(item: Item, name: string): readonly Arg[] {
  const found: (readonly Arg[])[] = [];
  eachNode(item, (node) => {
    const expr = node as Expr;
    if (expr.kind === "template" && calleeName(expr) === name) found.push(expr.args);
  });
  const [first, ...others] = found;
  return first === undefined || others.length > 0 ? [] : first;
}
