// CPY018: a copy that takes the bits of half precision for bfloat16, or the other way round; descriptors of an MMA that reads another type.
import { tensorMapType } from "../../../src-engine/algebra/tma/data-types.ts";
import type { DType, Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { elementTypeName } from "../facts/describe-atom.ts";
import { argument, declarations } from "./arguments.ts";
import { copies, isElementwise, plainAtom } from "./copy-sides.ts";
import { cppFunction, dslKernel } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";

const cpp = (types: string, mark = ""): string =>
  cppFunction(`
  auto mma = make_tiled_mma(SM80_16x8x16_F32${types}F32_TN{}, Layout<Shape<_4, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr = s2r.get_slice(threadIdx.x);
  copy(s2r, thr.partition_S(sA), thr.retile_D(rA));${mark}`);

const dsl = (type: string, mark = ""): string =>
  dslKernel(`
    mma = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.${type}, cutlass.Float32, (16, 8, 16)), (4, 1, 1))
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 32), stride=(32, 1)), 16)
    rA = mma.make_fragment_A(mma.get_slice(0).partition_A(sA))
    op = cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4)
    s2r = cute.make_tiled_copy_A(cute.make_copy_atom(op, cutlass.Float16), mma)
    thr = s2r.get_slice(0)
    cute.copy(s2r, thr.partition_S(sA), thr.retile(rA))${mark}`);

export const copyElementType: CallRule = {
  code: "copy-element-type",
  number: "CPY018",
  severity: "warning",
  title: "A copy or an MMA takes elements for those of another type.",
  on: "call",
  ops: [...copies, "partition_A", "partition_B"],
  unless: (call, others) => /^partition_/.test(call.op) && !others.some((other) => isMadeOf(other, call)),
  check: (call, context) => (copies.includes(call.op) ? check(call, context) : ofOperand(call, context)),
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const sides = [argument(call, "source", "src"), argument(call, "destination", "dst")];
  const [from, to] = sides.map(halfIn);
  if (from === undefined || to === undefined || from.as === to.as) return [];
  if (plainAtom(call, context) === undefined || isElementwise(call, context)) return [];
  const message = `the source has ${from.name}, the destination ${to.name}: the copy moves bits and converts nothing; give both one type`;
  return [{ item: call.item, span: call.nameSpan, message, related: declarations(context, sides), fixes: [] }];
}

/** The descriptors of what was partitioned: before they are made nobody reads it as an operand. */
const isMadeOf = (other: CallFact, partition: CallFact): boolean =>
  other.op === partition.op.replace("partition", "make_fragment") &&
  other.args.some(({ value }) => isSameData(value, partition.result));

/**
 * A descriptor says where the operand lies in shared memory, and nothing of its type. CuTe C++ compares the types where it makes the
 * descriptors; CuTe DSL does not.
 */
function ofOperand(call: CallFact, context: RuleContext): readonly Finding[] {
  const [mma, tensor] = [argument(call, "threads"), argument(call, "tensor")];
  const pointer = pointerOf(tensor?.value);
  const atom = mma?.value.kind === "thr-mma" ? mma.value.tiled.atom : undefined;
  if (mma === undefined || atom === undefined || pointer?.space !== "smem" || pointer.dtype.kind !== "dtype") return [];
  const isA = call.op === "partition_A";
  const [type, fragment] = isA ? [atom.typeA, atom.fragmentA] : [atom.typeB, atom.fragmentB];
  if (fragment.kind !== "smem-descriptor" || !isOther(pointer.dtype, type, context)) return [];
  const message = `the tensor has ${elementTypeName(pointer.dtype, context.language)}, the MMA reads ${isA ? "A" : "B"} as ${elementTypeName(type, context.language)} and converts nothing; make it for the tensor's type`;
  const severity = context.language === "cpp" ? "error" : "warning";
  const related = declarations(context, [tensor]);
  const at = { item: call.item, span: mma.span, of: call.nameSpan, fault: "atom" } as const;
  return [{ ...at, severity, message, related, fixes: [] }];
}

function isOther(has: DType, wanted: DType, { language }: RuleContext): boolean {
  if (has.assumed === true || wanted.assumed === true || has.name === wanted.name) return false;
  const [from, to] = [half(has), half(wanted)];
  if (language !== "cpp") return from !== undefined && to !== undefined && from.as !== to.as;
  // Bytes may stand for what is packed in them (mma_atom.hpp:156-160).
  return !(has.bits === 8 && wanted.bits <= 8) && !(has.bits === 4 && wanted.bits <= 4);
}

/** Which of the two floating types of 16 bits a tensor's elements have. */
const halfIn = (side: CallArg | undefined): Half | undefined => half(pointerOf(side?.value)?.dtype);

interface Half {
  readonly name: string;
  readonly as: string;
}

function half(dtype: Value | undefined): Half | undefined {
  if (dtype?.kind !== "dtype" || dtype.assumed === true || dtype.family !== "float" || dtype.bits !== 16)
    return undefined;
  const as = tensorMapType(dtype.name)?.name;
  return as === undefined ? undefined : { name: dtype.name, as };
}

/** The page of copy-element-type. */
export const copyElementTypePage = (): RulePage => ({
  doc: `
An instruction copies bits: what was 1.0 in half precision is 0.0078125 as bfloat16. Neither compiler says a word of such a copy, as both
types have 16 bits. A fragment has the element type of its MMA, so an MMA of the other type than the tensors is told where its operands
are copied. One that reads shared memory through descriptors is told where it is chosen: CuTe C++ refuses any other type there ("Expecting
ValTypeA type", an error here too), CuTe DSL takes half precision for bfloat16.

Take the MMA of the tensors' type, or copy to a tensor of that type and convert it. A copy without an atom in C++ converts element by
element, and says nothing here.`,
  references: [
    "cute/atom/copy_traits.hpp:128-131: source and destination are recast to the instruction's registers (CUTLASS 4.7)",
    "cute/atom/mma_atom.hpp:156, :182: the types that a descriptor fragment is made of",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp("BF16BF16", "\n//^^^^ the source has half_t, the destination bfloat16_t"),
      good: cpp("F16F16"),
    },
    {
      language: "python",
      bad: dsl("BFloat16", "\n    #    ^^^^ the source has Float16, the destination BFloat16"),
      good: dsl("Float16"),
    },
  ],
});
