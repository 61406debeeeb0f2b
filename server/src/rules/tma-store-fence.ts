// PIP020: a TMA store of what threads wrote to shared memory, with no fence between.

import type { CallFact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, Language } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { argument } from "./arguments.ts";
import { isCallAt } from "./barrier-callees.ts";
import type { BarrierEvent } from "./barrier-events.ts";
import { assumedRuns, type BarrierFunction, barrierFunctions, inAllRuns, type Run } from "./barrier-functions.ts";
import { threadsIn } from "./barrier-threads.ts";
import type { FileRule, Finding, RuleContext, RulePage, Site } from "./rule.ts";
import { tmaDirection } from "./tma-atom.ts";
import { directionByUse } from "./tma-by-use.ts";
import { givenTo, isSame, type Tile, writesIn } from "./tma-store-writes.ts";
import { isUnfenced, mayFenceBefore } from "./unfenced.ts";

const cpp = (fence: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Smem layout) {
  __shared__ alignas(128) half_t buffer[128 * 64];
  auto sC = make_tensor(make_smem_ptr(buffer), layout);
  auto gC = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto mine = local_partition(sC, Layout<Shape<_16, _8>>{}, threadIdx.x);
  auto values = make_fragment_like(mine);
  copy(values, mine);${fence}
  __syncthreads();
  auto [tCgC, tCsC] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sC), group_modes<0, 2>(gC));
  if (threadIdx.x == 0) {
    copy(tma, tCsC, tCgC);${mark}
  }
}
void launch(half_t* C) {
  auto mC = make_tensor(make_gmem_ptr(C), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_STORE{}, mC, layout, Shape<_128, _64>{});
  kernel<<<1, 128>>>(tma, layout);
}`;

const dsl = (fence: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tma: cute.CopyAtom, mC: cute.Tensor, layout: cute.Layout):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sC = smem.allocate_tensor(cutlass.Float16, layout, 128)
    gC = cute.local_tile(mC, (128, 64), (0, 0))
    mine = cute.local_partition(sC, cute.make_layout((16, 8)), tidx)
    values = cute.make_fragment_like(mine)
    cute.autovec_copy(values, mine)${fence}
    cute.arch.sync_threads()
    tCsC, tCgC = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sC, 0, 2), cute.group_modes(gC, 0, 2))
    if cute.arch.warp_idx() == 0:
        cute.copy(tma, tCsC, tCgC)${mark}

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mC = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_layout((128, 64), stride=(64, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), mC, layout, (128, 64))
    kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

export const tmaStoreFence: FileRule = {
  code: "tma-store-fence",
  number: "PIP020",
  severity: "error",
  title: "Threads write a tile to shared memory and TMA stores it with no fence between.",
  on: "file",
  check: (facts, context) => inAllRuns(facts, context, (one, run) => inRun(one, run, facts, context)),
};

function inRun(one: BarrierFunction, run: Run, facts: FileFacts, context: RuleContext): readonly Finding[] {
  const stores = [
    ...storesIn(one, run, context.language),
    ...storesByCalls(one, run, facts, context),
    ...storesByClosures(one, run, facts),
  ];
  if (stores.length === 0) return [];
  const threads = threadsIn(one, run, facts);
  const writes = writesIn(one, run, facts, context.language);
  return stores.flatMap(({ event, from, site }) => {
    const write = writes.find((each) => each.site.span.start < event.at.start && isSame(each, from, one, run));
    if (write === undefined || !isUnfenced(write, event, { one, run, threads, facts })) return [];
    const way =
      context.language === "cpp"
        ? "tma_store_fence() before the threads synchronise"
        : 'cute.arch.fence_proxy("async.shared", space="cta") before the threads synchronise';
    const message = `no fence between the threads' writes to this tile and its TMA store: ${way}`;
    const related = [{ ...write.site, message: "written here" }];
    return [{ ...site, message, related, fixes: [] }];
  });
}

interface Store {
  /** What the function does: the store, or a call that comes to it. */
  readonly event: BarrierEvent;
  readonly from: Tile;
  readonly site: Site;
}

function storesIn(one: BarrierFunction, run: Run, language: Language): readonly Store[] {
  return one.events.flatMap((event) => {
    if (event.kind === "copy" && event.source !== undefined) return storeOf(event, event.source, one, run);
    if (event.kind !== "copy" || !isStore(event, one, run, language)) return [];
    const call = run.values.calls(event.call.span)[0];
    const from = call && argument(call, "source", "src");
    return call === undefined || from === undefined
      ? []
      : [{ event, from, site: { item: one.fn.id, span: call.nameSpan } }];
  });
}

