// SMEM010, SMEM011, SMEM012: shared memory for TMA that does not stand where TMA can write.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { argument, declarations, guilty } from "./arguments.ts";
import { cppFunction, dslTma } from "./example-text.ts";
import type { CallRule, Fault, Finding, RuleContext, RulePage } from "./rule.ts";
import { bytesIn, elementBits, layoutSwizzle, numberModes, plainOf, pointerOf, restModes } from "./tensor-parts.ts";
import { tmaAtomOf } from "./tma-atom.ts";
import { ungrouped } from "./tma-partition-size.ts";

const cpp = (tensor: string): string =>
  cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_16, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_16, _64>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_16, _64>{}, make_coord(0, _));
${tensor}`);

const partitioned = `
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));`;

const dsl = (lines: string): string =>
  dslTma(
    `${lines}`,
    `
    layout = cute.make_layout((128, 64), stride=(64, 1))`,
  );

const dslPartitioned = `
    sG = cute.group_modes(sA, 0, 2)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), sG, gA)`;

export const smemAlignment: CallRule = {
  code: "smem-alignment",
  number: "SMEM011",
  severity: "error",
  title: "The shared-memory tensor of a TMA does not start at a multiple of 128 bytes.",
  on: "call",
  ops: ["tma_partition", "partition_S", "partition_D", "cp_async_bulk_tensor"],
  check: (call, context) => {
    const { smem, pointer } = shared(call);
    if (smem === undefined || pointer === undefined) return [];
    const past = bytesIn(pointer);
    const { within } = pointer;
    if (past !== undefined && within !== undefined && (within + past) % 128 !== 0)
      return finding(
        call,
        smem,
        context,
        `the tensor starts ${within + past} B into its struct; TMA needs a multiple of 128 B: give its field an alignment of 128 B`,
        past % 128 === 0 ? "field" : "address",
      );
    if (past !== undefined && past % 128 !== 0)
      return finding(
        call,
        smem,
        context,
        `the tensor starts ${past} B into its buffer; TMA needs a multiple of 128 B: align the tile's start`,
      );
    if (pointer.declaredAlign !== undefined && pointer.declaredAlign < 128)
      // Where the compiler puts it may do by luck.
      return finding(
        call,
        smem,
        context,
        `${pointer.base ?? "the array"} is aligned to ${pointer.declaredAlign} B; TMA needs 128 B: declare it with alignas(128)`,
      ).map((one) => ({ ...one, severity: "warning" as const }));
    // A field behind others whose sizes are not known may lie better than it asks for.
    if (pointer.align === undefined || pointer.align >= 128 || pointer.apart !== undefined) return [];
    return finding(
      call,
      smem,
      context,
      `the buffer is aligned to ${pointer.align} B; TMA needs 128 B: ask for it where the buffer is made`,
    );
  },
};

export const smemSwizzleAlignment: CallRule = {
  code: "smem-swizzle-alignment",
  number: "SMEM010",
  severity: "hint",
  absent: { cpp: "only the launch decides where shared memory begins, whatever `alignas` says" },
  title: "A layout's swizzle counts from a buffer that is aligned to less than the swizzle's period.",
  on: "call",
  ops: ["tma_partition"],
  check: (call, context) => {
    const { smem, pointer } = shared(call);
    const period = layoutPeriod(smem?.value, elementBits(pointer));
    if (smem === undefined || pointer?.align === undefined || period === undefined) return [];
    if (pointer.align < 128 || pointer.align >= period) return [];
    return finding(
      call,
      smem,
      context,
      `TMA swizzles by the address, this layout from its buffer's start, which is aligned to ${pointer.align} B: they agree at multiples of ${period} B; align it to that or put the swizzle on the pointer`,
    );
  },
};

/** After how many bytes the swizzle of a layout repeats, which counts elements; of a swizzle on the pointer none. */
function layoutPeriod(tensor: Value | undefined, bits: number | undefined): number | undefined {
  if (tensor?.kind !== "tensor" || tensor.engine.kind !== "pointer" || tensor.engine.swizzle !== undefined)
    return undefined;
  const swizzle = tensor.layout.kind === "unknown" ? undefined : layoutSwizzle(tensor.layout);
  if (swizzle === undefined || swizzle.b === 0 || bits === undefined) return undefined;
  return (2 ** (swizzle.b + swizzle.m + Math.abs(swizzle.s)) * bits) / 8;
}

export const smemStageStride: CallRule = {
  code: "smem-stage-stride",
  number: "SMEM012",
  severity: "error",
  title: "The stages of a TMA's shared memory do not all start at multiples of 128 bytes.",
  on: "call",
  ops: ["tma_partition"],
  check: (call, context) => {
    const { smem, pointer } = call.stop === undefined && ungrouped(call) === undefined ? shared(call) : {};
    const layout = plainOf(smem?.value);
    const bits = elementBits(pointer);
    if (smem === undefined || layout === undefined || bits === undefined) return [];
    const bytes = restModes(layout)
      .flatMap((mode) => numberModes(mode) ?? [])
      .map(({ stride }) => (stride * bits) / 8)
      .find((each) => each % 128 !== 0);
    if (bytes === undefined) return [];
    return finding(
      call,
      smem,
      context,
      `from stage to stage are ${bytes} B; TMA needs a multiple of 128 B: pad the stage to ${Math.ceil(bytes / 128) * 128} B`,
      "value",
    );
  },
};

