// PIP020: a TMA store of what threads wrote to shared memory, with no fence between.

import { tmaOperation } from "../../../src-engine/algebra/tma/operations.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { CallFact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Block, Expr, Pattern, Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../costs/uniform.ts";
import { argument } from "./arguments.ts";
import type { BarrierEvent, Test } from "./barrier-events.ts";
import { type BarrierFunction, barrierFunctions, type Run } from "./barrier-functions.ts";
import { type Threads, threadsIn } from "./barrier-threads.ts";
import { hasOpaque, leadsTo, leaves } from "./leads-to.ts";
import type { FileRule, Finding, RuleContext, Site } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";
import { tmaAtomOf } from "./tma-atom.ts";

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
  on: "file",
  check: (facts, context) =>
    barrierFunctions(facts, context).flatMap((one) => one.runs.flatMap((run) => inRun(one, run, facts, context))),
};

/** Calls that may fence are none of the library's: a function of the project, inline assembly. */
const library =
  /^(?:copy|gemm|make_\w+|partition_\w+|retile\w*|get_\w+|local_\w+|group_modes|slice_?|size\w*|__syncthreads|sync_threads|barrier\w*|sync|tma_\w+|print\w*|clear|fill|with|select|coalesce|flatten|recast\w*|append|tensor|cosize\w*|ceil_div|canonical_\w+|elect_\w+|elect_one|warp_idx|lane_idx|thread_idx|block_idx|cluster_\w+|fence_\w*barrier\w*|prefetch\w*|autovec_copy|basic_copy|copy_aligned|cp_async_\w+|allocate\w*|SmemAllocator|data_ptr|begin|data|range\w*|axpby|transform|assert|arrive\w*|wait\w*|arrive_and_wait)$/;

function inRun(one: BarrierFunction, run: Run, facts: FileFacts, context: RuleContext): readonly Finding[] {
  const stores = one.events.flatMap((event) => (event.kind === "copy" && isStore(event, run) ? [event] : []));
  if (stores.length === 0) return [];
  const threads = threadsIn(one, run, facts);
  const writes = [...copied(run), ...assigned(one, run)].sort((a, b) => b.site.span.start - a.site.span.start);
  return stores.flatMap((event) => {
    const call = run.values.calls(event.call.span)[0];
    const write = writes.find(({ site, to }) => site.span.start < event.at.start && isSame(to, call, one, run));
    if (call === undefined || write === undefined || !isUnfenced(write, event, { one, run, threads })) return [];
    const way =
      context.language === "cpp"
        ? "tma_store_fence() before the threads synchronise"
        : 'cute.arch.fence_proxy("async.shared", space="cta") before the threads synchronise';
    const message = `no fence between the threads' writes to this tile and its TMA store: ${way}`;
    const related = [{ ...write.site, message: "written here" }];
    return [{ item: one.fn.id, span: call.nameSpan, message, related, fixes: [] }];
  });
}

interface Around {
  readonly one: BarrierFunction;
  readonly run: Run;
  readonly threads: Threads;
}

/** The last write of the tile comes before the store on every way to it, and nothing between the two may be a fence. */
function isUnfenced({ site }: Write, store: BarrierEvent, around: Around): boolean {
  const { at, order } = store;
  const { one, run } = around;
  const between = one.events.filter((event) => event.at.start > site.span.start && event.order < order);
  const mayFence = between.some((event) => event.kind === "fence" || (event.kind === "call" && isForeign(event, run)));
  return !mayFence && isWritten(site.span, store, around) && !hasOpaque(one.fn, site.span, at);
}

/** Whoever comes to the store has come past the write, or some thread of the block certainly has: `if (tid < 64) s(tid) = x;`. */
function isWritten(write: Span, store: BarrierEvent, { one, threads }: Around): boolean {
  if (leadsTo(one.fn, write, store.at)) return true;
  const tests = testsTo(one.fn.body ?? [], write);
  const [own = [], others = []] = [tests, testsTo(one.fn.body ?? [], store.at)];
  const isExcluded = others.some(({ test, holds }) =>
    own.some((one) => one.test.span.start === test.span.start && one.holds !== holds),
  );
  if (!one.fn.isKernel || tests === undefined || isExcluded || write.start > store.at.start) return false;
  const reached = threads.most({ ...store, around: { id: 0, via: "body", tests }, tests });
  return reached.isExact && reached.threads > 0;
}

/** The conditions above a place; undefined where it stands in another function. */
function testsTo(block: Block, place: Span): readonly Test[] | undefined {
  const left: Test[] = [];
  for (const stmt of block) {
    if (stmt.span.start > place.start || place.end > stmt.span.end) {
      if (stmt.kind === "if" && stmt.else.length === 0 && leaves(stmt.then))
        left.push({ test: stmt.test, holds: false });
      continue;
    }
    const inside = blocksOf(stmt).flatMap((each, index) => {
      const found = holdsPlace(each, place) ? testsTo(each, place) : undefined;
      if (found === undefined) return [];
      return [stmt.kind === "if" ? [{ test: stmt.test, holds: index === 0 }, ...found] : found];
    });
    const isOwn = stmt.kind === "expr" || stmt.kind === "let";
    return inside[0] === undefined ? (isOwn ? left : undefined) : [...left, ...inside[0]];
  }
  return undefined;
}

