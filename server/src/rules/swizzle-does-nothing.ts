// COST004: a swizzle whose bits the layout never sets: every address stays what it was.
import { cosize } from "../../../src-engine/algebra/layout/coords.ts";
import type { ComposedLayout, Swizzle, Tensor } from "../../../src-engine/algebra/value.ts";
import type { VariableFact } from "../../../src-engine/program/facts.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { attempt } from "../facts/attempt.ts";
import { numberOf } from "../facts/sizes.ts";
import { cppTile, dslTile } from "./cost-examples.ts";
import type { Finding, InstanceRule, RuleContext, RulePage } from "./rule.ts";

export const swizzleDoesNothing: InstanceRule = {
  code: "swizzle-does-nothing",
  number: "COST004",
  severity: "hint",
  title: "A swizzle reads bits that no offset of its layout has.",
  on: "instance",
  check: ({ facts, instance }, context) =>
    instance.certain ? facts.flatMap((fact) => (fact.kind === "variable" ? judge(fact, context) : [])) : [],
};

/** The DSL swizzles the bytes of what lies in shared memory: so many bytes at most an offset of the layout stands for. */
const widest: Readonly<Record<Language, number>> = { cpp: 1, python: 8 };

function judge(fact: VariableFact, context: RuleContext): readonly Finding[] {
  const found = swizzledLayout(fact.value);
  if (found === undefined || fact.role === "parameter" || fact.source === undefined) return [];
  const { swizzle, inner } = found;
  if (swizzle.b === 0 || swizzle.s <= 0) return [];
  const end = numberOf(attempt(context.language, (ctx) => cosize(ctx, inner)));
  const lowest = swizzle.m + swizzle.s;
  if (end === undefined || end <= 1 || end * widest[context.language] > 2 ** lowest) return [];
  const name = `Swizzle<${swizzle.b},${swizzle.m},${swizzle.s}>`;
  const message = `${fact.name}: ${name} reads bits ${lowest} and up, and the offsets end at ${end - 1}: nothing moves`;
  return [{ item: fact.item, span: fact.span, message, related: [], fixes: [] }];
}

/** A whole layout with a swizzle over it, made here: no view into a larger buffer, whose other bits are set. */
function swizzledLayout(
  value: VariableFact["value"],
): { readonly swizzle: Swizzle; readonly inner: Extract<ComposedLayout["inner"], { kind: "layout" }> } | undefined {
  const layout: Tensor["layout"] | undefined = value.kind === "composed" ? value : undefined;
  if (layout?.kind !== "composed" || layout.outer.kind !== "swizzle" || layout.inner.kind !== "layout")
    return undefined;
  if (layout.offset.kind !== "num" || layout.offset.value !== 0) return undefined;
  return { swizzle: layout.outer, inner: layout.inner };
}

/** The page of swizzle-does-nothing. */
export const swizzleDoesNothingPage = (): RulePage => ({
  doc: `
\`Swizzle<B,M,S>\` XORs the B bits from bit M+S on onto those from bit M on. Where the layout's offsets end below bit M+S these bits are
never set, and the swizzle moves nothing: a tile of 32 half_t rows of 8 under \`Swizzle<3,3,6>\` is the plain tile.

Choose S so that the bits read are those of the row, as \`log2\` of the row's length in units of 2^M elements says.

CuTe DSL swizzles bytes where the layout becomes that of a tensor in shared memory: there the rule speaks only where nothing moves
whatever the element type.`,
  references: ["cute/swizzle.hpp:44-58 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cppTile(`  auto layout = composition(Swizzle<2, 3, 7>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  //   ^^^^^^ layout: Swizzle<2,3,7> reads bits 10 and up, and the offsets end at 1023: nothing moves`),
      good: cppTile("  auto layout = composition(Swizzle<2, 3, 4>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{});"),
    },
    {
      language: "python",
      bad: dslTile(`    layout = cute.make_composed_layout(cute.make_swizzle(2, 3, 10), 0, cute.make_layout((32, 32), stride=(32, 1)))
#   ^^^^^^ layout: Swizzle<2,3,10> reads bits 13 and up, and the offsets end at 1023: nothing moves`),
      good: dslTile(
        "    layout = cute.make_composed_layout(cute.make_swizzle(1, 4, 3), 0, cute.make_layout((8, 16), stride=(16, 1)))",
      ),
    },
  ],
});