/** `store(&map, x, y, &tile)` of libcu++ or the project's own. */
function storeOf(event: BarrierEvent, source: Expr, one: BarrierFunction, run: Run): readonly Store[] {
  const plain = source.kind === "unary" && source.op === "&" ? source.value : source;
  const from = { text: run.text(plain.span), value: run.values.value(plain) };
  return [{ event, from, site: { item: one.fn.id, span: event.call.callee.span } }];
}

/** Stores that functions do with the tile that they are handed, and nothing before them that writes or fences. */
function storesByCalls(one: BarrierFunction, run: Run, facts: FileFacts, context: RuleContext): readonly Store[] {
  return barrierFunctions(facts, context).flatMap((other) => {
    if (other.fn.isKernel || other.fn === one.fn || !other.events.some(({ kind }) => kind === "copy")) return [];
    return [...other.runs, ...assumedRuns(other.fn, facts, context)].flatMap((there) => {
      const last = there.instance.calls.at(-1);
      const isOfRun = isSameData(there.instance.calls.slice(0, -1), run.instance.calls);
      if (last?.item !== one.fn.id || last.file !== facts.unit.file || !isOfRun) return [];
      const event = one.events.find(({ kind, call }) => kind === "call" && isCallAt(call, last.start));
      if (event === undefined) return [];
      return storesIn(other, there, context.language).flatMap(({ event: store, from, site }) => {
        const text = textGiven(from.text, event, other, run);
        const isFirst =
          !mayFenceBefore(store, other, there, facts) && writesIn(other, there, facts, context.language).length === 0;
        return text === undefined || !isFirst ? [] : [{ event, from: { text, value: from.value }, site }];
      });
    });
  });
}

/** `store, _, _ = tma_get_copy_fn(atom, 0, layout, sC, gC); store()`: what another file's function makes of the tile stores it. */
function storesByClosures(one: BarrierFunction, run: Run, facts: FileFacts): readonly Store[] {
  const closures = (facts.reached ?? []).filter((there) => there.isClosure && there.from === run.instance.id);
  if (closures.length === 0) return [];
  return one.events.flatMap((event): readonly Store[] => {
    const { callee, span } = event.call;
    const [copied, ...more] = closures
      .filter((there) => there.span.start === span.start)
      .flatMap((there) => there.facts.filter((fact): fact is CallFact => fact.kind === "call" && fact.op === "copy"));
    if (copied === undefined || event.kind !== "call" || callee.kind !== "name") return [];
    const [made, ...others] = givenTo(lastName(callee), one);
    if (made?.kind !== "call" || others.length > 0) return [];
    const from = argument(copied, "source", "src");
    if (from === undefined || more.length > 0 || directionOf(copied) !== "store") return [];
    const tile = { text: run.text(made.span), value: from.value };
    return [{ event, from: tile, site: { item: one.fn.id, span: callee.span } }];
  });
}

/** What the caller gives the parameter that stands there. */
function textGiven(param: string, { call }: BarrierEvent, { fn }: BarrierFunction, run: Run): string | undefined {
  const isBound = call.callee.kind === "member" && fn.params[0]?.name === "self";
  const at = fn.params.findIndex(({ name }) => name === param) - Number(isBound);
  const given = call.args.find(({ name }) => name === param) ?? call.args[at];
  return at < 0 || given === undefined ? undefined : run.text(given.value.span);
}

function isStore(event: BarrierEvent, { fn }: BarrierFunction, run: Run, language: Language): boolean {
  const calls = run.values.calls(event.call.span);
  const isOpen = (call: CallFact): boolean => argument(call, "atom")?.value.kind === "unknown";
  const direction = (call: CallFact) =>
    directionOf(call) ?? (isOpen(call) ? directionByUse(call, fn, language) : undefined);
  return calls.length > 0 && event.barrier === undefined && calls.every((call) => direction(call) === "store");
}

const directionOf = (call: CallFact): "load" | "store" | undefined => tmaDirection(argument(call, "atom")?.value);

/** The page of tma-store-fence. */
export const tmaStoreFencePage = (): RulePage => ({
  doc: `
TMA reads shared memory by another way than the threads that write it (the async proxy). A barrier between threads orders the threads
only: without a fence of the proxies TMA may read what was there before, now and then.

Every thread that wrote fences, then all synchronise, then one thread stores: \`tma_store_fence(); __syncthreads();\`, in the DSL
\`cute.arch.fence_proxy("async.shared", space="cta")\` before \`sync_threads()\`.`,
  references: ["PTX ISA, fence.proxy.async", "cute/arch/copy_sm90_tma.hpp: tma_store_fence (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp("", "\n//  ^^^^ no fence between the threads' writes to this tile and its TMA store"),
      good: cpp("\n  tma_store_fence();"),
    },
    {
      language: "python",
      bad: dsl("", "\n        #    ^^^^ no fence between the threads' writes to this tile and its TMA store"),
      good: dsl('\n    cute.arch.fence_proxy("async.shared", space="cta")'),
    },
  ],
});
