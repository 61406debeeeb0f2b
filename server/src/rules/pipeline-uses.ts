// What a function does with a pipeline: the calls of its two sides, with the loops around them.
import type { Block, Expr, FunctionItem, Pattern, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { nodesOfKind } from "../facts/code-nodes.ts";
import { grouped } from "../facts/grouped.ts";
import { remembered } from "../facts/remembered.ts";

type Call = Extract<Expr, { kind: "call" }>;
export type Loop = Extract<Stmt, { kind: "for" | "while" | "c-for" }>;

/** A call of the pipeline's, and the loops around it, outermost first. */
export interface Use {
  readonly name: string;
  readonly span: Span;
  readonly loops: readonly Loop[];
  /** With which it is called. */
  readonly state: string | undefined;
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

/** By the pipeline's name: those that nothing but their own two sides has to do with. */
export const pipelineUses = remembered((fn: FunctionItem): ReadonlyMap<string, readonly Use[]> => {
  const all: (Use & { readonly of: string })[] = [];
  walk(fn.body ?? [], ({ callee, args }, around) => {
    if (callee.kind !== "member" || callee.object.kind !== "name" || !known.test(callee.name)) return;
    const state = args[0]?.value;
    const named = state?.kind === "name" ? state.path[0] : undefined;
    all.push({ of: callee.object.path.join("::"), name: callee.name, span: callee.nameSpan, state: named, ...around });
  });
  const mentions = grouped(nodesOfKind(fn.body, "name"), ({ path }) => path.join("::"));
  const own = [...grouped(all, ({ of }) => of)];
  return new Map(own.filter(([name, uses]) => mentions.get(name)?.length === uses.length));
});

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
    const inner = inside(node, around);
    for (const [key, one] of Object.entries(node)) if (key !== "span") into(one, inner);
  };
  into(block, { loops: [], isInClosure: false });
}

function inside(node: Stmt | Expr, around: Around): Around {
  switch (node.kind) {
    case "for":
    case "while":
    case "c-for":
      return { ...around, loops: [...around.loops, node] };
    case "lambda":
    case "item":
      return { ...around, isInClosure: true };
    default:
      return around;
  }
}

/** In its first round already. */
export const leaves = ({ body }: Loop): boolean => body.some(({ kind }) => /^(?:break|return|raise)$/.test(kind));

export const isNamed = (one: Expr | Pattern, name: string): boolean =>
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

/** `++state`, `state.advance()`. */
export const isStepOf = (one: Expr, state: string): boolean =>
  one.kind === "assign"
    ? one.target.kind === "bind" && one.target.name === state && one.op !== ""
    : one.kind === "call" &&
      one.callee.kind === "member" &&
      one.callee.name === "advance" &&
      isNamed(one.callee.object, state);

/** Where the name stands in them. */
export const stepsIn = (loop: Loop, state: string): readonly Span[] =>
  [...nodesOfKind(loop, "assign"), ...nodesOfKind(loop, "call")].flatMap((one) => {
    if (!isStepOf(one, state)) return [];
    return one.kind === "assign" ? one.target.span : one.callee.kind === "member" ? one.callee.object.span : [];
  });
