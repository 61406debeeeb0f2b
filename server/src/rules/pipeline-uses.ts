// What a function does with a pipeline: the calls of its two sides, with the loops around them.
import type { Block, Expr, FunctionItem, Pattern, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { nodesOfKind } from "../facts/code-nodes.ts";

type Call = Extract<Expr, { kind: "call" }>;
export type Loop = Extract<Stmt, { kind: "for" | "while" | "c-for" }>;

/** A call of the pipeline's, and the loops around it, outermost first. */
export interface Use {
  readonly name: string;
  readonly span: Span;
  readonly loops: readonly Loop[];
  /** With which it is called. */
  readonly state: string | undefined;
  /** Where the state stands. */
  readonly at: Span | undefined;
  /** It happens where the closure is called. */
  readonly isInClosure: boolean;
}

/** What is wrong with them. */
export interface Problem {
  readonly span: Span;
  readonly says: string;
  /** Else a warning: what the run decides may hold it up before. */
  readonly severity?: "error";
  readonly by?: { readonly span: Span; readonly says: string };
}

export const known =
  /^(?:producer_(?:try_acquire|acquire|commit|get_barrier|tail)|consumer_(?:try_wait|test_wait|wait|release))$/;

/** Undefined where anything but its own two sides has to do with it. */
export function usesOf(name: string, fn: FunctionItem): readonly Use[] | undefined {
  const uses: Use[] = [];
  walk(fn.body ?? [], (call, { loops, isInClosure }) => {
    const { callee, args } = call;
    if (callee.kind !== "member" || !isNamed(callee.object, name) || !known.test(callee.name)) return;
    const state = args[0]?.value;
    uses.push({
      name: callee.name,
      span: callee.nameSpan,
      loops,
      isInClosure,
      state: state?.kind === "name" ? state.path[0] : undefined,
      at: state?.span,
    });
  });
  let mentions = 0;
  eachNode(fn, (node) => {
    if (isNamed(node as Expr, name)) mentions++;
  });
  return mentions === uses.length && uses.length > 0 ? uses : undefined;
}

type Around = Pick<Use, "loops" | "isInClosure">;

function walk(block: Block, see: (call: Call, around: Around) => void): void {
  const into = (part: unknown, around: Around): void => {
    if (typeof part !== "object" || part === null) return;
    if (Array.isArray(part)) {
      for (const one of part) into(one, around);
      return;
    }
    const node = part as Stmt | Expr;
    if (node.kind === "call") see(node, around);
    const isLoop = node.kind === "for" || node.kind === "while" || node.kind === "c-for";
    const inner = {
      loops: isLoop ? [...around.loops, node] : around.loops,
      isInClosure: around.isInClosure || node.kind === "lambda" || node.kind === "item",
    };
    for (const [key, one] of Object.entries(node)) if (key !== "span") into(one, inner);
  };
  into(block, { loops: [], isInClosure: false });
}

export const isNamed = (one: Expr, name: string): boolean =>
  one.kind === "name" && one.path.length === 1 && one.path[0] === name;

/** Each round takes the next stage. */
export function goesOn(loop: Loop, state: string): boolean {
  let isSo = false;
  eachNode(loop, (node) => {
    const one = node as Expr | Pattern;
    if (one.kind === "bind" && one.name === state) isSo = true;
    if (one.kind === "call" && one.callee.kind === "member" && one.callee.name === "advance")
      isSo ||= isNamed(one.callee.object, state);
  });
  return isSo;
}

/** `++state`, `state.advance()`: where the name stands. */
export const stepsIn = (loop: Stmt, name: string): readonly Span[] => [
  ...nodesOfKind(loop, "assign").flatMap(({ target, op }) =>
    target.kind === "bind" && target.name === name && op !== "" ? target.span : [],
  ),
  ...nodesOfKind(loop, "call").flatMap(({ callee }) =>
    callee.kind === "member" && callee.name === "advance" && isNamed(callee.object, name) ? callee.object.span : [],
  ),
];
