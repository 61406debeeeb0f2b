// Runs one golden line: `{"op","args"}` in C++ notation, `{"op","attrs","inputs"}` in CuTe DSL's types.
//
// Value operations come from the op table; operations on type names and named parts (atoms, tiled objects, TMA) from the
// case tables. The answer has the golden's form; failures are data, never thrown.
import type { Stop } from "../algebra/context.ts";
import { staticInt } from "../algebra/int/int.ts";
import { parse } from "../algebra/notation/parse.ts";
import { print } from "../algebra/notation/print.ts";
import type { Value } from "../algebra/value.ts";
import type { Case, CaseOp } from "./case.ts";
import { attempt, makeContext } from "./context.ts";
import { ops } from "./ops/table.ts";

export interface GoldenError {
  readonly code: string;
  readonly message: string;
  readonly at?: string;
}
export type GoldenAnswer = { readonly result: unknown } | { readonly error: GoldenError };

export function runGolden(input: Case, cases: ReadonlyMap<string, CaseOp>): GoldenAnswer {
  const ctx = makeContext("cpp");
  // `make_tensor<float>`: the element type does not matter to the layout.
  const op = ops.get(input.op) ?? ops.get(input.op.replace(/<.*>$/, ""));
  const caseOp = cases.get(input.op);
  if (op !== undefined && (caseOp === undefined || isPlain(input))) {
    return answer(attempt(() => print(op.run(ctx, input.args.map(argument)), "cpp")));
  }
  if (caseOp !== undefined) return verdict(answer(attempt(() => caseOp(ctx, input))));
  return { error: { code: "unknown-op", message: `no operation is called ${input.op}` } };
}

/** A case that gives a verdict (`{"result":"rejected","rules":[…]}`) gives the whole line. */
const verdict = (given: GoldenAnswer): GoldenAnswer =>
  "result" in given && typeof given.result === "object" && given.result !== null && "result" in given.result
    ? { ...given.result, result: given.result.result }
    : given;

const isPlain = (input: Case): boolean => input.want.length === 0 && Object.keys(input.given).length === 0;

/** A string is notation, a number a template parameter. */
function argument(arg: unknown): Value {
  if (typeof arg === "number") return staticInt(arg);
  if (typeof arg === "string") return parse(arg);
  if (Array.isArray(arg)) return { kind: "tuple", items: arg.map(argument) };
  return parse(String(arg));
}

export function answer(outcome: { readonly value: unknown } | { readonly stop: Stop }): GoldenAnswer {
  if ("value" in outcome) return { result: outcome.value };
  const { code, message, at } = outcome.stop;
  return { error: at === undefined ? { code, message } : { code, message, at } };
}
