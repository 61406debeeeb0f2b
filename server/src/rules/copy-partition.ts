// CPY010 and CPY013: what a tiled copy gets to cut up: rows that break its vectors, a tensor that is smaller than its tile.

import type { TiledCopy } from "../../../src-engine/algebra/atoms/types.ts";
import { divides, knownDivisor, substitute, symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { gcdOf, isStatic, mul, staticInt, ZERO } from "../../../src-engine/algebra/int/int.ts";
import { layoutModes } from "../../../src-engine/algebra/layout/modes.ts";
import { tilerShape } from "../../../src-engine/algebra/tiled/tiled-copy.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import type { Int, Pointer, Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import type { Expr, Span } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { modeSizes, numberOf } from "../facts/sizes.ts";
import { originOf, threadSymbols } from "../languages/thread-symbols.ts";
import { argument, declarations, guilty } from "./arguments.ts";
import { isCopiedByHand } from "./copied-by-hand.ts";
import { copyAtomIn, isKnown, isPlainAtom, type Known } from "./copy-sides.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import { withNumber } from "./rewrite.ts";
import type { Around, CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { bytesIn, elementBits, numberModes, pointerOf } from "./tensor-parts.ts";

const cpp = (tensor: string, mark = ""): string =>
  cppFunction(`
  auto gA = make_tensor(make_gmem_ptr(A), ${tensor});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto tAgA = tiled.get_slice(threadIdx.x).partition_S(gA);${mark}`);

const dsl = (layout: string, mark = ""): string =>
  dslFunction(`
    gA = cute.make_tensor(p, cute.make_layout(${layout}))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    tAgA = tiled.get_slice(0).partition_S(gA)${mark}`);

export const copyAlignment: CallRule = {
  code: "copy-alignment",
  number: "CPY010",
  severity: "error",
  title: "A stride or the start of the tensor breaks the alignment of the copy's vectors.",
  on: "call",
  ops: ["partition_S", "partition_D", "copy"],
  check: (call, context) =>
    call.op === "copy"
      ? ofPointers(call, context)
      : partitioned(call, context, (copy, tensor) => {
          const vector = liesApart(call.result) ? undefined : vectorOf(copy.atom, call.op);
          return ofRows(vector, tensor) ?? ofStart(vector, tensor);
        }),
};

export const copyTile: CallRule = {
  code: "copy-tile",
  number: "CPY013",
  severity: "warning",
  title: "A tiled copy covers more than the tensor that it partitions.",
  on: "call",
  ops: ["partition_S", "partition_D"],
  unless: (call, others, around) =>
    others.some((other) => asksForCoordinates(other, call)) || (around !== undefined && isLeftOut(call, around)),
  check: (call, context) => partitioned(call, context, ofTile),
};

/** The same copy partitions coordinates as it does the tensor: which thread has what is asked. */
function asksForCoordinates(other: CallFact, call: CallFact): boolean {
  const of = argument(other, "tensor")?.value;
  if (!/^partition_[SD]$/.test(other.op) || of?.kind !== "tensor" || of.engine.kind !== "arith") return false;
  const [own, its] = [call, other].map((one) => copyOf(argument(one, "threads")));
  const tile = own === undefined ? undefined : tileOf(own);
  return tile !== undefined && its !== undefined && tileOf(its)?.map(numberOf).join() === tile.map(numberOf).join();
}

/**
 * What the partition gives is read in the code, and nowhere in what is compiled of it: its copy belongs to another configuration; or
 * the user's own functions copy it.
 */
function isLeftOut({ item, span }: CallFact, around: Around): boolean {
  const { code, facts } = around;
  const made = facts.find(
    (fact) =>
      fact.kind === "variable" &&
      fact.item === item &&
      fact.source?.start === span.start &&
      fact.source.end === span.end,
  );
  if (made?.kind !== "variable") return false;
  if (isCopiedByHand(made.name, span.end, around)) return true;
  const reads: Span[] = [];
  visit(code, (node) => {
    const name = node as Extract<Expr, { kind: "name" }>;
    if (node.kind === "name" && name.path.join("::") === made.name && name.span.start >= span.end)
      reads.push(name.span);
  });
  const isRead = (at: Span): boolean =>
    facts.some(
      (fact) =>
        fact.kind === "expression" && fact.item === item && fact.span.start === at.start && fact.span.end === at.end,
    );
  return reads.length > 0 && !reads.some(isRead);
}

type Said = Pick<Finding, "message" | "rewrites">;
type Spoken = (copy: TiledCopy, tensor: Known) => Said | undefined;

function partitioned(call: CallFact, context: RuleContext, spoken: Spoken): readonly Finding[] {
  const [threads, tensor] = [argument(call, "threads"), argument(call, "tensor")];
  const copy = copyOf(threads);
  if (copy === undefined || tensor === undefined || !isKnown(tensor.value)) return [];
  const said = spoken(copy, tensor.value);
  if (said === undefined) return [];
  return [{ ...guilty(call, tensor), ...said, related: declarations(context, [tensor, threads]), fixes: [] }];
}

const copyOf = (threads: CallArg | undefined): TiledCopy | undefined =>
  threads?.value.kind === "thr-copy" ? threads.value.tiled : undefined;

/** Every mode but the contiguous one is crossed by some thread: its stride is where a vector begins. */
function ofRows(vector: number | undefined, tensor: Known): Said | undefined {
  const pointer = pointerOf(tensor);
  const bits = elementBits(pointer);
  if (pointer === undefined || bits === undefined || vector === undefined || vector <= bits) return undefined;
  if ((pointer.space !== "gmem" && pointer.space !== "smem") || tensor.layout.kind !== "layout") return undefined;
  const broken = numberModes(tensor.layout)?.find(
    ({ stride }) => stride * bits > vector && (stride * bits) % vector !== 0,
  );
  if (broken === undefined || pointer.swizzle !== undefined) return undefined;
  const message =
    `rows of ${(broken.stride * bits) / 8} bytes: the copy's vectors of ${vector / 8} bytes do not stay aligned; ` +
    `pad the stride of ${broken.stride} elements to a multiple of ${vector / bits}, or take a narrower copy`;
  const to = (Math.ceil((broken.stride * bits) / vector) * vector) / bits;
  // What is in shared memory may have no room for it.
  if (pointer.space === "smem") return { message };
  return { message, rewrites: (text) => withNumber(text, broken.stride, to, `Pad the stride to ${to} elements`) };
}

/** The tensor begins inside a buffer whose own start is a multiple of any vector. */
function ofStart(vector: number | undefined, tensor: Known): Said | undefined {
  const pointer = pointerOf(tensor);
  if ((pointer?.space !== "gmem" && pointer?.space !== "smem") || pointer.swizzle !== undefined) return undefined;
  if (vector === undefined || !isAside(pointer, vector)) return undefined;
  const past = bytesIn(pointer);
  const where =
    past === undefined
      ? "the tensor starts in the middle of a vector"
      : `the tensor starts ${past} bytes into its buffer`;
  return {
    message:
      `${where}: the copy's vectors of ${vector / 8} bytes are not aligned there; ` +
      `start at a multiple of ${vector / 8} bytes, or take a narrower copy`,
  };
}

/** Also where only the run knows the start, as of a block's own tile, and each that it may be is none of a vector. */
function isAside(pointer: Pointer, vector: number): boolean {
  const bits = elementBits(pointer);
  const { offset } = pointer;
  if (bits === undefined || offset.kind === "unknown" || vector < bits) return false;
  return divides(staticInt(vector), mul(offset, staticInt(bits))) === "no";
}

/** CuTe DSL compares what a pointer is said to be aligned to with what the copy moves at once. */
function ofPointers(call: CallFact, context: RuleContext): readonly Finding[] {
  const atom = context.language === "python" ? copyAtomIn(call, context) : undefined;
  if (atom === undefined) return [];
  return (["S", "D"] as const).flatMap((side) => {
    const arg = argument(call, ...(side === "S" ? ["source", "src"] : ["destination", "dst"]));
    const pointer = pointerOf(arg?.value);
    const vector = vectorOf(atom, `partition_${side}`);
    if (arg === undefined || vector === undefined || pointer?.align === undefined) return [];
    if ((pointer.space !== "gmem" && pointer.space !== "smem") || pointer.swizzle !== undefined) return [];
    const left = alignedTo(pointer, pointer.align);
    if (left * 8 >= vector || (side === "D" && isNarrowed(atom, argument(call, "source", "src")))) return [];
    const message =
      pointer.align * 8 < vector
        ? `the tensor's pointer is aligned to ${pointer.align} bytes, the copy's vectors need ${vector / 8}: say what it is aligned to where it is made (assumed_align=${vector / 8}), or take a narrower copy`
        : `the tensor begins at multiples of ${left} bytes, the copy's vectors need ${vector / 8}: pad the stride that leads there, or take a narrower copy`;
    return [{ ...guilty(call, arg), message, related: declarations(context, [arg]), fixes: [] }];
  });
}

/**
 * What is left of a pointer's alignment in bytes where the block's own index has moved it on. What each thread adds its partition
 * answers for; what a stride of the run is a multiple of, the host may have said.
 */
function alignedTo({ offset, dtype, stepBits }: Pointer, align: number): number {
  if (offset.kind === "unknown" || dtype.kind !== "dtype" || stepBits !== undefined) return align;
  const { thread, block } = threadSymbols.python;
  const ofThreads = symbolsOf(offset).filter((atom) => thread.some((one) => one.test(originOf(atom))));
  const ofBlock = substitute(offset, new Map(ofThreads.map(({ id }) => [id, ZERO])));
  const isIndex = symbolsOf(ofBlock).every((atom) => block.some((one) => one.test(originOf(atom))));
  return isIndex ? gcdOf(align * 8, knownDivisor(ofBlock) * dtype.bits) / 8 : align;
}

/** From memory to memory by way of registers: CuTe DSL asks only the source, and stores what the destination's alignment lets it. */
function isNarrowed(atom: TiledCopy["atom"], source: CallArg | undefined): boolean {
  const isPlain = atom.kind === "copy-atom" && atom.traits.ptx.startsWith("ld/st");
  return isPlain && /^[gs]mem$/.test(pointerOf(source?.value)?.space ?? "");
}

/** The bits that one thread's instruction moves at an address; a row of an 8x8 matrix in shared memory for ldmatrix and stmatrix. */
function vectorOf(atom: TiledCopy["atom"], partition: string): number | undefined {
  const rows = partition === "partition_S" ? /^ldmatrix/ : /^stmatrix/;
  if (atom.kind === "copy-atom" && rows.test(atom.traits.ptx)) return 128;
  if (atom.kind !== "copy-atom" || !/^(ld\/st|cp\.async\.c[ag]\.)/.test(atom.traits.ptx)) return undefined;
  const bits = numberOf(product(layoutModes(atom.traits.layoutSrc)[1]!.shape));
  return bits === undefined || bits <= 8 ? undefined : bits;
}

/** The elements of one vector are no neighbours, as of a row's sum seen once for each column: no copy moves them as one. */
function liesApart(partition: Value | undefined): boolean {
  if (partition?.kind !== "tensor" || partition.layout.kind !== "layout") return false;
  const [first] = numberModes(layoutModes(partition.layout)[0]!) ?? [];
  return first !== undefined && first.stride !== 1;
}

function ofTile(copy: TiledCopy, tensor: Known): Said | undefined {
  // Copies to and from tensor memory broadcast and replicate: their tile is no count of elements.
  if (copy.atom.kind !== "copy-atom" || !isPlainAtom(copy.atom) || pointerOf(tensor) === undefined) return undefined;
  const tiles = tileOf(copy);
  const sizes = modeSizes(tensor);
  if (tiles === undefined || sizes === undefined || sizes.length < tiles.length) return undefined;
  const at = tiles.findIndex((tile, i) => isSmaller(sizes[i]!, tile));
  if (at < 0) return undefined;
  return {
    message:
      `the copy's tile has ${numberOf(tiles[at])} elements along mode ${at}, the tensor ${numberOf(sizes[at])}: ` +
      "some threads get what lies behind it; give the copy fewer threads or values there",
  };
}

/** A vector beside the tile, as of row sums, has fewer elements than threads on purpose. */
function tileOf({ tilerMN }: TiledCopy): readonly Int[] | undefined {
  const shape = tilerShape(tilerMN);
  return shape.kind === "tuple" && shape.items.length > 1 ? shape.items.map(product) : undefined;
}

function isSmaller(size: Int, tile: Int): boolean {
  const [has, needs] = [numberOf(size), numberOf(tile)];
  // One row for all: who has it is asked where it is written.
  return has !== undefined && needs !== undefined && isStatic(size) && has > 1 && has < needs;
}

/** The page of copy-alignment. */
export const copyAlignmentPage = (): RulePage => ({
  doc: `
A copy of 128 bits reads and writes at addresses that are multiples of 16 bytes. Rows of 516 bytes begin at 4 mod 16 every other
time: the C++ compiles, and the kernel ends with "misaligned address"; the DSL refuses the copy ("src ptr alignment does not meet requirement").

ldmatrix and stmatrix take rows of 16 bytes in shared memory.

Pad the rows to a multiple of the vector, or take an atom as narrow as the rows allow (\`UniversalCopy<uint32_t>\`, \`num_bits_per_copy=32\`).`,
  references: ["PTX ISA: ld, st, cp.async need naturally aligned addresses", "cute/arch/copy_sm80.hpp (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "Layout<Shape<_64, _64>, Stride<Int<66>, _1>>{}",
        "\n  //                                                   ^^ rows of 132 bytes: the copy's vectors of 16 bytes",
      ),
      good: cpp("Layout<Shape<_64, _64>, Stride<Int<72>, _1>>{}"),
    },
    {
      language: "python",
      bad: dsl(
        "(64, 64), stride=(66, 1)",
        "\n    #                                     ^^ rows of 132 bytes: the copy's vectors of 16 bytes",
      ),
      good: dsl("(64, 64), stride=(72, 1)"),
    },
  ],
});

