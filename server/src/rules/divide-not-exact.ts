// LAY012: a divide whose tiler does not fit the layout: elements are lost, refused, or made up for the last tile.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import { numberOf, sizeOf } from "../facts/sizes.ts";
import { argument, declarations, guilty, refusal } from "./arguments.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { isShapeAlone } from "./shape-alone.ts";

export const divideNotExact: CallRule = {
  code: "divide-not-exact",
  number: "LAY012",
  severity: "warning",
  title: "A divide does not come out even: its tiler does not divide the layout.",
  on: "call",
  ops: ["logical_divide", "zipped_divide", "tiled_divide", "flat_divide", "local_tile"],
  unless: (call, others, around) =>
    hasRemainder(call) &&
    (others.some((other) => isPredicate(other, call)) ||
      around?.facts.some(isQuestion) === true ||
      (around?.code !== undefined && isShapeAlone(call.span, around.code))),
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const layout = argument(call, "layout", "tensor", "a") ?? call.args[0];
  const tiler = argument(call, "tiler", "b") ?? call.args[1];
  if (layout === undefined || tiler === undefined) return [];
  const related = declarations(context, [layout, tiler]);
  const what = (does: string) =>
    `${call.op}: the tiler ${context.print(tiler.value)} ${does} ${context.print(layoutOf(layout.value))}`;
  const finding = (message: string, severity: "error" | "warning" | "information"): readonly Finding[] => [
    { ...guilty(call, tiler), message, severity, related, fixes: [] },
  ];
  if (refusal(call, "layout.hpp:1077", "layout.hpp:1101") !== undefined)
    return finding(`${what("does not divide")}: CuTe refuses it; choose a tile that divides the mode`, "error");
  if (call.needs.some((need) => need.kind === "exact" && need.holds === "no"))
    return finding(
      `${what("does not divide")}: the result addresses other elements; choose a tile that divides the mode`,
      "warning",
    );
  const before = numberOf(sizeOf(layout.value));
  const after = call.op === "local_tile" ? undefined : numberOf(sizeOf(call.result));
  if (before === undefined || after === undefined || before === after) return [];
  // There is no whole tile: a cluster of one, what stands for more than it holds.
  if (after > before && isLarger(tiler.value, before)) return [];
  if (after < before) return finding(`${what("leaves out elements of")}: ${after} of ${before} remain`, "warning");
  return finding(
    `${what("leaves a remainder in")}: the tiles cover ${after} of ${before}, predicate the last`,
    "information",
  );
}

/** Nothing but that the last tile is not whole. */
const hasRemainder = ({ result, needs }: CallFact): boolean =>
  result.kind !== "unknown" && needs.every(({ holds }) => holds !== "no");

/** `if (!evenly_divides(shape, tile))` asks for the remainder. */
const isQuestion = (fact: Fact): boolean =>
  fact.kind === "expression" && fact.value.kind === "builtin" && fact.value.name === "evenly_divides";

/** Coordinates divided alike say which elements are there: the code knows of the remainder. */
function isPredicate(other: CallFact, call: CallFact): boolean {
  const [tensor] = other.args.map(({ value }) => value);
  if (other.op !== call.op || tensor?.kind !== "tensor" || tensor.engine.kind !== "arith") return false;
  const sizes = [other, call].map(({ args, result }) => [sizeOf(args[0]?.value), sizeOf(result)].map(numberOf).join());
  return sizes[0] === sizes[1];
}

const layoutOf = (value: CallFact["result"]) => (value.kind === "tensor" ? value.layout : value);

function isLarger(tiler: Value, size: number): boolean {
  const items = tiler.kind === "tuple" ? tiler.items : [tiler];
  const tile = items.reduce((all, one) => all * (numberOf(sizeOf(one)) ?? Number.NaN), 1);
  return tile > size;
}

/** The page of divide-not-exact. */
export const divideNotExactPage = (): RulePage => ({
  doc: `
\`logical_divide(A, B)\` and its kin compose A with B and B's complement. Where B's shapes and strides do not divide A's modes,
CuTe refuses at compile time when the numbers are static; with dynamic numbers the result silently addresses other elements
than those of A. A tile that leaves a remainder gives a last tile that reaches beyond the layout: that is information, since
kernels do it on purpose and predicate the copy. Nothing is said where the code knows of it: it asks whether the tiler divides evenly,
divides coordinates alike, or takes no more than the shape, for the number of tiles.`,
  references: [
    "cute/layout.hpp:1077 and :1101 (CUTLASS 4.7): the divisibility conditions of composition",
    "https://github.com/NVIDIA/cutlass/issues/3513",
  ],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_6{}, _8{}), make_stride(_8{}, _1{}));
  auto b = logical_divide(a, _4{});
  //                         ^^^^ logical_divide: the tiler _4 does not divide (_6,_8):(_8,_1)
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_8{}, _8{}), make_stride(_8{}, _1{}));
  auto b = logical_divide(a, _4{});
}`,
    },
    {
      language: "python",
      bad: `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((6, 8), stride=(8, 1))
    b = cute.logical_divide(a, 4)
    #                          ^ logical_divide: the tiler 4 does not divide (6,8):(8,1)
`,
      good: `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((8, 8), stride=(8, 1))
    b = cute.logical_divide(a, 4)
`,
    },
  ],
});
