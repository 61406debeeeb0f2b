// MMA054: a gemm adds to registers that nothing has been written to.
//
// The fragment is made in the function itself, and until the gemm the code only asks for its shape. Whatever else it is handed to may
// fill it. wgmma and tcgen05 can be told to start anew: of C++'s wgmma it is told where nobody does so, and of both where every round
// of a loop does.
import type { MmaAtom } from "../../../src-engine/algebra/atoms/types.ts";
import type { CallFact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, ItemId, Language, Pattern } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { once } from "../facts/remembered.ts";
import { lostIn } from "./accumulator-lost.ts";
import { argument } from "./arguments.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Run, runsOf } from "./barrier-functions.ts";
import { expressionAt, namesIn } from "./made-by.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { isUnset, mentionsBehind, untakenIn } from "./unset-registers.ts";

const cpp = (cleared: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* A, half_t const* B, float* C) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(B), Layout<Shape<_32, _16>, Stride<_16, _1>>{});
  auto gC = make_tensor(make_gmem_ptr(C), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto rA = thr.partition_fragment_A(gA);
  auto rB = thr.partition_fragment_B(gB);
  auto acc = thr.partition_fragment_C(gC);
  copy(thr.partition_A(gA), rA);
  copy(thr.partition_B(gB), rB);${cleared}
  gemm(mma, rA, rB, acc);${mark}
  copy(acc, thr.partition_C(gC));
}
void launch(half_t const* A, half_t const* B, float* C) { kernel<<<1, 128>>>(A, B, C); }`;

const dsl = (filled: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, mma: cute.TiledMma):
    tidx, _, _ = cute.arch.thread_idx()
    thr = mma.get_slice(tidx)
    tA, tB, tC = thr.partition_A(mA), thr.partition_B(mB), thr.partition_C(mC)
    rA, rB = mma.make_fragment_A(tA), mma.make_fragment_B(tB)
    acc = mma.make_fragment_C(tC)
    cute.autovec_copy(tA, rA)
    cute.autovec_copy(tB, rB)${filled}
    cute.gemm(mma, acc, rA, rB, acc)${mark}
    cute.autovec_copy(acc, tC)

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    q = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((64, 16), stride=(16, 1)))
    mB = cute.make_tensor(p, cute.make_layout((32, 16), stride=(16, 1)))
    mC = cute.make_tensor(q, cute.make_layout((64, 32), stride=(32, 1)))
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((4, 1, 1)))
    kernel(mA, mB, mC, mma).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

export const accumulatorUnset: FileRule = {
  code: "accumulator-unset",
  number: "MMA054",
  severity: "error",
  title: "A gemm adds to an accumulator that holds nothing yet.",
  on: "file",
  check: (facts, context) => {
    const multiplying = new Set<ItemId>();
    for (const fact of facts.facts) if (isGemm(fact)) multiplying.add(fact.item);
    if (multiplying.size === 0) return [];
    const runs = runsOf(facts, multiplying, context);
    return functionsIn(facts.unit.items).flatMap((fn) =>
      (runs.get(fn.id) ?? []).flatMap((run) => [
        ...inRun(fn, run, isToldToStart(facts, context), context),
        ...lostIn(fn, run, context),
      ]),
    );
  },
};

const isGemm = (fact: FileFacts["facts"][number]): fact is CallFact => fact.kind === "call" && fact.op === "gemm";

/** Somewhere in the file an MMA is told to leave out what was there, or may be; the DSL's start so. */
function isToldToStart({ unit }: FileFacts, { language }: RuleContext): boolean {
  let [named, added] = [0, 0];
  eachNode(unit.items, (node) => {
    const { kind, name, target, value } = node as { kind?: string; name?: string; target?: Pattern; value?: Expr };
    if (kind === "member" && name === "accumulate_") named++;
    const place = kind === "assign" && target?.kind === "place" ? target.expr : undefined;
    if (
      place?.kind === "member" &&
      place.name === "accumulate_" &&
      value?.kind === "name" &&
      value.path.at(-1) === "One"
    )
      added++;
  });
  return language === "python" || named > added;
}

function inRun(fn: FunctionItem, run: Run, canStart: boolean, { language }: RuleContext): readonly Finding[] {
  const untaken = once(() => untakenIn(fn, run));
  const told = run.facts.flatMap((fact) => {
    if (!isGemm(fact) || fact.item !== fn.id || fact.stop !== undefined) return [];
    if (!adds(fact) && (canStart || !isOwnWgmma(fact, fn))) return [];
    const given = argument(fact, "c");
    const expr = given && expressionAt(namesIn(fn), given.span);
    if (given === undefined || expr?.kind !== "name" || !isUnset(expr, fact.span, { fn, run, untaken })) return [];
    // Nobody reads the result.
    if (!mentionsBehind(expr, fact.span, fn).some(({ start }) => start > fact.span.end)) return [];
    const [name] = expr.path;
    const message = `${name} holds nothing yet and gemm adds to it: ${ways[language](name ?? "")} before`;
    return [{ item: fact.item, span: fact.nameSpan, message, related: [], fixes: [] }];
  });
  return told.filter(({ span }, i) => told.findIndex((one) => one.span.start === span.start) === i);
}

const ways: Readonly<Record<Language, (name: string) => string>> = {
  cpp: (name) => `clear(${name})`,
  python: (name) => `${name}.fill(0.0)`,
};

/** An instruction of a warp or of a thread, in registers: none of them can leave out what was there. */
function adds(call: CallFact): boolean {
  const given = argument(call, "mma")?.value;
  const atom = given?.kind === "tiled-mma" ? given.atom : given;
  return given === undefined || (atom?.kind === "mma-atom" && isOfRegisters(atom));
}

/** wgmma adds by itself. One that a function is handed may have been told otherwise. */
function isOwnWgmma(call: CallFact, fn: FunctionItem): boolean {
  const given = argument(call, "mma");
  const atom = given?.value.kind === "tiled-mma" ? given.value.atom : undefined;
  const isHanded = !fn.isKernel && fn.params.some(({ name }) => name === given?.text);
  return atom?.kind === "mma-atom" && atom.ptx.startsWith("wgmma") && !isHanded;
}

const isOfRegisters = ({ ptx }: MmaAtom): boolean => !/^(?:wgmma|tcgen05)/.test(ptx);

/** The page of accumulator-unset. */
export const accumulatorUnsetPage = (): RulePage => ({
  doc: `
