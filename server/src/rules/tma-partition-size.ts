// TMA020: tma_partition of tensors whose first modes are not the same tile.

import { staticInt } from "../../../src-engine/algebra/int/int.ts";
import { modesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { modeSizes, numberOf, sizeOf } from "../facts/sizes.ts";
import { blockCopyOp } from "../languages/costly-ops.ts";
import { argument, declarations, guilty, refusal, spansOf } from "./arguments.ts";
import { cppFunction, dslTmaRows } from "./example-text.ts";
import type { CallRule, Finding, Fix, RuleContext, RulePage } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";
import { tmaAtomOf } from "./tma-atom.ts";
import { otherBox } from "./tma-tile-extents.ts";

export const tmaPartitionSize: CallRule = {
  code: "tma-partition-size",
  number: "TMA020",
  severity: "error",
  title: "The first modes of tma_partition's tensors are not the same tile.",
  on: "call",
  ops: ["tma_partition", blockCopyOp],
  ofAssumed: true,
  check: (call, context) => (call.op === blockCopyOp ? ofBlockCopy(call, context) : check(call, context)),
};

/** `block_copy` partitions what it is given itself, by the first mode of each. */
function ofBlockCopy(call: CallFact, context: RuleContext): readonly Finding[] {
  const [atom, source, destination] = ["atom", "src", "dst"].map((role) => argument(call, role));
  const [has, gets] = [source, destination].map((side) => modeSizes(side?.value)?.[0]).map(numberOf);
  if (atom?.value.kind !== "tma-atom" || has === undefined || gets === undefined || has === gets) return [];
  const message =
    `the first mode of the source has ${has} elements, of the destination ${gets}: ` +
    "make the first mode of both the tile that the TMA atom was made for";
  const sides = spansOf(source, destination);
  const related = declarations(context, [source, destination, atom]);
  return [{ ...guilty(call, source, destination), sides, message, related, fixes: [] }];
}

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const facts = refusal(call, "copy_traits_sm90_tma.hpp:1440")?.facts ?? ungrouped(call);
  const smem = facts?.smem ?? facts?.left;
  const other = facts?.values ?? facts?.tensor ?? facts?.right;
  if (smem === undefined || other === undefined) {
    const found = [ofOtherElements, ofAnotherBox, ofOtherOperand].map((one) => one(call, context));
    return found.find((one) => one.length > 0) ?? [];
  }
  const [has, takes] = [
    tileText(argument(call, "smem"), smem, call, context),
    tileText(argument(call, "gmem"), other, call, context),
  ];
  const message =
    `the first mode of the shared-memory tensor has ${has}, ${facts?.values === undefined ? "that of the other tensor" : "one TMA copy takes"} ` +
    `${takes}: ${wayOut(call, context)}`;
  const related = declarations(context, [argument(call, "smem"), argument(call, "gmem"), argument(call, "atom")]);
  const fixes = [argument(call, "smem"), argument(call, "gmem")].flatMap((arg) =>
    arg === undefined ? [] : groupFix(call, arg, [smem, other], context),
  );
  const { of, ...here } = guilty(call, ungroupedOf(call));
  const finding = { ...here, message, related, fixes };
  // Grouping is the partition's own affair, whoever has made the tensors.
  if (!areGrouped(call)) return [finding];
  const sides = spansOf(argument(call, "smem"), argument(call, "gmem"));
  return [{ ...finding, sides, ...(of === undefined ? {} : { of }) }];
}

/** The tile of another operand: floats of another width than TMA moves, which it may widen but not narrow. */
function ofOtherElements(call: CallFact, context: RuleContext): readonly Finding[] {
  const [smem, atom] = ["smem", "atom"].map((role) => argument(call, role));
  const [lies, moved] = [pointerOf(smem?.value)?.dtype, tmaAtomOf(atom?.value)?.gmem.engine];
  const type = moved?.kind === "pointer" ? moved.dtype : undefined;
  if (smem === undefined || lies?.kind !== "dtype" || type?.kind !== "dtype") return [];
  if (lies.family !== "float" || type.family !== "float" || lies.bits >= type.bits) return [];
  const message =
    `the tensor in shared memory has elements of ${lies.bits} bits (${lies.name}), the TMA atom brings ${type.name} of ${type.bits}: ` +
    "give it the tile that the atom was made for";
  return [{ ...guilty(call, smem), message, related: declarations(context, [smem, atom]), fixes: [] }];
}

/** A tile that was partitioned as the other operand, whose elements come in another order. */
function ofOtherOperand(call: CallFact, context: RuleContext): readonly Finding[] {
  const [smem, gmem, atom] = ["smem", "gmem", "atom"].map((role) => argument(call, role));
  const engine = gmem?.value.kind === "tensor" ? gmem.value.engine : undefined;
  const [as, made] = [engine?.kind === "arith" ? engine.operand : undefined, tmaAtomOf(atom?.value)?.operand];
  if (call.stop !== undefined || gmem === undefined || as === undefined || made === undefined || as === made) return [];
  const [there, here] = [modesOfTile(smem?.value), modesOfTile(gmem.value)].map(([tile]) => tile?.join());
  if (there === undefined || here === undefined || there === here) return [];
  const message =
    `the tile in global memory was partitioned as ${as} (${here}), the TMA atom was made for ${made} (${there}): ` +
    `its elements come in another order; partition it as ${made}`;
  const related = declarations(context, [smem, gmem, atom]);
  return [{ ...guilty(call, gmem), fault: "operand", message, related, fixes: [] }];
}

