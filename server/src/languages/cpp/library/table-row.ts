// Rows of the engine's table of operations: a call in a program gives what the calculator gives of the same values.
import type { AnyLayout, Value } from "../../../../../src-engine/algebra/value.ts";
import { ops } from "../../../../../src-engine/calculator/ops/table.ts";
import { onLayout } from "./carriers.ts";
import { type Call, plain, type Row, row } from "./row.ts";

/** What the table computes of these values; the call's template numbers come last. */
export function byTable(call: Call, args: readonly Value[] = call.args.map(plain)): Value {
  const op = ops.get(call.name);
  if (op === undefined) return call.ctx.stop({ code: "unknown-op", message: `${call.name} is not in the table` });
  const given = args.map((value): Value => (value.kind === "arith" ? { kind: "tuple", items: value.items } : value));
  return op.run(call.ctx, [...given, ...call.targs.map(plain)]);
}

export const tableRow = (names: string): Row[] => row(names, (call) => byTable(call));

/** The same of a layout inside a tensor: its engine stays. */
export const carriedRow = (names: string): Row[] =>
  row(names, (call) => {
    const [first, ...others] = call.args.map(plain);
    return first?.kind === "tensor"
      ? onLayout(call.ctx, first, (layout) => byTable(call, [layout, ...others]) as AnyLayout)
      : byTable(call);
  });
