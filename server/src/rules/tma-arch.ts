// MMA001: a TMA where the chosen architecture has none.
import type { CallFact } from "../../../src-engine/facts.ts";
import { argument, tmaConstructions } from "./arguments.ts";
import type { CallRule, Finding, RuleContext } from "./rule.ts";
import { atConstruction, tmaAtomOf } from "./tma-atom.ts";

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
  const [what, least] = needed(call);
  if (Number(chosen) >= least) return [];
  return [atConstruction(call, context, `${context.arch} has no ${what}: it begins with sm_${least}`)];
}

/** What the operation is, and the first architecture that has it. */
function needed(call: CallFact): readonly [what: string, least: number] {
  const given = argument(call, "operation", "op");
  const operation = given?.value.kind === "object" ? given.value.name : (given?.text ?? "");
  const name = `${call.op} ${operation} ${tmaAtomOf(call.result)?.op ?? ""}`;
  if (/_2SM_|sm100/.test(name)) return ["TMA for pairs of CTAs", 100];
  return /gather4|scatter4/i.test(name) ? ["TMA that gathers or scatters rows", 100] : ["TMA", 90];
}
