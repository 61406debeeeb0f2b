// CPY020, SMEM013: a bulk copy that moves no whole 16 bytes, or not between global and shared memory.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf, sizeOf } from "../facts/sizes.ts";
import { argument, declarations } from "./arguments.ts";
import { cppFunction, dslKernel } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { bytesIn, elementBits, pointerOf } from "./tensor-parts.ts";

const cpp = (extent: number, mark = ""): string =>
  cppFunction(`
  auto gA = make_tensor(make_gmem_ptr(A), Shape<Int<${extent}>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Shape<Int<${extent}>>{});
  copy(Copy_Atom<SM90_BULK_COPY_AUTO, half_t>{}, gA, sA);${mark}`);

const dsl = (extent: number, mark = ""): string =>
  dslKernel(`
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    gA = cute.make_tensor(p, cute.make_layout(${extent}))
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout(${extent}), 128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    atom = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), cutlass.Float16)
    cute.copy(atom, gA, sA, mbar_ptr=bar)${mark}`);

export const bulkCopy: CallRule = {
  code: "bulk-copy",
  number: "CPY020",
  severity: "error",
  title: "A bulk copy does not move a multiple of 16 bytes between global and shared memory.",
  on: "call",
  ops: ["copy"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const atom = argument(call, "atom");
  if (atom === undefined || !isBulk(atom.value)) return [];
  const source = argument(call, "source", "src");
  const destination = argument(call, "destination", "dst");
  const finding = (at: CallArg, message: string): readonly Finding[] => [
    { item: call.item, span: at.span, message, related: declarations(context, [at]), fixes: [] },
  ];
  const spaces = [source, destination].map((side) => pointerOf(side?.value)?.space);
  if (
    destination !== undefined &&
    spaces.every((space) => space !== undefined && space !== "generic" && space !== "unknown") &&
    !isAcross(spaces)
  )
    return finding(
      destination,
      `a bulk copy goes between global and shared memory, not from ${spaces[0]} to ${spaces[1]}`,
    );
  for (const side of [destination, source]) {
    if (side === undefined) continue;
    const past = bytesIn(pointerOf(side.value));
    if (past !== undefined && past % 16 !== 0)
      return finding(
        side,
        `${side.text} starts ${past} B into its buffer; a bulk copy needs a multiple of 16 B: move its start`,
      );
    const bytes = bytesOf(side.value);
    if (bytes !== undefined && bytes % 16 !== 0)
      return finding(
        side,
        `${side.text} has ${bytes} B; a bulk copy moves a multiple of 16 B: round it up to ${Math.ceil(bytes / 16) * 16} B`,
      );
  }
  return [];
}

const isAcross = (spaces: readonly (string | undefined)[]): boolean =>
  ["gmem,smem", "smem,gmem", "smem,smem"].includes(spaces.join());

/** The atom is a plain bulk copy, which has no tensor map; `Copy_Traits<SM90_BULK_COPY_AUTO>` is no more than its name. */
export const isBulk = (value: Value): boolean =>
  /^SM90_BULK_COPY/.test(value.kind === "copy-atom" ? value.traits.name : value.kind === "text" ? value.value : "");

function bytesOf(value: Value): number | undefined {
  const elements = numberOf(sizeOf(value));
  const bits = elementBits(pointerOf(value));
  return elements === undefined || bits === undefined ? undefined : (elements * bits) / 8;
}

/** The page of bulk-copy. */
export const bulkCopyPage = (): RulePage => ({
  doc: `
\`cp.async.bulk\` copies between global and shared memory, from and to addresses that are multiples of 16 bytes, and a multiple of 16
bytes at a time. CuTe asserts the memories and a common vector of 128 bits; sizes that are run-time values fault when they run.

Round the buffer up to a multiple of 16 bytes, or copy the rest with ordinary loads.`,
  references: [
    "cute/atom/copy_traits_sm90_tma.hpp, SM90_BULK_COPY_G2S: :551, :583, :614, :633 (CUTLASS 4.7)",
    "PTX ISA, cp.async.bulk: size is a multiple of 16",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        100,
        "\n  //                                                 ^^ sA has 200 B; a bulk copy moves a multiple of 16 B",
      ),
      good: cpp(104),
    },
    {
      language: "python",
      bad: dsl(100, "\n    #                   ^^ sA has 200 B; a bulk copy moves a multiple of 16 B"),
      good: dsl(104),
    },
  ],
});
