// PIP023: registers that wgmma still writes are read.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Language, Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { argument } from "./arguments.ts";
import type { BarrierEvent } from "./barrier-events.ts";
import { inAllRuns } from "./barrier-functions.ts";
import { eventsBetween, mayEnd, type Surroundings } from "./between.ts";
import { expressionAt, namesIn } from "./made-by.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";

const cpp = (waited: string, mark = ""): string => `
#include <cute/tensor.hpp>
#include <cute/atom/mma_traits_sm90_gmma.hpp>
using namespace cute;
using Tile64 = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
__global__ void kernel(float* c) {
  extern __shared__ __align__(1024) half_t smem[];
  auto sA = make_tensor(make_smem_ptr(smem), Tile64{});
  auto sB = make_tensor(make_smem_ptr(smem + 4096), Tile64{});
  auto gC = make_tensor(make_gmem_ptr(c), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto acc = thr.partition_fragment_C(gC);
  clear(acc);
  warpgroup_arrive();
  gemm(mma, thr.partition_fragment_A(sA), thr.partition_fragment_B(sB), acc);
  warpgroup_commit_batch();${waited}
  copy(acc, thr.partition_C(gC));${mark}
}`;

const dsl = (waited: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warpgroup

@cute.kernel
def kernel(mma: cute.TiledMma, layout: cute.ComposedLayout, mC: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, swizzle=layout.inner)
    sB = smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, swizzle=layout.inner)
    thr = mma.get_slice(cute.arch.thread_idx()[0])
    rA = mma.make_fragment_A(thr.partition_A(sA))
    rB = mma.make_fragment_B(thr.partition_B(sB))
    tCgC = thr.partition_C(mC)
    acc = cute.make_rmem_tensor(tCgC.shape, cutlass.Float32)
    warpgroup.fence()
    cute.gemm(mma, acc, rA[None, None, 0], rB[None, None, 0], acc)
    warpgroup.commit_group()${waited}
    cute.autovec_copy(acc, tCgC)${mark}

@cute.jit
def launch(p: cute.Pointer):
    layout = cute.tile_to_shape(
        warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.K_SW128, cutlass.Float16), (64, 64), (0, 1)
    )
    op = warpgroup.MmaF16BF16Op(
        cutlass.Float16, cutlass.Float32, (64, 64, 16), warpgroup.OperandSource.SMEM,
        warpgroup.OperandMajorMode.K, warpgroup.OperandMajorMode.K,
    )
    mC = cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1)))
    kernel(cute.make_tiled_mma(op), layout, mC).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

export const mmaUnwaited: FileRule = {
  code: "mma-unwaited",
  number: "PIP023",
  severity: "error",
  title: "The result of wgmma is read before anyone has waited for it.",
  on: "file",
  check: (facts, context) => inAllRuns(facts, context, (one, run) => inRun({ one, run, facts }, context)),
};

function inRun(around: Surroundings, { language }: RuleContext): readonly Finding[] {
  const { one, run } = around;
  const told = run.facts.flatMap((fact): readonly Finding[] => {
    const acc = fact.kind === "call" && fact.item === one.fn.id ? accumulatorOf(fact, one.fn) : undefined;
    const read = acc === undefined ? undefined : readsOf(acc, one.fn).find(({ start }) => start > fact.span.end);
    const says = read === undefined ? undefined : problem(fact.span, read, around);
    if (read === undefined || says === undefined) return [];
    const related = [{ item: one.fn.id, span: fact.span, message: "written here" }];
    const message = `${acc} is read while wgmma may still write it: ${ways[says][language]} before`;
    return [{ item: one.fn.id, span: read, message, related, fixes: [] }];
  });
  return told.filter(({ span }, i) => told.findIndex((other) => other.span.start === span.start) === i);
}

const ways: Readonly<Record<"wait" | "commit", Readonly<Record<Language, string>>>> = {
  wait: { cpp: "warpgroup_wait<0>()", python: "warpgroup.wait_group(0)" },
  commit: {
    cpp: "warpgroup_commit_batch() and warpgroup_wait<0>()",
    python: "warpgroup.commit_group() and wait_group(0)",
  },
};

