// What a pipeline of C++ was made with: the bytes that its phases expect, and where they were given.
import { isInt, isSameInt } from "../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { visit } from "../costs/uniform.ts";
import { pipelineBytes } from "../languages/barrier-calls.ts";
import type { Run } from "./barrier-functions.ts";
import { itemOf, passedFor } from "./cause.ts";

/** What a pipeline was made with; one of a project's own class holds CUTLASS's, or the parameters that it was made of. */
export function bytesOfPipeline(pipeline: Value | undefined, depth = 0): Int | undefined {
  if (pipeline?.kind !== "object") return undefined;
  const own = pipeline.fields.get(pipelineBytes);
  if (own !== undefined && isInt(own)) return own;
  const inner = depth === 2 ? [] : [...pipeline.fields.values()].map((field) => bytesOfPipeline(field, depth + 1));
  const [first, ...others] = inner.filter((bytes) => bytes !== undefined);
  return first !== undefined && others.every((bytes) => isSameInt(bytes, first)) ? first : undefined;
}

/** The names that it is made of, also where a lambda that is called at once chooses: `[&] { if (…) return P(s, a); return P(s, b); }()`. */
function namesGiven(init: Expr): readonly string[] {
  if (init.kind !== "construct" && init.kind !== "call") return [];
  const own = init.args.flatMap(({ value }) => (value.kind === "name" ? [value.path.join("::")] : []));
  if (init.kind === "construct" || init.callee.kind !== "lambda") return own;
  const chosen: string[] = [];
  visit(init.callee.function.body, (node) => {
    const { value } = node as { readonly value?: Expr };
    if (node.kind === "return" && value !== undefined) chosen.push(...namesGiven(value));
  });
  return chosen;
}

/** `params.transaction_bytes = E` of the parameters that the pipeline is made of. */
export function givenToPipeline(root: string, fn: FunctionItem): Expr | undefined {
  const given: { readonly to: string; readonly value: Expr }[] = [];
  const made = new Set<string>();
  visit(fn.body, (node) => {
    const { target, value, init } = node as {
      target?: { kind: string; name?: string; expr?: Expr };
      value?: Expr;
      init?: Expr;
    };
    if (node.kind === "let" && target?.name === root && init !== undefined)
      for (const name of namesGiven(init)) made.add(name);
    const place = node.kind === "assign" && target?.kind === "place" ? target.expr : undefined;
    if (place?.kind === "member" && place.name === pipelineBytes && place.object.kind === "name" && value !== undefined)
      given.push({ to: place.object.path.join("::"), value });
  });
  const own = given.filter(({ to }) => made.has(to));
  return own.length === 1 ? own[0]?.value : undefined;
}

/** The same in the function of this file that hands the pipeline over. */
export function givenByCaller(
  root: string,
  fn: FunctionItem,
  { instance }: Run,
  facts: FileFacts,
): { readonly fn: FunctionItem; readonly expr: Expr } | undefined {
  const place = instance.calls.at(-1);
  const caller = place?.file === facts.unit.file ? itemOf(facts, place.item) : undefined;
  if (place === undefined || caller?.kind !== "function") return undefined;
  const passed = passedFor(fn, root, caller, place.start);
  if (passed?.kind !== "name") return undefined;
  const expr = givenToPipeline(passed.path.join("::"), caller);
  return expr === undefined ? undefined : { fn: caller, expr };
}