/** The page of copy-tile. */
export const copyTilePage = (): RulePage => ({
  doc: `
The tile of a tiled copy is its threads times their values in each mode: 16 threads of one value by 8 threads of 8 values are 16 by 64.
Of a tensor that is smaller than that some threads get what lies behind it. CuTe does not check it, and rounds the number of tiles up.

Give the copy fewer threads or values along that mode, or let the other threads stay away by a predicate: where the same copy
partitions coordinates of the tile as well, nothing is said.`,
  references: ["cute/atom/copy_atom.hpp:215-300 (CUTLASS 4.7): tile2thrfrg, sizes are not checked"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "Layout<Shape<_64, _32>, Stride<_32, _1>>{}",
        "\n  //                                                   ^^ the copy's tile has 64 elements along mode 1, the tensor 32",
      ),
      good: cpp(
        "Layout<Shape<_64, _32>, Stride<_32, _1>>{}",
        "\n  auto tAcA = tiled.get_slice(threadIdx.x).partition_S(make_identity_tensor(Shape<_64, _32>{}));",
      ),
    },
    {
      language: "python",
      bad: dsl(
        "(64, 32), stride=(32, 1)",
        "\n    #                                     ^^ the copy's tile has 64 elements along mode 1, the tensor 32",
      ),
      good: dsl("(64, 64), stride=(64, 1)"),
    },
  ],
});
