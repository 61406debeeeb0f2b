// TMA072: a hand-made Swizzle<B,4,3> that counts elements where TMA counts 16-byte chunks.

import { isStaticTree } from "../../../src-engine/algebra/layout/make.ts";
import type { Layout, Swizzle, Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact, Fact } from "../../../src-engine/program/facts.ts";
import { modeSizes, numberOf } from "../facts/sizes.ts";
import { argument, declarationOf, declarations, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslTma } from "./example-text.ts";
import type { Finding, Fix, InstanceRule, RuleContext, RulePage } from "./rule.ts";
import { swizzleOnPointer } from "./swizzle-on-pointer.ts";
import { elementBits, layoutSwizzle, plainOf, pointerOf } from "./tensor-parts.ts";

export const tmaSwizzleUnits: InstanceRule = {
  code: "tma-swizzle-units",
  number: "TMA072",
  severity: "warning",
  title: "A hand-made swizzle permutes elements where TMA permutes 16-byte chunks.",
  on: "instance",
  check: ({ facts }, context) =>
    facts.flatMap((call) => {
      if (call.kind !== "call" || !call.certain || call.stop !== undefined) return [];
      // The DSL's layouts always count elements; only a tensor that is read through one is wrong.
      const judged = context.language === "cpp" ? tmaConstructions.includes(call.op) : call.op === "tma_partition";
      return judged ? judge(call, facts, context) : [];
    }),
};

function judge(call: CallFact, facts: readonly Fact[], context: RuleContext): readonly Finding[] {
  const smem = argument(call, "smem");
  const layout = smem?.value.kind === "tensor" ? smem.value.layout : smem?.value;
  const bits = elementBits(pointerOf(argument(call, context.language === "cpp" ? "gmem" : "smem")?.value));
  const swizzle = layoutSwizzle(layout?.kind === "unknown" ? undefined : layout);
  if (smem === undefined || layout === undefined || swizzle === undefined || bits === undefined) return [];
  if (isFlagged(layout) || swizzle.b === 0 || swizzle.m !== 4 || bits === 8) return [];
  const name = `${context.language === "cpp" ? "Swizzle" : "S"}<${swizzle.b},${swizzle.m},${swizzle.s}>`;
  const way =
    context.language === "cpp" ? "tile the Layout_*_SW*_Atom of the element type" : "put the swizzle on the pointer";
  const message = `${name} counts elements here: chunks of ${2 * bits} B, where TMA swizzles chunks of 16 B: ${way}`;
  const made = context.language === "cpp" ? handMade(smem, facts) : undefined;
  if (context.language === "cpp" && made === undefined) return [];
  const fixes =
    context.language === "python" ? swizzleOnPointer(facts) : made === undefined ? [] : atomFix(call, made, swizzle);
  return [{ item: call.item, span: smem.span, message, related: declarations(context, [smem]), fixes }];
}

/** A layout for shared-memory pointers, whose swizzle acts on addresses. */
const isFlagged = (value: Value): boolean =>
  value.kind === "type" ? isFlagged(value.of) : value.kind === "composed" && value.offset.kind === "flag";

/**
 * The `composition(Swizzle<…>{}, …)` that initialises the variable. The value alone does not tell: a tiled atom that was sliced at a
 * run-time 0 has lost its flag as well.
 */
function handMade(smem: CallArg, facts: readonly Fact[]): CallFact | undefined {
  const variable = declarationOf(smem, facts);
  return facts.find(
    (fact): fact is CallFact =>
      fact.kind === "call" &&
      fact.op === "composition" &&
      fact.item === variable?.item &&
      fact.span.start === variable.source?.start &&
      fact.span.end === variable.source.end &&
      argument(fact, "left")?.value.kind === "swizzle",
  );
}

/** `auto sA = composition(Swizzle<3,4,3>{}, …);` becomes the tiled atom, where the atom's tile divides the shape. */
function atomFix(call: CallFact, made: CallFact, swizzle: Swizzle): readonly Fix[] {
  const gmem = pointerOf(argument(call, "gmem")?.value);
  const plain = plainOf(argument(call, "smem")?.value);
  if (plain === undefined || gmem?.dtype.kind !== "dtype") return [];
  const text = tiledAtom(plain, swizzle, gmem.dtype.name, gmem.dtype.bits);
  return text === undefined
    ? []
    : [{ title: `Tile the swizzle's atom: ${text}`, edits: [{ item: made.item, span: made.span, text }] }];
}

function tiledAtom(plain: Layout, { b }: Swizzle, name: string, bits: number): string | undefined {
  const sizes = modeSizes(plain)?.map(numberOf);
  const strides =
    plain.stride.kind === "tuple" ? plain.stride.items.map((s) => (s.kind === "num" ? s.value : undefined)) : [];
  const [rows, columns] = sizes ?? [];
  if (sizes?.length !== 2 || rows === undefined || columns === undefined || !isStaticTree(plain.shape))
    return undefined;
  const inner = strides.indexOf(1);
  const chunk = 2 ** (b + 4) / (bits / 8);
  const [along, across] = inner === 1 ? [columns, rows] : [rows, columns];
  if (inner < 0 || along % chunk !== 0 || across % 8 !== 0) return undefined;
  const atom = `GMMA::Layout_${inner === 1 ? "K" : "MN"}_SW${2 ** (b + 4)}_Atom<${name}>{}`;
  return `tile_to_shape(${atom}, make_shape(Int<${rows}>{}, Int<${columns}>{}))`;
}

/** The page of tma-swizzle-units. */
export const tmaSwizzleUnitsPage = (): RulePage => ({
  doc: `
\`GMMA::Layout_K_SW128_Atom<T>\` swizzles byte addresses: its layout carries a flag for shared-memory pointers. \`composition(Swizzle<3,4,3>{},
layout)\` has the same three numbers and swizzles element offsets: for half_t it moves chunks of 32 bytes. TMA reads only the three
numbers and writes chunks of 16 bytes, so whoever reads through the second layout finds other elements.

Tile the atom, \`tile_to_shape(GMMA::Layout_K_SW128_Atom<T>{}, shape)\`; in the DSL keep the swizzle on the pointer:
\`allocate_tensor(dtype, layout.outer, 1024, swizzle=layout.inner)\`.`,
  references: [
    "cute/swizzle_layout.hpp:132-138, cute/pointer_flagged.hpp:108-114 (CUTLASS 4.7)",
    "https://github.com/NVIDIA/cutlass/issues/2634",
  ],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = composition(Swizzle<3, 4, 3>{}, make_layout(Shape<_128, _64>{}, LayoutRight{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //                                            ^^ Swizzle<3,4,3> counts elements here: chunks of 32 B`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(Int<128>{}, Int<64>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});`),
    },
    {
      language: "python",
      bad: dslTma(
        `
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_composed_layout(swizzle, 0, layout), 1024)
    sG = cute.group_modes(sA, 0, 2)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), sG, gA)
    #                                                               ^^ S<3,4,3> counts elements here: chunks of 32 B`,
        `
    layout = cute.make_layout((128, 64), stride=(64, 1))`,
      ),
      good: dslTma(
        `
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024, swizzle=swizzle)
    sG = cute.group_modes(sA, 0, 2)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), sG, gA)`,
        `
    layout = cute.make_layout((128, 64), stride=(64, 1))`,
      ),
    },
  ],
});