/** What `tma.get_slice(0).partition_S(…)` is given. */
function partitionedForTma(call: CallFact): CallArg | undefined {
  const threads = argument(call, "threads")?.value;
  return threads?.kind === "thr-copy" && tmaAtomOf(threads.tiled) !== undefined ? argument(call, "tensor") : undefined;
}

/** The shared-memory tensor of the call, when it is one. */
function shared(call: CallFact) {
  const smem = argument(call, "smem") ?? argument(call, "tile") ?? partitionedForTma(call);
  const pointer = pointerOf(smem?.value);
  return pointer?.space === "smem" ? { smem, pointer } : {};
}

const finding = (
  call: CallFact,
  at: CallArg,
  context: RuleContext,
  message: string,
  fault: Fault = "address",
): readonly Finding[] => [{ ...guilty(call, at), fault, message, related: declarations(context, [at]), fixes: [] }];

/** The page of smem-alignment. */
export const smemAlignmentPage = (): RulePage => ({
  doc: `
TMA writes to shared-memory addresses that are multiples of 128 bytes; elsewhere the copy faults when it runs. An offset that is added to
the buffer's pointer breaks it, and so does a buffer that is only aligned to 16 bytes.

An array in shared memory that is declared without \`alignas\` may lie well by luck: a warning.

Align the buffer (\`alignas(128)\`, \`byte_alignment=128\`) and start tiles at multiples of 128 bytes.`,
  references: ["CUDA programming guide, Tensor Memory Access: shared memory address must be 128-byte aligned"],
  examples: [
    {
      language: "cpp",
      bad: cpp(`  auto sA = make_tensor(make_smem_ptr(shared + 8), layout);${partitioned}
  //                                                             ^^^^^^^^^^^^^^^^^^^^^ the tensor starts 16 B into its buffer; TMA needs a multiple of 128 B`),
      good: cpp(`  auto sA = make_tensor(make_smem_ptr(shared + 64), layout);${partitioned}`),
    },
    {
      language: "python",
      bad: dsl(`
    sA = smem.allocate_tensor(cutlass.Float16, layout, 16, swizzle=swizzle)
    #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the buffer is aligned to 16 B; TMA needs 128 B${dslPartitioned}`),
      good: dsl(`
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024, swizzle=swizzle)${dslPartitioned}`),
    },
  ],
});

/** The page of smem-swizzle-alignment. */
export const smemSwizzleAlignmentPage = (): RulePage => ({
  doc: `
TMA, wgmma and tensors of swizzled pointers swizzle by the address. A swizzle in the layout counts from where the buffer starts: a swizzle
of 32, 64 or 128 bytes repeats after 256, 512 or 1024 bytes, so the two agree where the buffer starts at a multiple of that. Elsewhere
the threads read other elements than TMA wrote for them.

Align the buffer to the period, \`byte_alignment=1024\`, or put the swizzle on the pointer, \`swizzle=…\`: a pointer's swizzle needs
128 bytes only, also under wgmma and tcgen05.`,
  references: [
    "cutlass/memory/smem.py:463 (CuTe DSL 4.7): swizzles of the iterator depend on the position, swizzles of the layout do not",
    "wgmma on an H200, operands swizzled by the address in buffers at 0, 128, … 896 B: right with base offset 0 in each",
  ],
  examples: [
    {
      language: "python",
      bad: dsl(`
    counted = cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, layout)
    sA = smem.allocate_tensor(cutlass.Float16, counted, 128)
    #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TMA swizzles by the address, this layout from its buffer's start, which is aligned to 128 B: they agree at multiples of 1024 B${dslPartitioned}`),
      good: dsl(`
    sA = smem.allocate_tensor(cutlass.Float16, layout, 128, swizzle=swizzle)${dslPartitioned}`),
    },
  ],
});

/** The page of smem-stage-stride. */
export const smemStageStridePage = (): RulePage => ({
  doc: `
Every stage of a pipelined buffer is a TMA destination of its own, so the stride from stage to stage must keep the alignment of 128
bytes. A tile whose bytes are no multiple of 128 puts the second stage at an address that TMA cannot write.

Pad the stage, or choose a tile whose bytes are a multiple of 128.`,
  references: ["CUDA programming guide, Tensor Memory Access: shared memory address must be 128-byte aligned"],
  examples: [
    {
      language: "cpp",
      bad: cpp(`  auto sA = make_tensor(make_smem_ptr(shared), make_layout(Shape<_16, _64, _3>{}, Stride<_64, _1, Int<1032>>{}));${partitioned}
  //                                                             ^^^^^^^^^^^^^^^^^^^^^ from stage to stage are 2064 B; TMA needs a multiple of 128 B`),
      good: cpp(
        `  auto sA = make_tensor(make_smem_ptr(shared), make_layout(Shape<_16, _64, _3>{}, Stride<_64, _1, Int<1088>>{}));${partitioned}`,
      ),
    },
    {
      language: "python",
      bad: dsl(`
    staged = cute.make_layout((128, 64, 3), stride=(64, 1, 8200))
    sA = smem.allocate_tensor(cutlass.Float16, staged, 1024, swizzle=swizzle)${dslPartitioned}
    #                                                               ^^ from stage to stage are 16400 B; TMA needs a multiple of 128 B`),
      good: dsl(`
    staged = cute.make_layout((128, 64, 3), stride=(64, 1, 8192))
    sA = smem.allocate_tensor(cutlass.Float16, staged, 1024, swizzle=swizzle)${dslPartitioned}`),
    },
  ],
});
