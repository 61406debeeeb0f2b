// LCH003: a grid with more blocks along an axis than the mode has that their index picks.
import { difference, equal, less, ofSymbol, symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { add, ceilDiv, dynamicInt, isInt, isSameInt, ONE, sub } from "../../../src-engine/algebra/int/int.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import { isTuple, leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Shape, Stride, Strides, Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, ItemId, Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { gridsOf } from "../costs/block.ts";
import { evaluated } from "../costs/threads.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { modeSizes } from "../facts/sizes.ts";
import { originOf, threadSymbols } from "../languages/thread-symbols.ts";
import { argument } from "./arguments.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Run, runsOf } from "./barrier-functions.ts";
import { factsByInstance } from "./by-instance.ts";
import { instanceValues } from "./instance-values.ts";
import { extentsOf } from "./launch-cluster.ts";
import type { FileRule, Finding, InstanceFacts, RuleContext, RulePage } from "./rule.ts";
import { projected } from "./tile-coordinate.ts";

const cpp = (grid: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Tensor>
__global__ void kernel(Tensor mA) {
  auto gA = local_tile(mA, Shape<_128, _64>{}, make_coord(blockIdx.x, blockIdx.y));${mark}
  gA(threadIdx.x, 0) = half_t(0);
}
void launch(half_t* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(1024, 512), make_stride(512, Int<1>{}));
  kernel<<<dim3(${grid}), 128>>>(mA);
}`;

const dsl = (grid: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bm, bn, _ = cute.arch.block_idx()
    gA = cute.local_tile(mA, (128, 64), (bm, bn))${mark}
    gA[tidx, 0] = cutlass.Float16(0.0)

@cute.jit
def launch(p: cute.Pointer):
    mA = cute.make_tensor(p, cute.make_layout((1024, 512), stride=(512, 1)))
    kernel(mA).launch(grid=(${grid}, 1), block=(128, 1, 1))
`;

export const gridRange: FileRule = {
  code: "grid-range",
  number: "LCH003",
  severity: "error",
  title: "A grid has more blocks along an axis than the mode has that their index picks.",
  on: "file",
  check: (facts, context) => {
    const kernels = functionsIn(facts.unit.items).filter((fn) => fn.isKernel && usesIn(fn).length > 0);
    if (kernels.length === 0) return [];
    const runs = runsOf(facts, new Set(kernels.map(({ id }) => id)), context);
    const launchers: Launchers = {
      index: evaluated(facts),
      known: new Map(factsByInstance(facts).map((one) => [one.instance.id, one])),
    };
    return kernels.flatMap((fn) =>
      (runs.get(fn.id) ?? []).flatMap((run) => {
        const launch = launchOf(run, launchers);
        return launch === undefined ? [] : inRun(fn, run, launch, context);
      }),
    );
  },
};

interface Launchers {
  readonly index: Parameters<typeof gridsOf>[0];
  readonly known: ReadonlyMap<string, InstanceFacts>;
}

interface Launch {
  readonly item: ItemId;
  readonly span: Span;
  readonly grid: readonly (Int | undefined)[];
}

/** Where all who launch the instance have the same grid. */
function launchOf({ instance }: Run, { index, known }: Launchers): Launch | undefined {
  const [first, ...others] = gridsOf(index, instance.id).map(({ launcher, item, grid }): Launch | undefined => {
    const [start, end] = [grid?.[0]?.span.start, grid?.at(-1)?.span.end];
    const by = known.get(launcher);
    const extents = grid && by && extentsOf(grid, { values: instanceValues(by) });
    if (start === undefined || end === undefined || extents === undefined) return undefined;
    return { item, span: { start, end }, grid: extents };
  });
  const isSame = (one: Launch | undefined): boolean =>
    [0, 1, 2].every((axis) => {
      const [a, b] = [first && blocksAlong(first, axis), one && blocksAlong(one, axis)];
      return a !== undefined && b !== undefined && isSameInt(a, b);
    });
  return others.every(isSame) ? first : undefined;
}

/** What is not written is 1. */
const blocksAlong = ({ grid }: Launch, axis: number): Int | undefined => (axis < grid.length ? grid[axis] : ONE);

/** A coordinate that is a block's index, or so many more, and the mode that it stands at. */
interface Picked {
  readonly axis: number;
  readonly ahead: number;
  readonly mode: number | undefined;
  readonly extent: Int;
  /** Behind the end is memory of others; TMA leaves out what is there, and in a mode of stride 0 all is one element. */
  readonly hasEnd: boolean;
}

function inRun(fn: FunctionItem, run: Run, launch: Launch, context: RuleContext): readonly Finding[] {
  const isGuarded = asksForBounds(fn) || !testsIn(fn).every((test) => isOfThreads(test, run, context));
  const picking = usesIn(fn).flatMap((use) => {
    const picks = picksOf(use, run, context);
    return picks.length === 0 ? [] : [{ use, picks }];
  });
  const wrong = picking.flatMap(({ use, picks }) => {
    const message = crossed(picks, launch, context) ?? (isGuarded ? undefined : beyond(picks, launch, context));
    return message === undefined ? [] : [{ item: fn.id, span: use.span, message, picks }];
  });
  // Where none of several fits, it is the launch that does not.
  const { item, span } = launch;
  const axes = new Set(wrong.flatMap(({ picks }) => picks.map(({ axis }) => axis)));
  const along = picking.filter(({ picks }) => picks.some(({ axis }) => axes.has(axis)));
  if (wrong.length > 1 && wrong.length === along.length) {
    const related = wrong.map((one) => ({ item: fn.id, span: one.span, message: "picked here" }));
    return [{ item, span, message: wrong[0]!.message, related, fixes: [] }];
  }
  const related = [{ item, span, message: "the grid" }];
  return wrong.map((one) => ({ item: fn.id, span: one.span, message: one.message, related, fixes: [] }));
}

function beyond(picks: readonly Picked[], launch: Launch, { print }: RuleContext): string | undefined {
  for (const { axis, ahead, mode, extent, hasEnd } of picks) {
    const blocks = blocksAlong(launch, axis);
    if (blocks === undefined) continue;
    const last = add(sub(blocks, ONE), dynamicInt(ahead));
    // What each block has too much is tile-coordinate's to tell.
    if (!hasEnd || less(last, extent) !== "no" || less(dynamicInt(ahead), extent) === "no") continue;
    const which = mode === undefined ? "the tensor" : `mode ${mode}`;
    return `${which} ends at ${print(sub(extent, ONE))} here, the index goes up to ${print(last)}: the grid has ${print(blocks)} blocks along ${axisNames[axis]}; launch as many as there are, or pick the mode that they count`;
  }
  return undefined;
}

const axisNames = ["x", "y", "z"];

/** Two axes, each with as many blocks as the other's mode has. */
function crossed(picks: readonly Picked[], launch: Launch, { print }: RuleContext): string | undefined {
  for (const one of picks)
    for (const other of picks) {
      const [a, b] = [blocksAlong(launch, one.axis), blocksAlong(launch, other.axis)];
      if (one.axis >= other.axis || a === undefined || b === undefined || one.ahead !== 0 || other.ahead !== 0)
        continue;
      if (equal(a, other.extent) !== "yes" || equal(b, one.extent) !== "yes" || equal(a, b) === "yes") continue;
      return `the grid has ${print(a)} blocks along ${axisNames[one.axis]} and ${print(b)} along ${axisNames[other.axis]}, the modes that they pick have ${print(one.extent)} and ${print(other.extent)}: exchange the two in the launch or in the coordinate`;
    }
  return undefined;
}

type Use = Extract<Expr, { kind: "call" | "index" }>;

/** Calls and subscripts that may take a coordinate. */
const usesIn = remembered((fn: FunctionItem): readonly Use[] => {
  const found: Use[] = [];
  visit(fn.body, (node) => {
    if (node.kind === "call" || node.kind === "index") found.push(node as Use);
  });
  return found;
});

function picksOf(use: Use, run: Run, context: RuleContext): readonly Picked[] {
  const [tile] = run.values.calls(use.span).filter(({ op }) => op === "local_tile");
  if (tile !== undefined) return picksOfTile(tile, context);
  const value = run.values.value(use.kind === "call" ? use.callee : use.object);
  const layout = value?.kind === "tensor" ? value.layout : value;
  if (layout?.kind !== "layout") return [];
  // Sums have no values of their own.
  const coords = use.args.map(({ value: arg }) => run.values.value(arg) ?? run.values.int(arg));
  const [only] = coords;
  const { shape, stride } = layout;
  if (coords.length === 1 && only !== undefined) return picksIn(only, shape, stride, undefined, context);
  if (!isTuple(shape) || !isTuple(stride) || shape.items.length !== coords.length) return [];
  return coords.flatMap((one, i) => (one ? picksIn(one, shape.items[i]!, stride.items[i]!, i, context) : []));
}

function picksIn(
  coord: Value,
  shape: Shape,
  stride: Strides,
  mode: number | undefined,
  context: RuleContext,
): readonly Picked[] {
  if (coord.kind === "tuple") {
    if (!isTuple(shape) || !isTuple(stride) || shape.items.length !== coord.items.length) return [];
    return coord.items.flatMap((one, i) => picksIn(one, shape.items[i]!, stride.items[i]!, i, context));
  }
  const at = blockIndex(coord, context);
  return at === undefined ? [] : [{ ...at, mode, extent: product(shape), hasEnd: isMemory(stride) }];
}

function picksOfTile(call: CallFact, context: RuleContext): readonly Picked[] {
  if (call.stop !== undefined) return [];
  const tensor = argument(call, "tensor", "input")?.value;
  const layout = tensor?.kind === "tensor" ? tensor.layout : tensor;
  const projection = argument(call, "projection", "proj")?.value;
  const tiles = projected(argument(call, "tiler")?.value, projection);
  const coords = projected(argument(call, "coord")?.value, projection);
  const sizes = modeSizes(tensor);
  if (layout?.kind !== "layout" || !isTuple(layout.stride) || !sizes || !tiles || tiles.length !== coords?.length)
    return [];
  const strides = layout.stride.items;
  return coords.flatMap((coord, mode) => {
    const [at, tile, size, stride] = [blockIndex(coord, context), tiles[mode], sizes[mode], strides[mode]];
    if (at === undefined || !tile || !isInt(tile) || !size || !isInt(size) || !stride) return [];
    return [{ ...at, mode, extent: ceilDiv(size, tile), hasEnd: isMemory(stride) }];
  });
}

const isMemory = (stride: Strides): boolean => {
  const leaves = leavesOf<Stride>(stride);
  return leaves.every(({ kind }) => kind !== "basis") && !leaves.every((one) => one.kind === "num" && one.value === 0);
};

/** Of a coordinate that is a block's index and so many more. */
function blockIndex(coord: Value, { language }: RuleContext): { axis: number; ahead: number } | undefined {
  if (!isInt(coord)) return undefined;
  const [atom, ...others] = symbolsOf(coord);
  if (atom === undefined || others.length > 0) return undefined;
  const axis = threadSymbols[language].block.findIndex((one) => one.test(originOf(atom)));
  const ahead = difference(coord, ofSymbol(atom));
  return axis < 0 || ahead === undefined || ahead < 0 ? undefined : { axis, ahead };
}

/** Whoever asks whether a coordinate is in bounds may launch as many blocks as he likes. */
const asksForBounds = remembered((fn: FunctionItem): boolean => {
  let asks = false;
  visit(fn.body, (node) => {
    if (node.kind === "call" && bounding.test(lastName((node as Use & { kind: "call" }).callee))) asks = true;
    if (node.kind === "call" && (node as Use).args.some(({ name }) => name === "pred")) asks = true;
  });
  return asks;
});

const bounding = /^(?:elem_less|copy_if)$/;

const testsIn = remembered((fn: FunctionItem): readonly Expr[] => {
  const found: Expr[] = [];
  visit(fn.body, (node) => {
    const { test } = node as { readonly test?: Expr };
    if (test !== undefined && /^(?:if|while|cond)$/.test(node.kind)) found.push(test);
  });
  return found;
});

/** No block takes another way there than the others. */
function isOfThreads(test: Expr, run: Run, context: RuleContext): boolean {
  if (test.kind === "int" || test.kind === "bool" || test.kind === "none") return true;
  if (test.kind === "unary" || test.kind === "cast") return isOfThreads(test.value, run, context);
  if (test.kind === "binary") return isOfThreads(test.left, run, context) && isOfThreads(test.right, run, context);
  const value = run.values.value(test);
  if (value === undefined || !isInt(value)) return false;
  const { block } = threadSymbols[context.language];
  return symbolsOf(value).every((atom) => !block.some((one) => one.test(originOf(atom))));
}

/** The page of grid-range. */
export const gridRangePage = (): RulePage => ({
  doc: `
\`local_tile(mA, tile, make_coord(blockIdx.x, blockIdx.y))\` gives each block its tile. Where the launch has more blocks along x than mode 0
has tiles, the last ones read and write what lies behind the tensor: CuTe asks for no bounds. Mostly two axes were exchanged, in the launch
or in the coordinate; that is told also where sizes are known at run time only, and through TMA, which leaves out what is out of bounds.
Of kernels that ask for bounds (\`elem_less\`, \`copy_if\`, a predicate, an \`if\` of the block's index) nothing else is said.

Launch \`ceil_div(extent, tile)\` blocks along the axis whose index picks that mode.`,
  references: ["cute/tensor_impl.hpp:1016-1130 (CUTLASS 4.7): coordinates are not checked"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "16, 8",
        "\n  //        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ mode 0 ends at 7 here, the index goes up to 15",
      ),
      good: cpp("8, 8"),
    },
    {
      language: "python",
      bad: dsl(
        "16, 8",
        "\n    #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ mode 0 ends at 7 here, the index goes up to 15",
      ),
      good: dsl("8, 8"),
    },
  ],
});
