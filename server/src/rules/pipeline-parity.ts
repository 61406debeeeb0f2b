// Where the parity of a state's phase is taken for the stage it means.
import type { Arg, Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { modeSizes, numberOf } from "../facts/sizes.ts";
import type { Run } from "./barrier-functions.ts";
import { namesIn } from "./made-by.ts";
import { statesIn } from "./pipeline-start.ts";
import type { Finding } from "./rule.ts";

interface Taken {
  /** What is sliced, and with which of its coordinates. */
  readonly tensor: Expr;
  readonly coordinates: number;
  readonly at: number;
  readonly parity: Expr;
}

/** Slices of a function in which a coordinate is a state's phase. */
const takenIn = remembered((fn: FunctionItem): readonly Taken[] =>
  statesIn(fn).flatMap(({ name, scope }) => {
    const found: Taken[] = [];
    visit(scope, (node) => {
      const { object, callee, args = [] } = node as Partial<Sliced>;
      const tensor = node.kind === "index" ? object : node.kind === "call" ? callee : undefined;
      if (tensor?.kind !== "name") return;
      for (const [at, { value }] of args.entries()) {
        const parity = parityIn(value, fn);
        if (parity !== undefined && stateIn(parity) === name)
          found.push({ tensor, coordinates: args.length, at, parity });
      }
    });
    return found;
  }),
);

interface Sliced {
  readonly object: Expr;
  readonly callee: Expr;
  readonly args: readonly Arg[];
}

/** `state.phase()`, `state.phase`, or the name that has it alone. */
function parityIn(of: Expr, fn: FunctionItem): Expr | undefined {
  const [only, ...others] = of.kind === "name" ? (namesIn(fn).values.get(of.path.join("::")) ?? []) : [of];
  return only !== undefined && others.length === 0 && stateIn(only) !== undefined ? only : undefined;
}

function stateIn(of: Expr): string | undefined {
  const member = of.kind === "call" && of.args.length === 0 ? of.callee : of;
  if (member.kind !== "member" || member.name !== "phase" || member.object.kind !== "name") return undefined;
  return member.object.path.join("::");
}

/** Of a mode of three stages and more: two may be two buffers of a pipeline that has one stage. */
export const paritiesIn = (fn: FunctionItem, run: Run): readonly Finding[] =>
  takenIn(fn).flatMap(({ tensor, coordinates, at, parity }) => {
    const value = run.values.value(tensor);
    if (value?.kind !== "tensor" || value.layout.kind === "unknown") return [];
    const sizes = modeSizes(value);
    const stages = sizes?.length === coordinates ? numberOf(sizes[at]) : undefined;
    if (stages === undefined || stages < 3) return [];
    const text = run.text(parity.span);
    const message = `${text} is 0 or 1, the parity that a wait is given, and says nothing of which of the ${stages} stages is meant: take ${text.replace("phase", "index")}`;
    return [{ item: fn.id, span: parity.span, message, related: [], fixes: [] }];
  });
