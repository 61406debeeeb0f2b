// SMEM014, SMEM015: what the DSL's shared-memory allocator does not take.

import { isStaticTree } from "../../../src-engine/algebra/layout/make.ts";
import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Int } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, declarations } from "./arguments.ts";
import { dslKernel } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { plainOf, pointerOf } from "./tensor-parts.ts";

export const smemAllocator: CallRule = {
  code: "smem-allocator",
  number: "SMEM014",
  severity: "error",
  absent: { cpp: "the allocator is the DSL's" },
  title: "The shared-memory allocator cannot take this alignment or layout.",
  on: "call",
  ops: ["allocate_tensor", "allocate_array", "allocate"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const align = argument(call, "byte_alignment");
  const bytes = numberOf(align?.value);
  if (align !== undefined && bytes !== undefined && (bytes > 1024 || bytes < 1 || Math.log2(bytes) % 1 !== 0)) {
    const message = `an alignment of ${bytes} B; the allocator takes powers of two up to 1024`;
    return [{ item: call.item, span: align.span, message, related: declarations(context, [align]), fixes: [] }];
  }
  const layout = argument(call, "layout");
  const plain = plainOf(layout?.value);
  if (layout === undefined || plain === undefined || isStaticTree(plain.shape)) return [];
  // A symbol may be a constant that only the caller knows; a number that is dynamic is what the program made so.
  const leaves = leavesOf<Int>(plain.shape);
  if (!leaves.some((leaf) => leaf.kind === "num" && leaf.know === "dynamic")) return [];
  const message = `the layout ${context.print(plain)} is dynamic: allocate with a layout of constants`;
  return [{ item: call.item, span: layout.span, message, related: declarations(context, [layout]), fixes: [] }];
}

const storage = (align: string, mark = ""): string =>
  dslKernel(`
    @cute.struct
    class Storage:
        buffer: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 8192], ${align}]${mark}

    storage = smem.allocate(Storage)
    sA = storage.buffer.get_tensor(cute.make_layout((128, 64)))`);

export const smemStructAlign: CallRule = {
  code: "smem-struct-align",
  number: "SMEM015",
  severity: "error",
  absent: { cpp: "the compiler checks `alignas` itself" },
  title: "The alignment of a field of shared storage is not a power of two.",
  on: "call",
  ops: ["get_tensor"],
  check: (call) => {
    const align = pointerOf(call.result)?.align;
    if (align === undefined || (align >= 1 && Math.log2(align) % 1 === 0)) return [];
    const message = `this field is aligned to ${align} B, which is no power of two: take 128 for TMA, 1024 for swizzled buffers`;
    return [{ item: call.item, span: call.span, of: call.nameSpan, fault: "field", message, related: [], fixes: [] }];
  },
};

/** The page of smem-allocator. */
export const smemAllocatorPage = (): RulePage => ({
  doc: `
\`SmemAllocator\` aligns to a power of two of at most 1024 bytes and allocates tensors of static layouts only: how much shared memory a
kernel needs must be known before it is launched.

Build the layout from constants (\`cutlass.Constexpr\` parameters).`,
  references: ["CuTe DSL, utils/smem_allocator.py:233-234, :477, :488"],
  examples: [
    {
      language: "python",
      bad: dslKernel(`
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64)), 2048)
    #                                                                       ^^^^ an alignment of 2048 B; the allocator takes powers of two up to 1024`),
      good: dslKernel(`
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64)), 1024)`),
    },
    {
      language: "python",
      bad: dslKernel(`
    rows = cutlass.Int32(128)
    layout = cute.make_layout((rows, 64))
    sA = smem.allocate_tensor(cutlass.Float16, layout, 128)
    #                                          ^^^^^^ the layout (128,64):(1,128) is dynamic`),
      good: dslKernel(`
    layout = cute.make_layout((128, 64))
    sA = smem.allocate_tensor(cutlass.Float16, layout, 128)`),
    },
  ],
});

/** The page of smem-struct-align. */
export const smemStructAlignPage = (): RulePage => ({
  doc: `
\`cute.struct.Align[type, bytes]\` takes a power of two, as every alignment in memory is one; the DSL refuses others.

TMA destinations want 128, swizzled ones 1024.`,
  references: ["CuTe DSL, core.py:6082"],
  examples: [
    {
      language: "python",
      bad: storage(
        "100",
        "\n    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this field is aligned to 100 B, which is no power of two",
      ),
      good: storage("128"),
    },
  ],
});
