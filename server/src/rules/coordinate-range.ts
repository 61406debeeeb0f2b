// LAY031: a constant coordinate past the end of a mode.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { declarations, guilty } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";

const cpp = (stage: string, mark = ""): string =>
  cppFunction(`
  auto sA = make_tensor(make_smem_ptr(shared), make_shape(Int<128>{}, Int<64>{}, Int<3>{}));
  auto stage = sA(_, _, ${stage});${mark}`);

const dsl = (stage: number, mark = ""): string =>
  dslFunction(`
    sA = cute.make_tensor(p, cute.make_layout((128, 64, 3)))
    stage = sA[None, None, ${stage}]${mark}`);

export const coordinateRange: CallRule = {
  code: "coordinate-range",
  number: "LAY031",
  severity: "error",
  title: "A coordinate lies past the end of its mode.",
  on: "call",
  ofAssumed: true,
  ops: ["tensor"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  return call.needs.flatMap((need) => {
    const { index, size, mode } = need.facts;
    if (need.kind !== "in-range" || need.holds !== "no" || index?.kind !== "num" || size?.kind !== "num") return [];
    const which = mode?.kind === "text" ? `mode ${mode.value}` : "the tensor";
    const message = `${which} has ${size.value} elements, 0 to ${size.value - 1}: coordinate ${index.value} lies past its end`;
    return [{ ...guilty(call, ...call.args), message, related: declarations(context, call.args), fixes: [] }];
  });
}

/** The page of coordinate-range. */
export const coordinateRangePage = (): RulePage => ({
  doc: `
A mode of three stages has the coordinates 0, 1 and 2. CuTe asks for no bounds: the tensor at 3 is what lies behind in memory.
Nothing is said of modes of stride 0, which have one element however far they are read, and of coordinates that only the run knows.

Take a smaller coordinate, or a shape with room for it.`,
  references: ["cute/stride.hpp:53-107 (CUTLASS 4.7): crd2idx takes any coordinate"],
  examples: [
    {
      language: "cpp",
      bad: cpp("3", "\n  //              ^^^^^^^ mode 2 has 3 elements, 0 to 2: coordinate 3 lies past its end"),
      good: cpp("2"),
    },
    {
      language: "python",
      bad: dsl(3, "\n    #       ^^^^^^^^^^^^^^^^^ mode 2 has 3 elements, 0 to 2: coordinate 3 lies past its end"),
      good: dsl(2),
    },
  ],
});
