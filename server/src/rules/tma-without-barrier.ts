// PIP002: a TMA load that is copied with no barrier bound to it.

import { tmaOperation } from "../../../src-engine/algebra/tma/operations.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact, Fact } from "../../../src-engine/program/facts.ts";
import type { FunctionItem } from "../../../src-engine/program/ir.ts";
import { argument, declarations } from "./arguments.ts";
import { cppFunction, dslTma } from "./example-text.ts";
import type { Finding, Fix, InstanceRule, RuleContext, RulePage } from "./rule.ts";
import { tmaAtomOf, tmaDirection } from "./tma-atom.ts";
import { directionByUse, tmaByUse } from "./tma-by-use.ts";

const layout = `
    layout = cute.make_layout((128, 64), stride=(64, 1))`;

export const tmaWithoutBarrier: InstanceRule = {
  code: "tma-without-barrier",
  number: "PIP002",
  severity: "error",
  title: "A TMA load is copied without a barrier.",
  on: "instance",
  check: ({ facts, code }, context) =>
    facts.flatMap((fact) => {
      if (fact.kind !== "call" || !fact.certain || fact.op !== "copy") return [];
      const said = judge(fact, facts, context);
      return said.length > 0 || code?.kind !== "function" ? said : byUse(fact, code, context);
    }),
};

/** A copy that takes the tensor of coordinates, or the global side of `tma_partition`, through an atom that is not known. */
function byUse(call: CallFact, fn: FunctionItem, context: RuleContext): readonly Finding[] {
  const atom = argument(call, "atom");
  if (atom?.value.kind !== "unknown") return [];
  // Of a store that is given what a load takes, tma-direction tells.
  if (tmaDirection(atom.value) === "store" || directionByUse(call, fn, context.language) !== "load") return [];
  if (context.language === "python" ? hasBarrier(call, context) : !tmaByUse(fn).has(atom.text)) return [];
  const way = context.language === "cpp" ? `${atom.text}.with(*mbar)` : "cute.copy(…, tma_bar_ptr=barrier)";
  const message = `a TMA load needs a barrier: ${way}; a store takes the tile in shared memory first`;
  return [{ item: call.item, span: atom.span, message, related: [], fixes: [] }];
}

function judge(call: CallFact, facts: readonly Fact[], context: RuleContext): readonly Finding[] {
  const atom = argument(call, "atom");
  const made = tmaAtomOf(atom?.value);
  if (atom === undefined || made === undefined || tmaOperation(made.op)?.direction !== "load") return [];
  if (context.language === "python" && hasBarrier(call, context)) return [];
  const [name, way] =
    context.language === "cpp"
      ? [made.op, `${atom.text}.with(*mbar)`]
      : ["a TMA load", "cute.copy(…, tma_bar_ptr=barrier)"];
  const message = `${name} needs a barrier: ${way}`;
  return [
    {
      item: call.item,
      span: atom.span,
      message,
      related: declarations(context, [atom]),
      fixes: bind(call, atom, facts, context),
    },
  ];
}

/** The barrier that the function has, where it has exactly one. */
function bind(call: CallFact, atom: CallArg, facts: readonly Fact[], context: RuleContext): readonly Fix[] {
  const barriers = facts.filter((fact) => fact.kind === "variable" && fact.item === call.item && isBarrier(fact.value));
  const names = new Set(barriers.map((fact) => (fact.kind === "variable" ? fact.name : "")));
  const [name] = names;
  if (name === undefined || names.size !== 1) return [];
  const { item } = call;
  if (context.language === "cpp") {
    const text = `${atom.text}.with(*${name})`;
    return [{ title: `Bind the barrier: ${text}`, edits: [{ item, span: atom.span, text }] }];
  }
  const end = Math.max(...call.args.map(({ span }) => span.end));
  const text = `, tma_bar_ptr=${name}`;
  return [{ title: `Pass the barrier: tma_bar_ptr=${name}`, edits: [{ item, span: { start: end, end }, text }] }];
}

/** A pointer to the 64-bit integers that barriers are. */
const isBarrier = (value: Value): boolean =>
  value.kind === "pointer" && value.dtype.kind === "dtype" && /^u?int64(_t)?$/i.test(value.dtype.name);

/** Also behind `**arguments`, which may hold it. */
const hasBarrier = (call: CallFact, context: RuleContext): boolean =>
  argument(call, "tma_bar_ptr") !== undefined || context.text(call).includes("**");

/** The page of tma-without-barrier. */
export const tmaWithoutBarrierPage = (): RulePage => ({
  doc: `
A TMA load finishes when its bytes have arrived, and a barrier in shared memory counts them: \`copy(tma.with(barrier), src, dst)\`, in the DSL
\`cute.copy(tma, src, dst, tma_bar_ptr=barrier)\`.
The atom as \`make_tma_copy\` returns it cannot be executed; the compiler says "use of deleted function" and no more.

Bind the barrier (and the multicast mask): \`tma.with(*mbar, mask)\`. Stores need none.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:126-165 (CUTLASS 4.7): copy_unpack of SM90_TMA_LOAD is deleted"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{}, Int<1>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto slice = tma.get_slice(Int<0>{});
  copy(tma, slice.partition_S(gA), slice.partition_D(sA));
  //   ^^^ SM90_TMA_LOAD needs a barrier: tma.with(*mbar)`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{}, Int<1>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto slice = tma.get_slice(Int<0>{});
  copy(tma.with(*mbar), slice.partition_S(gA), slice.partition_D(sA));`),
    },
    {
      language: "python",
      bad: dslTma(
        `
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024, swizzle=swizzle)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), gA)
    cute.copy(tma, tAgA[None, 0, 0], tAsA)
    #         ^^^ a TMA load needs a barrier`,
        layout,
      ),
      good: dslTma(
        `
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024, swizzle=swizzle)
    bar = smem.allocate_array(cutlass.Int64, 1)
    cute.arch.mbarrier_init(bar, 1)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), gA)
    cute.copy(tma, tAgA[None, 0, 0], tAsA, tma_bar_ptr=bar)`,
        layout,
      ),
    },
  ],
});