/** Of wgmma's, where it is a name. */
function accumulatorOf(call: CallFact, fn: FunctionItem): string | undefined {
  if (call.op !== "gemm" || call.stop !== undefined) return undefined;
  const given = argument(call, "mma")?.value;
  const atom = given?.kind === "tiled-mma" ? given.atom : given;
  if (atom?.kind !== "mma-atom" || !atom.ptx.startsWith("wgmma")) return undefined;
  const result = argument(call, "c");
  const expr = result && expressionAt(namesIn(fn), result.span);
  return expr?.kind === "name" && expr.path.length === 1 ? expr.path[0] : undefined;
}

function problem(from: Span, to: Span, around: Surroundings): "wait" | "commit" | undefined {
  const between = eventsBetween(from, to, around)?.filter(({ kind }) => kind === "call");
  if (between === undefined) return undefined;
  const is = (part: string) => (event: BarrierEvent) => lastName(event.call.callee).includes(part);
  const waits = between.filter(is("wait"));
  const isOther = (event: BarrierEvent): boolean => !known(event) && mayEnd(event, around, () => false);
  if (between.some(isOther)) return undefined;
  if (waits.length === 0) return "wait";
  return waits.every(isOfGroups) && !between.some(is("commit")) ? "commit" : undefined;
}

const known = (event: BarrierEvent): boolean =>
  isOfGroups(event) ||
  /^(?:warpgroup_)?(?:commit_batch|commit_group|arrive|fence|fence_operand)$/.test(lastName(event.call.callee));

const isOfGroups = ({ call }: BarrierEvent): boolean => /^(?:warpgroup_wait|wait_group)$/.test(lastName(call.callee));

/** Where its values are asked for: copies of it, and its elements. */
function readsOf(name: string, fn: FunctionItem): readonly Span[] {
  const isMeant = (expr: Expr | undefined): boolean =>
    expr?.kind === "name" && expr.path.length === 1 && expr.path[0] === name;
  const found: Span[] = [];
  visit(fn.body, (node) => {
    if (node.kind !== "call") return;
    const { callee, args } = node as Extract<Expr, { kind: "call" }>;
    const called = callee.kind === "member" ? callee.nameSpan : callee.span;
    if (copying.test(lastName(callee)) && args.slice(0, -1).some(({ value }) => isMeant(value))) found.push(called);
    if (isMeant(callee) && args.length > 0 && args.every(({ value }) => isElement(value))) found.push(called);
    if (callee.kind === "member" && callee.name === "load" && isMeant(callee.object)) found.push(called);
  });
  return found;
}

const copying = /^(?:copy|copy_aligned|copy_if|autovec_copy|basic_copy|axpby)$/;

/** Not `_`. */
const isElement = (value: Expr): boolean =>
  value.kind === "int" || value.kind === "binary" || (value.kind === "name" && value.path.at(-1) !== "_");

/** The page of mma-unwaited. */
export const mmaUnwaitedPage = (): RulePage => ({
  doc: `
wgmma goes on while the threads do: until they have waited for its group the registers of the accumulator hold something old or half of
the sum. A group is what has been issued until \`warpgroup_commit_batch()\`; a wait knows nothing of what was not committed.

Commit, then wait: \`warpgroup_commit_batch(); warpgroup_wait<0>();\`, in the DSL \`warpgroup.commit_group()\`, \`warpgroup.wait_group(0)\`.
Nothing is said where anything between may wait.`,
  references: [
    "PTX ISA, wgmma.wait_group: accessing the registers before it is undefined; wgmma.commit_group",
    "cute/arch/mma_sm90_gmma.hpp: warpgroup_wait, warpgroup_commit_batch (CUTLASS 4.7)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp("", "\n//^^^^ acc is read while wgmma may still write it: warpgroup_wait<0>() before"),
      good: cpp("\n  warpgroup_wait<0>();"),
    },
    {
      language: "python",
      bad: dsl(
        "",
        "\n    #    ^^^^^^^^^^^^ acc is read while wgmma may still write it: warpgroup.wait_group(0) before",
      ),
      good: dsl("\n    warpgroup.wait_group(0)"),
    },
  ],
});
