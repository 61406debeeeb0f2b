// CPY016: a tiled copy that more threads run than it has, or fewer.
import type { TiledCopy } from "../../../src-engine/algebra/atoms/types.ts";
import { layoutModes } from "../../../src-engine/algebra/layout/modes.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import type { CallFact, FileFacts } from "../../../src-engine/program/facts.ts";
import { blockOf } from "../costs/block.ts";
import { evaluated } from "../costs/threads.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, declarations } from "./arguments.ts";
import { toldAtLaunch } from "./at-launch.ts";
import { type BarrierFunction, barrierFunctions, type Run } from "./barrier-functions.ts";
import { threadsIn } from "./barrier-threads.ts";
import { copySides, isPlainAtom } from "./copy-sides.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";
import { isByThread } from "./thread-number.ts";
import { tellingApart } from "./uniform-tests.ts";

const cpp = (threads: number, mark = "", launched = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* a, float* b) {
  auto gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(b), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, _4>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(gA), thr.partition_D(gB));${mark}
}
void launch(float const* a, float* b) {
  kernel<<<1, ${threads}>>>(a, b);${launched}
}`;

const dsl = (threads: number, mark = ""): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(mA: cute.Tensor, mB: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((8, 16), stride=(16, 1)), cute.make_layout((1, 4)))
    thr = tiled.get_slice(tidx)
    cute.copy(tiled, thr.partition_S(mA), thr.partition_D(mB))${mark}

@cute.jit
def launch(p: cute.Pointer):
    m = cute.make_tensor(p, cute.make_layout((32, 64), stride=(64, 1)))
    kernel(m, m).launch(grid=(1, 1, 1), block=(${threads}, 1, 1))
`;

export const copyThreads: FileRule = {
  code: "copy-threads",
  number: "CPY016",
  severity: "warning",
  title: "More or fewer threads come to a tiled copy than it has.",
  on: "file",
  check: (facts, context) =>
    barrierFunctions(facts, context)
      .filter(({ fn }) => fn.isKernel)
      .flatMap((one) => one.runs.flatMap((run) => inRun(one, run, facts, context))),
};

function inRun(one: BarrierFunction, run: Run, facts: FileFacts, context: RuleContext): readonly Finding[] {
  const copies = one.events.flatMap((event) => {
    const calls = event.kind === "copy" ? run.values.calls(event.call.span) : [];
    return calls.length === 1
      ? calls.flatMap((call) => tiledCopyIn(call).map((tiled) => ({ event, call, tiled })))
      : [];
  });
  const index = evaluated(facts);
  const [along = 0] = copies.length === 0 ? [] : (blockOf(index, run.instance.id) ?? []);
  if (along === 0) return [];
  const threads = threadsIn(one, run, facts);
  const few: Finding[] = [];
  const many = copies.flatMap(({ event, call, tiled }) => {
    const has = numberOf(product(layoutModes(tiled.layoutTV)[0]!.shape));
    if (has === undefined || has === along || !isByThread(tiled, run, context.language)) return [];
    if (has < along) {
      const reached = threads.reach({ ...event, tests: tellingApart(event, one, run, threads) });
      if (reached?.warps === undefined || reached.threads !== reached.block) return [];
    }
    const said = has < along ? "come to this copy, its" : "are launched, the";
    const message = `${along} threads ${said} tiled copy has ${has}: ${has < along ? tooMany : tooFew}`;
    const related = declarations(context, [argument(call, "atom")]);
    const finding = { item: one.fn.id, span: call.nameSpan, message, related, fixes: [] };
    if (has < along) return [finding];
    few.push(finding);
    return [];
  });
  return [...many, ...toldAtLaunch(few, index, run.instance)];
}

const tooMany = "the others get what lies behind the tile; make the copy for all of them, or let only its own come";
const tooFew = "the part of those that are missing is not copied; launch as many, or make the copy for those that come";

/** Of a copy that no predicate guards, between memory and memory or registers. */
function tiledCopyIn(call: CallFact): readonly TiledCopy[] {
  const value = argument(call, "atom")?.value;
  if (call.op !== "copy" || value?.kind !== "tiled-copy" || !isPlain(value)) return [];
  return argument(call, "predicate", "pred") === undefined && isInMemory(call) ? [value] : [];
}

const isPlain = ({ atom }: TiledCopy): boolean => atom.kind === "copy-atom" && isPlainAtom(atom);

/** A side that all threads have in common: what lies behind a tile is another's. */
const isInMemory = (call: CallFact): boolean => {
  const sides = copySides(call);
  return [sides?.from, sides?.to].some((side) => /^[gs]mem$/.test(pointerOf(side)?.space ?? ""));
};

/** The page of copy-threads. */
export const copyThreadsPage = (): RulePage => ({
  doc: `
A tiled copy gives each of its threads a part of the tile. CuTe does not check the number that \`get_slice\` is given: a thread beyond
the last one gets what lies behind the tile, in the next tile or past the end of the buffer; where the block is smaller than the copy,
what the missing threads would copy is left out, which is told at the launch.

Launch as many threads as the copy has (\`size(tiled_copy)\`, \`tiled_copy.size\`), make a copy for all of them, or let only those of it
come: \`if (threadIdx.x < size(tiled_copy))\`. Nothing is said of copies below conditions that nobody can decide, and of \`copy_if\`.`,
  references: ["cute/atom/copy_atom.hpp:215-300 (CUTLASS 4.7): tile2thrfrg, the thread's number is not checked"],
  examples: [
    {
      language: "cpp",
      bad: cpp(256, "\n//^^^^ 256 threads come to this copy, its tiled copy has 128"),
      good: cpp(128),
    },
    {
      language: "cpp",
      bad: cpp(
        64,
        "",
        "\n  //          ^^ 64 threads are launched, the tiled copy has 128: the part of those that are missing is not copied",
      ),
      good: cpp(128),
    },
    {
      language: "python",
      bad: dsl(256, "\n    #    ^^^^ 256 threads come to this copy, its tiled copy has 128"),
      good: dsl(128),
    },
  ],
});
