// TMA004: a stride of the global tensor that a descriptor cannot hold.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, declarationOf, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { Finding, Fix, InstanceRule, RuleContext, RulePage } from "./rule.ts";
import { atConstruction, isTypeOnly } from "./tma-atom.ts";

export const tmaStride: InstanceRule = {
  code: "tma-stride",
  number: "TMA004",
  severity: "error",
  title: "A stride of the global tensor is not a multiple of 16 bytes, or is 2^40 bytes or more.",
  on: "instance",
  check: ({ facts }, context) =>
    facts.flatMap((call) =>
      call.kind === "call" && call.certain && tmaConstructions.includes(call.op) ? check(call, facts, context) : [],
    ),
};

/** Lines of the assertions: 977, 979, … below 2^40; 978, 980, … a multiple of 16. */
const tooLong = [977, 979, 981, 983].map((line) => `copy_traits_sm90_tma.hpp:${line}`);
const notWhole = [978, 980, 982, 984].map((line) => `copy_traits_sm90_tma.hpp:${line}`);

function check(call: CallFact, facts: readonly Fact[], context: RuleContext): readonly Finding[] {
  const { stop } = call;
  const value = stop?.facts?.value;
  if (stop?.at === undefined || value === undefined || isTypeOnly(call, context)) return [];
  const dimension = numberOf(stop.facts?.mode) ?? 1;
  const bytes = numberOf(value) ?? context.print(value);
  if (tooLong.includes(stop.at))
    return [
      atConstruction(
        call,
        context,
        `the stride of TMA dimension ${dimension} is ${bytes} B; it must be 0 to 2^40 - 1 B`,
        argument(call, "gmem"),
      ),
    ];
  if (!notWhole.includes(stop.at)) return [];
  const message = `the stride of TMA dimension ${dimension} is ${bytes} B; TMA needs a multiple of 16 B${wayOut(stop.facts?.bits, value)}`;
  return [{ ...atConstruction(call, context, message, argument(call, "gmem")), fixes: padFix(call, facts, context) }];
}

/** The stride as a number in the tensor's declaration becomes the next multiple of 16 bytes. */
function padFix(call: CallFact, facts: readonly Fact[], context: RuleContext): readonly Fix[] {
  const [bits, bytes] = [numberOf(call.stop?.facts?.bits), numberOf(call.stop?.facts?.value)];
  const variable = declarationOf(argument(call, "gmem"), facts);
  if (bits === undefined || bytes === undefined || variable?.source === undefined) return [];
  const [from, to] = [(bytes * 8) / bits, (Math.ceil(bytes / 16) * 128) / bits];
  const text = context.text({ item: variable.item, span: variable.source });
  const places = [...text.matchAll(new RegExp(`(?<![\\w.])${from}(?![\\w.])`, "g"))];
  const [place] = places;
  if (place === undefined || places.length !== 1) return [];
  const start = variable.source.start + place.index;
  const span = { start, end: start + place[0].length };
  return [{ title: `Pad the stride to ${to} elements`, edits: [{ item: variable.item, span, text: String(to) }] }];
}

function wayOut(bits: Value | undefined, value: Value): string {
  const size = numberOf(bits);
  const bytes = numberOf(value);
  if (size === undefined || bytes === undefined) return ": pad the leading dimension";
  return `: pad the leading dimension to ${(Math.ceil(bytes / 16) * 128) / size} elements`;
}

/** The page of tma-stride. */
export const tmaStridePage = (): RulePage => ({
  doc: `
Every dimension of a descriptor but the first has a stride in bytes that must be a multiple of 16 and below 2^40; CuTe's host
code asserts it and the driver rejects it. A leading dimension of half_t must be a multiple of 8 elements, of float a
multiple of 4.

Pad the leading dimension when the tensor is allocated. In the DSL tell the compiler what is known: \`cute.assume(ld, divby=8)\`.
Where the stride is not known before the run nothing is reported; the hover lists the obligation.`,
  references: [
    "cute/atom/copy_traits_sm90_tma.hpp:977-984 (CUTLASS 4.7)",
    "CUDA Driver API, cuTensorMapEncodeTiled: globalStrides",
  ],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1000), make_stride(1001, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //                                        ^^ the stride of TMA dimension 1 is 2002 B; TMA needs a multiple of 16 B: pad the leading dimension to 1008 elements`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1000), make_stride(1008, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1001), stride=(1001, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))
    #                                              ^^ the stride of TMA dimension 1 is 2002 B; TMA needs a multiple of 16 B: pad the leading dimension to 1008 elements`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1001), stride=(1008, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))`),
    },
  ],
});