\`gemm\` computes D = A·B + C. A fragment is registers, and what they hold when it is made is whatever was there: the result is right where
that happens to be zero, and NaN or last kernel's numbers elsewhere.

Fill it before the first gemm: \`clear(acc)\`, \`acc.fill(0.0)\`. Nothing is said where the fragment is handed to anything that may fill it, of
views of registers that are there already, and of results that nobody reads.

wgmma and tcgen05 can start anew instead: \`mma.accumulate_ = GMMA::ScaleOut::Zero\` before the first gemm, and \`One\` behind it. Where nothing
says \`One\`, each round of a loop loses what those before have summed. Where nothing says \`Zero\`, C++'s wgmma adds to what is there.`,
  references: [
    "cute/algorithm/gemm.hpp: D = A * B + C; cute/tensor_impl.hpp: make_tensor of an owning engine (CUTLASS 4.7)",
    "PTX ISA, mma: d = a * b + c",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp("", "\n//^^^^ acc holds nothing yet and gemm adds to it: clear(acc) before"),
      good: cpp("\n  clear(acc);"),
    },
    {
      language: "python",
      bad: dsl("", "\n    #    ^^^^ acc holds nothing yet and gemm adds to it: acc.fill(0.0) before"),
      good: dsl("\n    acc.fill(0.0)"),
    },
  ],
});
