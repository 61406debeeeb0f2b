// SMEM003: a tensor that reaches past the array it lies in.
import type { Pointer } from "../../../src-engine/algebra/value.ts";
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { numberOf, sizeOf } from "../facts/sizes.ts";
import { argument, declarations } from "./arguments.ts";
import { dslKernel } from "./example-text.ts";
import { namesIn } from "./made-by.ts";
import type { Finding, InstanceRule, RuleContext, RulePage } from "./rule.ts";
import { bytesReached, elementBits, pointerOf } from "./tensor-parts.ts";
import { isTouched } from "./tensor-touched.ts";

const cpp = (extent: string, mark: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
using Padded = Layout<Shape<_64, _64>, Stride<_72, _1>>;
__global__ void kernel() {
  __shared__ half_t buffer[${extent}];
  auto sA = make_tensor(make_smem_ptr(buffer), Padded{});${mark}
}`;

const dsl = (extent: string, mark: string): string =>
  dslKernel(`
    layout = cute.make_layout((64, 64), stride=(72, 1))

    @cute.struct
    class Storage:
        buffer: cute.struct.MemRange[cutlass.Float16, ${extent}]

    storage = smem.allocate(Storage)
    sA = storage.buffer.get_tensor(layout)${mark}`);

export const smemArray: InstanceRule = {
  code: "smem-array-size",
  number: "SMEM003",
  severity: "error",
  title: "A tensor reaches past the end of the array that it lies in.",
  on: "instance",
  ofAssumed: true,
  check: ({ facts, code }, context) => {
    const made = facts
      .filter((fact) => fact.kind === "call")
      .filter(
        ({ op, certain, assumed }) => (certain || assumed === true) && (op === "make_tensor" || op === "get_tensor"),
      );
    return made.flatMap((call) =>
      inCall(call, made, context).filter(
        ({ severity }) => severity !== "information" || code?.kind !== "function" || !isPlaceholder(call, facts, code),
      ),
    );
  },
};

/** A tensor that is asked for its shape alone, as for the registers that are made after it, reaches nowhere. */
function isPlaceholder(made: CallFact, facts: readonly Fact[], fn: FunctionItem): boolean {
  const [name] =
    [...namesIn(fn).values].find(([, all]) => all.some(({ span }) => span.start === made.span.start)) ?? [];
  const makesRegisters = ({ span }: Expr): boolean =>
    facts.some(
      (fact) =>
        fact.kind === "call" &&
        fact.span.start === span.start &&
        fact.span.end === span.end &&
        /^partition_fragment_/.test(fact.op) &&
        pointerOf(fact.result)?.space === "rmem",
    );
  return name !== undefined && !isTouched(fn, name, makesRegisters);
}

/** The tensor over the whole array, where it is made: what is cut from it later lies inside. */
function inCall(call: CallFact, made: readonly CallFact[], context: RuleContext): readonly Finding[] {
  const value = call.result;
  const pointer = pointerOf(value);
  if (value.kind !== "tensor" || pointer?.room === undefined || value.layout.kind === "unknown") return [];
  const reach = bytesReached(value, context);
  const bits = elementBits(pointer);
  if (reach === undefined || bits === undefined || reach <= pointer.room) return [];
  const elements = numberOf(sizeOf(value.layout));
  const gaps = elements !== undefined && (elements * bits) / 8 <= pointer.room;
  const base = pointer.base ?? (context.language === "cpp" ? "its array" : "its storage");
  const way = gaps ? "allocate cosize, not size" : "make the array as long as the layout's cosize";
  const message = `the tensor reaches ${reach} B into ${base}, which has ${pointer.room} B: ${way}`;
  const related = declarations(context, [argument(call, "engine"), argument(call, "layout")]);
  const isNamed = pointer.base !== undefined;
  const isPlain =
    gaps ||
    (isNamed && !isFurtherView(pointer, made, context)) ||
    (call.op === "get_tensor" && isBehindAll(pointer, reach));
  const severity = isPlain ? "error" : isOverrun(pointer, reach, made, context) ? "warning" : "information";
  return [{ item: call.item, span: call.nameSpan, message, severity, related, fixes: [] }];
}

/**
 * Past the end of the whole storage nothing of it lies. A field without elements stands for what a launch asks for more; of a further
 * view of the field only a part may be used.
 */
const isBehindAll = ({ rest, room }: Pointer, reach: number): boolean =>
  rest !== undefined && room !== undefined && room > 0 && reach > rest;

/**
 * A field may be overrun into its neighbour on purpose: an output tile over two input buffers. Not where nothing else lies in the
 * field, and something of its own in what it is overrun into.
 */
function isOverrun(pointer: Pointer, reach: number, made: readonly CallFact[], context: RuleContext): boolean {
  const { room } = pointer;
  const within = placeOf(pointer);
  if (within === undefined || room === undefined) return false;
  const fitting = placesThatFit(made, context);
  return !fitting.includes(within) && fitting.some((other) => other >= within + room && other < within + reach);
}

/** Another tensor that fits lies in the same field: of this one, over fields that nobody needs any more, it is the other use. */
function isFurtherView(pointer: Pointer, made: readonly CallFact[], context: RuleContext): boolean {
  const within = placeOf(pointer);
  return within !== undefined && placesThatFit(made, context).includes(within);
}

/** Where the tensors lie that fit their fields. */
const placesThatFit = (made: readonly CallFact[], context: RuleContext): readonly number[] =>
  made.flatMap(({ result }) => {
    const other = pointerOf(result);
    const place = other === undefined ? undefined : placeOf(other);
    if (result.kind !== "tensor" || place === undefined || other?.room === undefined) return [];
    return (bytesReached(result, context) ?? Number.POSITIVE_INFINITY) <= other.room ? [place] : [];
  });

const placeOf = ({ within, apart }: Pointer): number | undefined => within ?? apart;

/** The page of smem-array-size. */
export const smemArrayPage = (): RulePage => ({
  doc: `
A layout with gaps reaches farther than it has elements: (64,64):(72,1) has 4096 elements and its last one stands at 4599. An
array for it needs \`cosize\` elements, not \`size\`; what is too small overwrites the neighbour. A further, larger view of a field is
information, and nothing where the kernel asks it for its shape alone.

Declare the array with \`cosize_v<Layout>\`, in the DSL \`cute.cosize(layout)\`.`,
  references: ["cute/layout.hpp: cosize (CUTLASS 4.7)", "https://github.com/leimao/CUTLASS-Examples/issues/7"],
  examples: [
    {
      language: "cpp",
      bad: cpp("size(Padded{})", "\n  //        ^^^^^^^^^^^ the tensor reaches 9200 B into buffer, which has 8192 B"),
      good: cpp("cosize_v<Padded>", ""),
    },
    {
      language: "python",
      bad: dsl(
        "64 * 64",
        "\n    #                   ^^^^^^^^^^ the tensor reaches 9200 B into its storage, which has 8192 B",
      ),
      good: dsl("cute.cosize(layout)", ""),
    },
  ],
});
