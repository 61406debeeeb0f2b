// CPY012: a copy atom whose element type does not fit its instruction.
import type { CopyAtom } from "../../../src-engine/algebra/atoms/types.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { numberOf } from "../facts/sizes.ts";
import { refusedRule } from "./refused.ts";
import type { CallRule, Finding } from "./rule.ts";

const refused = refusedRule({
  code: "copy-atom-type",
  number: "CPY012",
  severity: "error",
  title: "The elements of a copy atom do not fill its instruction.",
  doc: `
\`Copy_Atom<Operation, T>\` counts the instruction's bits in elements of T, so the bits that one instruction moves must be a multiple of
those of T: ldmatrix gives each
thread 32 bits of a matrix, two half_t and no double.

cp.async copies 4, 8 or 16 bytes at once, past the first-level cache 16 only.

Take an operation as wide as the element or wider, or the element type that the tensors have.`,
  references: ["cute/atom/copy_atom.hpp:70-72 (CUTLASS 4.7)", "cute/arch/copy_sm80.hpp:53, :80 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto atom = Copy_Atom<SM75_U32x4_LDSM_N, double>{};
  //          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ Copy_Atom: 
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto atom = Copy_Atom<SM75_U32x4_LDSM_N, half_t>{};
}`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    op = cute.nvgpu.CopyUniversalOp()
    atom = cute.make_copy_atom(op, cutlass.Float16, num_bits_per_copy=48)
    #                                                                 ^^ make_copy_atom: num_bits_per_copy is 48, which is no power of two
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    op = cute.nvgpu.CopyUniversalOp()
    atom = cute.make_copy_atom(op, cutlass.Float16, num_bits_per_copy=64)
`,
    },
  ],
  at: ["copy_atom.hpp:70", "copy_atom.hpp:71", "copy_atom.hpp:72", "cute/nvgpu/common.py:387"],
  blames: ({ args, stop }) =>
    stop?.at === "cute/nvgpu/common.py:387"
      ? args.filter(({ role }) => role === "num_bits_per_copy")
      : args.slice(1, 2),
  say: (_, call) => {
    if (call.stop?.at === "cute/nvgpu/common.py:387")
      return `${call.stop.message}: a copy is 8, 16, 32, 64, 128 … bits wide, or as wide as fits (0)`;
    return "what the instruction gives a thread is no whole number of elements of this type: take a type that its bits are a multiple of";
  },
});

export const copyAtomType: CallRule = {
  ...refused,
  check: (call, context) => [...refused.check(call, context), ...ofCpAsync(call, context.language)],
};

/** cp.async.ca moves 4, 8 or 16 bytes, cp.async.cg 16: asserted only where the copy is compiled, told where its atom is used. */
function ofCpAsync(call: CallFact, language: Language): readonly Finding[] {
  const { op, args, result, item, nameSpan } = call;
  const isWhere = language === "python" ? op === "make_copy_atom" : op.startsWith("make_tiled_copy");
  if (!isWhere) return [];
  const atoms = [...args.map(({ value }) => value), result].flatMap(asAtom);
  const [said] = atoms.map(otherWidth).filter((one) => one !== undefined);
  return said === undefined ? [] : [{ item, span: nameSpan, message: said, related: [], fixes: [] }];
}

const asAtom = (value: Value): readonly CopyAtom[] => (value.kind === "copy-atom" ? [value] : []);

function otherWidth({ traits }: CopyAtom): string | undefined {
  const isGlobal = traits.ptx.startsWith("cp.async.cg.");
  const bits = numberOf(product(traits.layoutSrc.shape));
  const widths = isGlobal ? [128] : [32, 64, 128];
  if ((!isGlobal && !traits.ptx.startsWith("cp.async.ca.")) || bits === undefined || widths.includes(bits))
    return undefined;
  const has = isGlobal ? "cp.async.cg copies 128 bits at once" : "cp.async copies 32, 64 or 128 bits at once";
  return `${has}, not ${bits}: take such a width, or UniversalCopy`;
}
