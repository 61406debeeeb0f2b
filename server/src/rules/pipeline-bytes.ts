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

/** `params.transaction_bytes = E` of the parameters that the pipeline is made of. */
export function givenToPipeline(root: string, fn: FunctionItem): Expr | undefined {
  const given: Expr[] = [];
  const made = new Set<string>();
  visit(fn.body, (node) => {
    const { target, value, init } = node as {
      target?: { kind: string; name?: string; expr?: Expr };
      value?: Expr;
      init?: Expr;
    };
    if (node.kind === "let" && target?.name === root && (init?.kind === "construct" || init?.kind === "call"))
      for (const arg of init.args) if (arg.value.kind === "name") made.add(arg.value.path.join("::"));
    const place = node.kind === "assign" && target?.kind === "place" ? target.expr : undefined;
    if (place?.kind === "member" && place.name === pipelineBytes && place.object.kind === "name" && value !== undefined)
      if (made.size === 0 || made.has(place.object.path.join("::"))) given.push(value);
  });
  return given.length === 1 && made.size > 0 ? given[0] : undefined;
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
