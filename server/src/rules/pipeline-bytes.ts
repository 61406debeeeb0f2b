// What a pipeline of C++ was made with: the bytes that its phases expect, and where they were given.
import { isInt, isSameInt } from "../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { nodesOfKind } from "../facts/code-nodes.ts";
import { pipelineBytes } from "../languages/barrier-calls.ts";
import type { Run } from "./barrier-functions.ts";
import { itemOf } from "./cause.ts";
import { passedFor } from "./passed-for.ts";

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
  const chosen = nodesOfKind(init.callee.function.body, "return");
  return chosen.flatMap(({ value }) => (value === undefined ? [] : namesGiven(value)));
}

/** `params.transaction_bytes = E` of the parameters that the pipeline is made of. */
export function givenToPipeline(root: string, fn: FunctionItem): Expr | undefined {
  const made = new Set(
    nodesOfKind(fn.body, "let").flatMap(({ target, init }) =>
      target.kind === "bind" && target.name === root && init !== undefined ? namesGiven(init) : [],
    ),
  );
  const given = nodesOfKind(fn.body, "assign").filter(({ target }) => {
    const place = target.kind === "place" ? target.expr : undefined;
    const of = place?.kind === "member" && place.name === pipelineBytes ? place.object : undefined;
    return of?.kind === "name" && made.has(of.path.join("::"));
  });
  return given.length === 1 ? given[0]?.value : undefined;
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
