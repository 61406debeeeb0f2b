// LAY034: a tensor that is written and has several elements at one address, by strides that are too short.
import { gcdOf } from "../../../src-engine/algebra/int/int.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { modeSizes, numberOf } from "../facts/sizes.ts";
import { argument, declarations, guilty } from "./arguments.ts";
import { cppFunction, dslKernel } from "./example-text.ts";
import type { Around, CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { numberModes, plainOf, pointerOf } from "./tensor-parts.ts";

const cpp = (stride: string, mark = ""): string =>
  cppFunction(`
  auto layout = make_layout(Shape<_128, _8>{}, Stride<_1, ${stride}>{});
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{}, Layout<Shape<_32, _8>>{}, Layout<Shape<_1, _1>>{});
  auto tAsA = tiled.get_slice(threadIdx.x).partition_D(sA);${mark}`);

const dsl = (stride: string, mark = ""): string =>
  dslKernel(`
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 8), stride=(1, ${stride})), 128)${mark}`);

export const layoutOverlap: CallRule = {
  code: "layout-overlap",
  number: "LAY034",
  severity: "warning",
  title: "A tensor that is written has several elements at one address: a stride is shorter than what lies below it.",
  on: "call",
  ops: ["partition_D", "copy", "tma_partition", "allocate_tensor"],
  unless: (call, others, around) =>
    others.some((other) => overhangs(other, writtenIn(call)?.value)) ||
    (around !== undefined && isHanded(call, around)),
  check,
};

/** The tensor is a tile that is longer than what it is a tile of: what stands out, predicates keep from being written. */
function overhangs({ op, args, result }: CallFact, written: Value | undefined): boolean {
  const [tile, tensor] = [plainOf(written), plainOf(args[0]?.value)];
  if (op !== "local_tile" || tile === undefined || tensor === undefined) return false;
  const sizes = [args[0]?.value, result].map((value) => modeSizes(value)?.map(numberOf));
  const [whole = [], tiled = []] = sizes;
  return isSameData(plainOf(result), tile) && whole.some((size, i) => (size ?? Infinity) < (tiled[i] ?? 0));
}

/** A function that is no kernel is handed a tensor of global memory that overlaps already: it may be such a tile, cut by who calls it. */
function isHanded(call: CallFact, { code, facts }: Around): boolean {
  const base = pointerOf(writtenIn(call)?.value)?.base;
  if (code?.kind !== "function" || code.isKernel) return false;
  return facts.some((fact) => {
    if (fact.kind !== "variable" || fact.role !== "parameter" || pointerOf(fact.value)?.space !== "gmem") return false;
    const layout = pointerOf(fact.value)?.base === base ? plainOf(fact.value) : undefined;
    const modes = layout && numberModes(layout);
    return modes !== undefined && overlap(modes) !== undefined;
  });
}

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const written = writtenIn(call);
  const space = pointerOf(written?.value)?.space;
  const layout = plainOf(call.op === "allocate_tensor" ? call.result : written?.value);
  const isMemory = call.op === "allocate_tensor" || space === "smem" || space === "gmem";
  const modes = layout === undefined || !isMemory ? undefined : numberModes(layout);
  const found = modes === undefined ? undefined : overlap(modes);
  if (written === undefined || found === undefined || call.typeOnly === true) return [];
  const { mode, reach } = found;
  const message =
    `a mode of ${mode.extent} elements has stride ${mode.stride}, what lies below it reaches ${reach}: ` +
    `several elements are written to one address; make it ${reach} or more`;
  return [{ ...guilty(call, written), message, related: declarations(context, [written]), fixes: [] }];
}

/** The tensor that is written; of a TMA the tile in shared memory. */
const writtenIn = (call: CallFact): ReturnType<typeof argument> => {
  switch (call.op) {
    case "copy":
      // What an atom copies was partitioned.
      return argument(call, "atom") === undefined ? argument(call, "destination", "dst") : undefined;
    case "tma_partition":
      return argument(call, "smem");
    case "allocate_tensor":
      return argument(call, "layout");
    default:
      return argument(call, "tensor");
  }
};

type Mode = NonNullable<ReturnType<typeof numberModes>>[number];

const mostElements = 1 << 17;

/** The first mode, by stride, that begins inside what the smaller strides reach, where elements do meet. Stride 0 is a broadcast. */
function overlap(modes: readonly Mode[]): { readonly mode: Mode; readonly reach: number } | undefined {
  const walk = modes.filter(({ stride }) => stride !== 0).sort((a, b) => Math.abs(a.stride) - Math.abs(b.stride));
  let reach = 1;
  for (const [i, mode] of walk.entries()) {
    if (Math.abs(mode.stride) < reach && doMeet(walk.slice(0, i + 1))) return { mode, reach };
    reach += Math.abs(mode.stride) * (mode.extent - 1);
  }
  return undefined;
}

function doMeet(modes: readonly Mode[]): boolean {
  if (modes.some((one, i) => modes.slice(i + 1).some((other) => doTwoMeet(one, other)))) return true;
  const size = modes.reduce((all, { extent }) => all * extent, 1);
  if (size > mostElements) return false;
  let offsets = [0];
  for (const { extent, stride } of modes)
    offsets = offsets.flatMap((at) => Array.from({ length: extent }, (_, i) => at + i * stride));
  return new Set(offsets).size < size;
}

/** Where so many steps along one are as many along the other: `(1024,512):(1,512)` at (512,0) and (0,1). */
function doTwoMeet(one: Mode, other: Mode): boolean {
  const both = gcdOf(Math.abs(one.stride), Math.abs(other.stride));
  return Math.abs(other.stride) / both < one.extent && Math.abs(one.stride) / both < other.extent;
}

/** The page of layout-overlap. */
export const layoutOverlapPage = (): RulePage => ({
  doc: `
\`(128,8):(1,8)\` has 1024 elements at 184 addresses: element (8,0) is also (0,1). What one thread writes there another one overwrites. Most
often an extent and a stride were exchanged, or the stride belongs to another tile.

Give each mode a stride of at least the extent times the stride of the mode below, or leave the strides out: \`make_layout(shape)\` is
compact. Nothing is said of a tile that is longer than what it is a tile of, whose rest predicates leave out, nor of one that a function is handed so. Views that only read may overlap, as windows do; modes of stride 0 are another matter ([copy-race](copy-race.md)).`,
  references: ["cute/algorithm/copy.hpp (CUTLASS 4.7): the destination of a copy is taken to be injective"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "_8",
        "\n  //                                                   ^^ a mode of 8 elements has stride 8, what lies below it reaches 128",
      ),
      good: cpp("_128"),
    },
    {
      language: "python",
      bad: dsl(
        "8",
        "\n    #                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ a mode of 8 elements has stride 8, what lies below it reaches 128",
      ),
      good: dsl("128"),
    },
  ],
});
