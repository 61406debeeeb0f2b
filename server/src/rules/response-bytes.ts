// A pipeline that fetches work by cluster launch control: what the hardware answers has one size.
import { isInt } from "../../../src-engine/algebra/int/int.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr } from "../../../src-engine/program/ir.ts";
import { numberOf } from "../facts/sizes.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Run, runsOf } from "./barrier-functions.ts";
import { argumentOf, creationsIn } from "./pipelines.ts";
import type { Finding, RuleContext, Site } from "./rule.ts";

/** Bytes that `clusterlaunchcontrol.try_cancel` writes to each block of the cluster. */
const ofResponse = 16;

/** `PipelineClcFetchAsync.create(…, tx_count=E)`, wherever it stands. */
export function responseBytes(
  facts: FileFacts,
  context: RuleContext,
  placeOf: (at: Site & { readonly expr: Expr }, run: Run) => Site,
): readonly Finding[] {
  const made = functionsIn(facts.unit.items).flatMap((fn) => creationsIn(fn.body).map((call) => ({ fn, call })));
  if (made.length === 0) return [];
  const runs = runsOf(facts, new Set(made.map(({ fn }) => fn.id)), context, () => true);
  return made.flatMap(({ fn, call }) => {
    const amount = argumentOf({ fn, call }, "tx_count");
    return (runs.get(fn.id) ?? []).flatMap((run) => {
      const bytes = bytesOf(call, run);
      if (amount === undefined || bytes === undefined || bytes === ofResponse) return [];
      const end = bytes > ofResponse ? "its wait never ends" : "its wait ends before all has come";
      const message = `the barrier expects ${bytes} B, the response of cluster launch control is ${ofResponse} B: ${end}; expect ${ofResponse} B`;
      const at = placeOf({ item: fn.id, span: amount.span, expr: amount }, run);
      return [{ ...at, message, related: [], fixes: [] }];
    });
  });
}

function bytesOf(call: Expr, { values }: Run): number | undefined {
  const made = values.value(call);
  if (made?.kind !== "builtin" || made.name !== "pipeline()") return undefined;
  const [bytes, kind] = made.targs;
  const isFetch = kind?.kind === "text" && kind.value === "PipelineClcFetchAsync";
  return isFetch && bytes !== undefined && isInt(bytes) ? numberOf(bytes) : undefined;
}
