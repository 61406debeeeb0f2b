// MMA001: a TMA where the chosen architecture has none.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { argument, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { atConstruction, tmaAtomOf } from "./tma-atom.ts";

export const tmaArch: CallRule = {
  code: "tma-arch",
  number: "MMA001",
  severity: "information",
  title: "The chosen architecture has no TMA, or not this kind of it.",
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

/** The page of tma-arch. */
export const tmaArchPage = (): RulePage => ({
  doc: `
TMA begins with sm_90; loads for pairs of CTAs (\`SM100_TMA_2SM_LOAD\`, \`CtaGroup.TWO\`) need the tcgen05 architectures, sm_100 and up. The
architecture is the one that you chose in the settings or with \`--arch\`; whether the program is for it nobody can see, so this is
information.

Choose the architecture that the file is compiled for.`,
  references: ["CuTe DSL, cpasync/copy.py:170-178", "PTX ISA, cp.async.bulk.tensor: target sm_90"],
  examples: [
    {
      language: "cpp",
      arch: "sm_90a",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM100_TMA_2SM_LOAD{}, mA, sA, Shape<_128, _64>{});
  //         ^^^^^^^^^^^^^ sm_90a has no TMA for pairs of CTAs: it begins with sm_100`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{});`),
    },
    {
      language: "python",
      arch: "sm_90a",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp(cute.nvgpu.tcgen05.CtaGroup.TWO)
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (128, 64))
    #                      ^^^^^^^^^^^^^^^^^^^ sm_90a has no TMA for pairs of CTAs: it begins with sm_100`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (128, 64))`),
    },
  ],
});
