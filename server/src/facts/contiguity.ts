// How much of a layout lies contiguous in memory, and how wide an access it allows.
import { knownDivisor } from "../../../src-engine/algebra/int/ask.ts";
import { isConstant } from "../../../src-engine/algebra/int/int.ts";
import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Layout, Stride } from "../../../src-engine/algebra/value.ts";

export interface Contiguity {
  /** The top-level mode that runs through memory. */
  readonly mode: number;
  /** How many elements in a row; undefined when symbolic. */
  readonly run: number;
  /** The widest aligned access in bytes that run and known strides allow, at most 16; undefined without an element size. */
  readonly vector: number | undefined;
  /** Symbolic strides that must be multiples of `multiple` elements for it. */
  readonly if: readonly Int[];
  /** Whether where the pointer stands must be such a multiple, and is not known to be. */
  readonly ifBase: boolean;
  readonly multiple: number;
}

interface Leaf {
  readonly mode: number;
  readonly shape: Int;
  readonly stride: Stride;
}

/** `base`: how many elements the pointer stands behind an aligned start. */
export function contiguityOf(layout: Layout, bits: number | undefined, base?: Int): Contiguity | undefined {
  const leaves = flatLeaves(layout).filter(({ shape }) => !isConstant(shape, 1));
  const start = leaves.find(({ stride }) => isConstant(stride, 1));
  if (start === undefined) return undefined;
  const chain = contiguousChain(leaves, start);
  const run = chain.reduce((all, { shape }) => all * (shape.kind === "num" ? shape.value : 1), 1);
  if (start.shape.kind !== "num") return undefined;
  const others = leaves.filter((leaf) => !chain.includes(leaf)).map(({ stride }) => stride);
  const places: readonly Stride[] = base === undefined ? others : [...others, base];
  const numbers = places.filter((stride) => stride.kind !== "sym").map(divisorOfStride);
  const vector = bits === undefined ? undefined : widest(run, numbers, bits);
  const multiple = vector === undefined || bits === undefined ? 1 : (vector * 8) / bits;
  const open = others.filter((stride) => stride.kind === "sym").filter((s) => knownDivisor(s) % multiple !== 0);
  const ifBase = base?.kind === "sym" && knownDivisor(base) % multiple !== 0;
  return { mode: start.mode, run, vector, if: open, ifBase, multiple };
}

function flatLeaves(layout: Layout): readonly Leaf[] {
  const shapes = layout.shape.kind === "tuple" ? layout.shape.items : [layout.shape];
  const strides = layout.stride.kind === "tuple" ? layout.stride.items : [layout.stride];
  return shapes.flatMap((shape, mode) => {
    const stride = strides[mode];
    if (stride === undefined) return [];
    const strideLeaves = leavesOf<Stride>(stride);
    return leavesOf<Int>(shape).flatMap((leaf, i) => {
      const own = strideLeaves[i];
      return own === undefined ? [] : [{ mode, shape: leaf, stride: own }];
    });
  });
}

/** From the leaf with stride 1 on, each next leaf whose stride is what the run so far covers. */
function contiguousChain(leaves: readonly Leaf[], start: Leaf): readonly Leaf[] {
  const chain: Leaf[] = [start];
  let covered = start.shape;
  while (covered.kind === "num") {
    const reached = covered.value;
    const next = leaves.find((leaf) => !chain.includes(leaf) && isConstant(leaf.stride, reached));
    if (next === undefined || next.shape.kind !== "num") break;
    chain.push(next);
    covered = { ...covered, value: reached * next.shape.value };
  }
  return chain;
}

function divisorOfStride(stride: Stride): number {
  return stride.kind === "basis" ? 1 : knownDivisor(stride);
}

/** The largest power of two bytes, at most 16, that the run holds whole and that every other stride is a multiple of. */
function widest(run: number, strides: readonly number[], bits: number): number | undefined {
  for (let bytes = 16; bytes * 8 >= bits; bytes /= 2) {
    const elements = (bytes * 8) / bits;
    if (Number.isInteger(elements) && [run, ...strides].every((n) => n % elements === 0)) return bytes;
  }
  return undefined;
}