/** As many elements, in a tile of another shape: `(64,128)` beside the atom's `(128,64)`. */
function ofAnotherBox(call: CallFact, context: RuleContext): readonly Finding[] {
  const [smem, gmem, atom] = ["smem", "gmem", "atom"].map((role) => argument(call, role));
  const other = call.stop === undefined ? otherBox(tmaAtomOf(atom?.value), gmem?.value) : undefined;
  if (gmem === undefined || other === undefined) return [];
  const message =
    `the tile in global memory is (${other.tile}) along the dimensions of the tensor map, the atom's box (${other.box}): ` +
    "cut both from the tile that the TMA atom was made for";
  return [{ ...guilty(call, gmem), message, related: declarations(context, [smem, gmem, atom]), fixes: [] }];
}

/** The one of the two that is not grouped; else the tensor in shared memory. */
function ungroupedOf(call: CallFact): CallArg | undefined {
  const [smem, gmem] = [argument(call, "smem"), argument(call, "gmem")];
  return isGrouped(smem) && !isGrouped(gmem) ? gmem : smem;
}

/** `(128,64)` where the first modes are tiles. */
function tileText(arg: CallArg | undefined, size: Value, call: CallFact, context: RuleContext): string {
  const [tile] = areGrouped(call) ? modesOfTile(arg?.value) : [];
  const product = tile?.reduce((all: number, n) => all * n, 1);
  return product !== undefined && product === numberOf(size)
    ? `(${tile})`
    : `${numberOf(size) ?? context.print(size)} elements`;
}

const areGrouped = (call: CallFact): boolean => ["smem", "gmem"].every((role) => isGrouped(argument(call, role)));

const isGrouped = (arg: CallArg | undefined): boolean => modesOfTile(arg?.value).length > 0;

/** The sizes in the first mode; none where one is not a number. */
function modesOfTile(value: Value | undefined): readonly (readonly number[])[] {
  const layout = value?.kind === "tensor" ? value.layout : value;
  const shape = layout?.kind === "composed" ? layout.inner : layout;
  const first = shape?.kind === "layout" ? modesOf(shape.shape)[0] : undefined;
  const sizes = first?.kind === "tuple" ? first.items.map((mode) => numberOf(sizeOf(mode))) : [];
  return sizes.length > 0 && sizes.every((n) => n !== undefined) ? [sizes] : [];
}

/** Grouped tiles that differ are no matter of grouping. */
function wayOut(call: CallFact, context: RuleContext): string {
  if (areGrouped(call)) return "give both the tile that the TMA atom was made for";
  return `make the tile one mode in both, ${context.language === "cpp" ? "group_modes<0, n>(tensor)" : "cute.group_modes(tensor, 0, n)"}`;
}

/** The first modes agree, and yet one copy brings more than they have. */
export function ungrouped(call: CallFact): Readonly<Record<string, Value>> | undefined {
  if (call.op !== "tma_partition" || call.stop !== undefined) return undefined;
  const smem = modeSizes(argument(call, "smem")?.value)?.[0];
  const atom = tmaAtomOf(argument(call, "atom")?.value);
  const [has, bits] = [numberOf(smem), numberOf(atom?.bitsPerTma)];
  if (smem === undefined || has === undefined || atom === undefined || bits === undefined) return undefined;
  const takes = bits / atom.dtype.bits;
  return has < takes ? { smem, values: staticInt(takes) } : undefined;
}

/** Grouping the first n modes, where together they are as large as the other tensor's tile. */
function groupFix(call: CallFact, arg: CallArg, tiles: readonly Value[], context: RuleContext): readonly Fix[] {
  const sizes = modeSizes(arg.value)?.map(numberOf) ?? [];
  const wanted = tiles.map(numberOf).filter((tile) => tile !== sizes[0]);
  let product = sizes[0] ?? 0;
  for (let n = 1; n < sizes.length; n++) {
    product *= sizes[n] ?? Number.NaN;
    if (!wanted.includes(product)) continue;
    const text =
      context.language === "cpp"
        ? `group_modes<0,${n + 1}>(${arg.text})`
        : `cute.group_modes(${arg.text}, 0, ${n + 1})`;
    return [{ title: `Make the tile one mode: ${text}`, edits: [{ item: call.item, span: arg.span, text }] }];
  }
  return [];
}

/** The page of tma-partition-size. */
export const tmaPartitionSizePage = (): RulePage => ({
  doc: `
\`tma_partition\` takes tensors of the form (tile, rest…): the whole tile must be the first mode, in shared memory and in global
memory alike. Tensors that come from \`local_tile\` have the tile's modes side by side, (BLK_M, BLK_K, …).

The tile itself has the shape that the atom was made for: of a (64,128) tile the box of a (128,64) atom takes other elements.

Group them first: \`group_modes<0,2>(sA)\`, \`group_modes<0,2>(gA)\` in C++; \`cute.group_modes(sA, 0, 2)\` in the DSL.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:1440 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, _));
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), gA);
  //                                                                                    ^^ the first mode of the shared-memory tensor has 8192 elements, that of the other tensor 128`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, _));
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));`),
    },
    {
      language: "python",
      bad: dslTmaRows(`
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024, swizzle=swizzle)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), sA, gA)
    #                                                               ^^ the first mode of the shared-memory tensor has 128 elements, that of`),
      good: dslTmaRows(`
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024, swizzle=swizzle)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), gA)`),
    },
  ],
});
