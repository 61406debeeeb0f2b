// LAY018: a copy that writes one address for several coordinates.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { argument, declarations } from "./arguments.ts";
import { cppFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { numberModes, plainOf, pointerOf } from "./tensor-parts.ts";
import { mayBeTma } from "./tma-atom.ts";

const cpp = (stride: string, mark = ""): string =>
  cppFunction(`
  auto gA = make_tensor(make_gmem_ptr(A), make_layout(Shape<_8, _4>{}));
  auto sA = make_tensor(make_smem_ptr(shared), make_layout(Shape<_8, _4>{}, Stride<_1, ${stride}>{}));
  copy(gA, sA);${mark}`);

const dsl = (stride: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(gA: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16)
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((8, 4), stride=(1, ${stride})), 128)
    cute.copy(atom, gA, sA)${mark}
`;

export const copyRace: CallRule = {
  code: "copy-race",
  number: "LAY018",
  severity: "information",
  title: "The destination of a copy has a mode of stride 0: several elements are written to one address.",
  on: "call",
  ops: ["copy"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const destination = argument(call, "destination", "dst");
  const space = pointerOf(destination?.value)?.space;
  const layout = plainOf(destination?.value);
  if (destination === undefined || layout === undefined || (space !== "smem" && space !== "gmem")) return [];
  if (mayBeTma(argument(call, "atom")?.value)) return [];
  const mode = numberModes(layout)?.find(({ stride, extent }) => stride === 0 && extent > 1);
  if (mode === undefined) return [];
  const message = `a mode of ${mode.extent} of the destination has stride 0: all of it is written to one address; copy to filter_zeros or a slice`;
  return [
    { item: call.item, span: destination.span, message, related: declarations(context, [destination]), fixes: [] },
  ];
}

/** The page of copy-race. */
export const copyRacePage = (): RulePage => ({
  doc: `
A mode of stride 0 is a broadcast. It is fine to read from; as a destination all its coordinates are one address, and the last write
stays, whichever that is. Kernels do so on purpose where every writer holds the same value, as a tile that is broadcast to fill an MMA.

TMA writes a box, whatever the strides of its destination: of its copies nothing is said.

Write to a tensor without the mode: \`filter_zeros\` drops it, a slice picks one of its coordinates.`,
  references: ["cute/algorithm/copy.hpp:213, :299 (CUTLASS 4.7): ambiguous scatter"],
  examples: [
    {
      language: "cpp",
      bad: cpp("_0", "\n  //       ^^ a mode of 4 of the destination has stride 0"),
      good: cpp("_8"),
    },
    {
      language: "python",
      bad: dsl("0", "\n    #                   ^^ a mode of 4 of the destination has stride 0"),
      good: dsl("8"),
    },
  ],
});
