// A partition that is handed to functions of the user which copy nothing by CuTe's means: they take addresses of its elements, and the
// threads that have none stay away as they decide.
import type { Fact } from "../../../src-engine/program/facts.ts";
import type { Expr, Item } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { copies } from "./copy-sides.ts";
import type { Around } from "./rule.ts";

type Call = Extract<Expr, { kind: "call" }>;

/** Is what this name holds handed to such functions, and nowhere else to be copied? */
export function isCopiedByHand(name: string, after: number, { code, facts }: Around): boolean {
  const takers = code === undefined ? [] : takersOf(name, after, code);
  const handed = takers.filter((call) => !isOfLibrary(call, facts));
  return (
    handed.length > 0 && takers.every((call) => !copies.includes(lastName(call.callee))) && handed.every(asElements)
  );

  function asElements(call: Call): boolean {
    const body = bodyOf(call, facts);
    return body !== undefined && !callsIn(body).some(({ callee }) => copies.includes(lastName(callee)));
  }
}

/** The calls that are given the tensor or a slice of it. */
function takersOf(name: string, after: number, code: Item): readonly Call[] {
  const isIt = (one: Expr): boolean =>
    one.kind === "name" ? one.path.join("::") === name : one.kind === "call" && isIt(one.callee) && isSlice(one);
  return callsIn(code).filter(({ args, span }) => span.start >= after && args.some(({ value }) => isIt(value)));
}

const isSlice = ({ args }: Call): boolean => args.some(({ value }) => value.kind === "name" && lastName(value) === "_");

function callsIn(node: object): readonly Call[] {
  const found: Call[] = [];
  visit(node, (one) => {
    if (one.kind === "call") found.push(one as Call);
  });
  return found;
}

/** `size(t)`, `print(t)`: it does nothing to the elements unless it copies. */
const isOfLibrary = (call: Call, facts: readonly Fact[]): boolean => calledBy(call, facts)?.kind === "builtin";

function bodyOf(call: Call, facts: readonly Fact[]): object | undefined {
  const called = calledBy(call, facts);
  return called?.kind === "function" ? called.code.body : undefined;
}

function calledBy({ callee }: Call, facts: readonly Fact[]) {
  const spans = callee.kind === "template" ? [callee.span, callee.callee.span] : [callee.span];
  const fact = facts.find(
    (one) =>
      one.kind === "expression" && spans.some(({ start, end }) => one.span.start === start && one.span.end === end),
  );
  return fact?.kind === "expression" ? fact.value : undefined;
}
