// CPY012: a copy atom whose element type does not fit its instruction.
import { refusedRule } from "./refused.ts";

export const copyAtomType = refusedRule({
  code: "copy-atom-type",
  number: "CPY012",
  severity: "error",
  ofNamed: "warning",
  title: "The elements of a copy atom do not fill its instruction.",
  at: ["copy_atom.hpp:69", "copy_atom.hpp:70", "copy_atom.hpp:71", "cute/nvgpu/common.py:387"],
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

/** The page of copy-atom-type. */
export const copyAtomTypePage = (): RulePage => ({
  doc: `
\`Copy_Atom<Operation, T>\` counts the instruction's bits in elements of T, so the bits that one instruction moves must be a multiple of
those of T: ldmatrix gives each
thread 32 bits of a matrix, two half_t and no double.

In a class template that the program never instantiates it is a warning: the compiler refuses the first use of it.

Take an operation as wide as the element or wider, or the element type that the tensors have.`,
  references: ["cute/atom/copy_atom.hpp:69-71 (CUTLASS 4.7)"],
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
});

import type { RulePage } from "./rule.ts";
