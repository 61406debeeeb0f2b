// MMA052: a fragment that is made for one operand of what was partitioned as another.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { declarations } from "./arguments.ts";
import { cppFunction, dslKernel } from "./example-text.ts";
import { refusedRule } from "./refused.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";

const cpp = (operand: "A" | "B", mark = ""): string =>
  cppFunction(`
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto sB = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto rB = thr.make_fragment_B(thr.partition_${operand}(sB));${mark}`);

const dsl = (operand: "A" | "B", mark = ""): string =>
  dslKernel(`
    mma = cute.make_tiled_mma(cute.nvgpu.MmaUniversalOp(cutlass.Float32), cute.make_layout((16, 16, 1)))
    thr = mma.get_slice(cute.arch.thread_idx()[0])
    sB = smem.allocate_tensor(cutlass.Float32, cute.make_layout((64, 8)), 16)
    rB = mma.make_fragment_B(thr.partition_${operand}(sB))${mark}`);

const refused = refusedRule({
  code: "fragment-operand",
  number: "MMA052",
  severity: "error",
  title: "A fragment is made for one operand of a tensor that was partitioned as the other.",
  at: ["mma_atom.hpp:135", "mma_atom.hpp:151", "mma_atom.hpp:177"],
  say: (facts, call) => {
    const [has, takes] = [numberOf(facts.has), numberOf(facts.takes)];
    if (has === undefined || takes === undefined)
      return "the tensor is not partitioned: it needs three modes (V,M,K), (V,N,K) or (V,M,N)";
    const was = operandOf(call);
    const start =
      was === undefined || call.op.endsWith(was) ? "the tensor's" : `the tensor was partitioned as ${was}: its`;
    return `${start} first mode has ${has} values, the instruction takes ${takes}: partition it with this MMA as ${call.op.at(-1)}`;
  },
});

export const fragmentOperand: CallRule = {
  ...refused,
  check: (call, context) => {
    const said = refused.check(call, context);
    return said.length > 0 ? said : ofOther(call, context);
  },
};

/** Both operands have as many values: other elements for each thread. */
function ofOther(call: CallFact, context: RuleContext): readonly Finding[] {
  const { op, args, item, nameSpan } = call;
  const was = operandOf(call);
  if (!/^make_fragment_[AB]$/.test(op) || (was !== "A" && was !== "B") || op.endsWith(was)) return [];
  const message = `${op}: the tensor was partitioned as ${was}: each thread gets other elements; partition it as ${op.at(-1)}`;
  return [{ item, span: nameSpan, message, severity: "warning", related: declarations(context, args), fixes: [] }];
}

const operandOf = ({ args }: CallFact): "A" | "B" | "C" | undefined =>
  args
    .map(({ value }) => (value.kind === "tensor" ? pointerOf(value)?.operand : undefined))
    .find((one) => one !== undefined);

/** The page of fragment-operand. */
export const fragmentOperandPage = (): RulePage => ({
  doc: `
\`make_fragment_B\` takes what \`partition_B\` of the same MMA gave: (V,N,K), the first mode as many values as one thread gives to the
instruction. C++ asserts the number of values and nothing else; where both operands have as many, the elements are those of other threads.

Partition the tensor as the operand that it is.`,
  references: ["cute/atom/mma_atom.hpp:135, :151, :177 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "A",
        "\n  //            ^^^^^^^^^^^^^^^ make_fragment_B: the tensor was partitioned as A: its first mode has 8 values",
      ),
      good: cpp("B"),
    },
    {
      language: "python",
      bad: dsl(
        "A",
        "\n    #        ^^^^^^^^^^^^^^^ make_fragment_B: the tensor was partitioned as A: each thread gets",
      ),
      good: dsl("B"),
    },
  ],
});