const holdsPlace = (block: Block, place: Span): boolean =>
  block.some(({ span }) => span.start <= place.start && place.end <= span.end);

function isStore(event: BarrierEvent, run: Run): boolean {
  const calls = run.values.calls(event.call.span);
  return calls.length > 0 && calls.every((call) => directionOf(call) === "store");
}

const directionOf = (call: CallFact): "load" | "store" | undefined =>
  tmaOperation((tmaAtomOf(argument(call, "atom")?.value)?.op ?? "").replace(/_OP$/, ""))?.direction;

/** A place in shared memory that threads write. */
interface Write {
  readonly site: Site;
  readonly to: { readonly text: string; readonly value: Value | undefined };
}

const inShared = ({ to }: Write): boolean => pointerOf(to.value)?.space === "smem";

/** The copies by threads to shared memory whose place is known. */
const copied = (run: Run): readonly Write[] =>
  run.facts
    .filter(
      (fact): fact is CallFact =>
        fact.kind === "call" && /^(?:copy|copy_aligned|autovec_copy|basic_copy)$/.test(fact.op),
    )
    .filter((call) => tmaAtomOf(argument(call, "atom")?.value) === undefined)
    .flatMap((call) => {
      const to = argument(call, "destination", "dst");
      return to === undefined ? [] : [{ site: { item: call.item, span: call.span }, to }];
    })
    .filter(inShared);

/** `s(i) = x`, `s[i] = x`. */
function assigned({ fn }: BarrierFunction, run: Run): readonly Write[] {
  const found: Write[] = [];
  visit(fn.body, (node) => {
    const { target } = node as { readonly target?: Pattern };
    if (node.kind !== "assign" || target?.kind !== "place") return;
    const { expr } = target;
    const tensor = expr.kind === "index" ? expr.object : expr.kind === "call" ? expr.callee : undefined;
    if (tensor === undefined) return;
    const to = { text: run.text(tensor.span), value: run.values.value(tensor) };
    found.push({ site: { item: fn.id, span: expr.span }, to });
  });
  return found.filter(inShared);
}

/** Both in the same buffer: of one base, or cut from one tensor. */
function isSame(to: Write["to"], store: CallFact | undefined, one: BarrierFunction, run: Run): boolean {
  const from = store === undefined ? undefined : argument(store, "source", "src");
  const [a, b] = [pointerOf(to.value), pointerOf(from?.value)];
  if (from === undefined || a === undefined || b === undefined) return false;
  if (a.base !== undefined || b.base !== undefined) return a.base === b.base;
  const whole = originsOf(to.text, one, run);
  return [...originsOf(from.text, one, run)].some((name) => whole.has(name));
}

/** The tensors of shared memory, by name, that the expression is cut from: those that are cut from no other. */
function originsOf(text: string, one: BarrierFunction, run: Run): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const open = namesIn(text);
  while (open.length > 0) {
    const name = open.pop() ?? "";
    if (seen.has(name) || !isShared(name, run)) continue;
    seen.add(name);
    const given = givenTo(name, one);
    const parts = given.flatMap((value) => namesIn(run.text(value.span)));
    if (parts.some((part) => part !== name && isShared(part, run))) open.push(...parts);
    else
      for (const place of [name, ...given.flatMap((value) => placeIn(value) ?? [])]) found.add(placeText(place, run));
  }
  return found;
}

const placeText = (place: Expr | string, run: Run): string =>
  typeof place === "string" ? place : run.text(place.span).replace(/\s+/g, "");

/** Where a tensor lies: `storage.data()` of `make_tensor(make_smem_ptr(storage.data()), layout)`. */
function placeIn(expr: Expr): Expr | undefined {
  if (expr.kind === "cast") return placeIn(expr.value);
  if (expr.kind !== "call") return undefined;
  const [first] = expr.args;
  const isOf = (name: string, of: Expr): boolean => of.kind === "name" && of.path.at(-1) === name;
  if (first === undefined || !isOf("make_tensor", expr.callee)) return undefined;
  const { value } = first;
  const [inside] = value.kind === "call" && isOf("make_smem_ptr", value.callee) ? value.args : [];
  return inside?.value;
}

const namesIn = (text: string): string[] => text.match(/[A-Za-z_]\w*/g) ?? [];

/** What the function gives the name, alone or among others. */
function givenTo(name: string, { fn }: BarrierFunction): readonly Expr[] {
  const found: Expr[] = [];
  visit(fn.body, (node) => {
    if (node.kind !== "let" && node.kind !== "assign") return;
    const { target, init, value } = node as { readonly target?: Pattern; readonly init?: Expr; readonly value?: Expr };
    if (target === undefined) return;
    const names = target.kind === "unpack" ? target.items : [target];
    const given = init ?? value;
    if (given !== undefined && names.some((one) => one.kind === "bind" && one.name === name)) found.push(given);
  });
  return found;
}

const isShared = (name: string, run: Run): boolean =>
  run.facts.some(
    (fact) =>
      fact.kind === "variable" &&
      fact.name === name &&
      fact.value.kind === "tensor" &&
      pointerOf(fact.value)?.space === "smem",
  );

function isForeign({ call }: BarrierEvent, run: Run): boolean {
  const { callee } = call;
  if (library.test(lastName(callee))) return false;
  const value = run.values.value(callee);
  return value === undefined || value.kind === "function" || value.kind === "unknown";
}
