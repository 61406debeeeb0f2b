// MMA001: a TMA where the chosen architecture has none.
import type { CallFact } from "../../../src-engine/facts.ts";
import { tmaConstructions } from "./arguments.ts";
import type { CallRule, Finding, RuleContext } from "./rule.ts";

export const tmaArch: CallRule = {
  code: "tma-arch",
  number: "MMA001",
  severity: "information",
  title: "The chosen architecture has no TMA, or not this kind of it.",
  doc: `
TMA begins with sm_90; loads for pairs of CTAs (\`SM100_TMA_2SM_LOAD\`, \`CtaGroup.TWO\`) need the tcgen05 architectures, sm_100 and up. The
architecture is the one that you chose in the settings or with \`--arch\`; whether the program is for it nobody can see, so this is
information.

Choose the architecture that the file is compiled for.`,
  references: ["CuTe DSL, cpasync/copy.py:170-178", "PTX ISA, cp.async.bulk.tensor: target sm_90"],
  examples: [],
  on: "call",
  ops: tmaConstructions,
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const chosen = /^sm_(\d+)/.exec(context.arch)?.[1];
  if (chosen === undefined) return [];
  const pairs = /sm100/.test(call.op) || call.args.some(({ text }) => /SM100_TMA_2SM/.test(text));
  const least = pairs ? 100 : 90;
  if (Number(chosen) >= least) return [];
  const message = `${context.arch} has no ${pairs ? "TMA for pairs of CTAs" : "TMA"}: it begins with sm_${least}`;
  return [{ item: call.item, span: call.nameSpan, message, related: [], fixes: [] }];
}
