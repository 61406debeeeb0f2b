// CPY014: a copy whose instruction cannot read or write the memory of its tensors.
import type { CopyAtom } from "../../../src-engine/algebra/atoms/types.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { argument, declarations, guilty } from "./arguments.ts";
import { copies, copyAtomIn } from "./copy-sides.ts";
import { cppFunction, dslKernel } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { memoryNames, pointerOf } from "./tensor-parts.ts";

const cpp = (operands: string, mark = ""): string =>
  cppFunction(`
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr = s2r.get_slice(threadIdx.x);
  copy(s2r, ${operands});${mark}`);

const dsl = (operands: string, mark = ""): string =>
  dslKernel(`
    mma = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), (4, 1, 1))
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 32), stride=(32, 1)), 16)
    rA = mma.make_fragment_A(mma.get_slice(0).partition_A(sA))
    op = cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4)
    s2r = cute.make_tiled_copy_A(cute.make_copy_atom(op, cutlass.Float16), mma)
    thr = s2r.get_slice(0)
    cute.copy(s2r, ${operands})${mark}`);

export const copySpace: CallRule = {
  code: "copy-space",
  number: "CPY014",
  severity: "error",
  title: "A copy's instruction cannot read or write the memory of its tensors.",
  on: "call",
  ops: copies,
  check,
};

/** By the beginning of the instruction's name: where it reads and writes. */
const ways: readonly (readonly [start: string, from: string | undefined, to: string])[] = [
  ["cp.async.c", "gmem", "smem"],
  ["ldmatrix", "smem", "rmem"],
  ["stmatrix", "rmem", "smem"],
  ["tcgen05.ld", "tmem", "rmem"],
  ["tcgen05.st", "rmem", "tmem"],
  ["tcgen05.cp", undefined, "tmem"],
];

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const atom = copyAtomIn(call, context);
  const ofNone = atom === undefined || isBulk(atom) ? undefined : coordinates(call);
  if (ofNone !== undefined) {
    const message = `${ofNone.text} is a tensor of coordinates and no memory, which only a TMA atom can copy: partition the tensor that holds the elements`;
    return [{ ...guilty(call, ofNone), message, related: declarations(context, [ofNone]), fixes: [] }];
  }
  const way = ways.find(([start]) => atom?.traits.ptx.startsWith(start) === true && !isBulk(atom));
  if (way === undefined) return [];
  const [start, from, to] = way;
  const sides = [argument(call, "source", "src"), argument(call, "destination", "dst")];
  const spaces = sides.map((side) => pointerOf(side?.value)?.space);
  const isWrong = [from, to].map((wanted, i) => wanted !== undefined && isOther(spaces[i], wanted));
  if (!isWrong.includes(true)) return [];
  const said = sides.flatMap((side, i) =>
    isWrong[i] ? [`${side?.text} lies in ${memoryNames[spaces[i] ?? ""]}`] : [],
  );
  const out =
    spaces[0] === to && spaces[1] === from
      ? "the two have changed places"
      : "copy the other tensor, or take another atom";
  const does = `${start === "cp.async.c" ? "cp.async" : start} copies ${from === undefined ? "" : `from ${memoryNames[from]} `}to ${memoryNames[to]}`;
  const message = `${does}: ${said.join(", ")}: ${out}`;
  return [{ item: call.item, span: call.nameSpan, message, related: declarations(context, sides), fixes: [] }];
}

/** Nothing can be written there, and what is read there are no elements. */
function coordinates(call: CallFact): CallArg | undefined {
  const [source, destination] = [argument(call, "source", "src"), argument(call, "destination", "dst")];
  const [from, to] = [source, destination].map((side) =>
    side?.value.kind === "tensor" ? side.value.engine.kind : undefined,
  );
  const type = pointerOf(destination?.value)?.dtype;
  const isElement = type?.kind === "dtype" && type.family === "float";
  return to === "arith" ? destination : from === "arith" && isElement ? source : undefined;
}

const isBulk = ({ traits }: CopyAtom): boolean => traits.ptx.startsWith("cp.async.bulk");

const isOther = (space: string | undefined, wanted: string): boolean =>
  space !== undefined && memoryNames[space] !== undefined && space !== wanted;

/** The page of copy-space. */
export const copySpacePage = (): RulePage => ({
  doc: `
cp.async copies from global to shared memory, ldmatrix from shared memory to registers, stmatrix from registers to shared memory,
tcgen05.ld from tensor memory to registers and tcgen05.st back. Other memories are refused by a \`static_assert\` of the copy's traits,
or by the DSL's verifier, or end in an illegal address.

A tensor that \`get_tma_tensor\` or \`make_identity_tensor\` gives holds coordinates and no memory: nothing but its TMA atom copies there.

Look at the order of the two tensors (source first), at which of them was partitioned, and at the atom.`,
  references: [
    "cute/atom/copy_traits_sm80.hpp:104, cute/atom/copy_traits_sm100.hpp:383 (CUTLASS 4.7)",
    "PTX ISA: cp.async, ldmatrix, stmatrix, tcgen05.ld, tcgen05.st",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp("thr.retile_D(rA), thr.partition_S(sA)", "\n//^^^^ ldmatrix copies from shared memory to registers"),
      good: cpp("thr.partition_S(sA), thr.retile_D(rA)"),
    },
    {
      language: "python",
      bad: dsl(
        "thr.retile(rA), thr.partition_S(sA)",
        "\n    #    ^^^^ ldmatrix copies from shared memory to registers",
      ),
      good: dsl("thr.partition_S(sA), thr.retile(rA)"),
    },
  ],
});
