// Atoms, tiled copies, tiled MMAs and their thread slices as values.
import type { AnyLayout, DType, Int, Layout, Shape, Tensor, Tiler, Tuple, Underscore, Unknown } from "../value.ts";

/** An MMA operation: `SM80_16x8x16_F32F16F16F32_TN`, with its template arguments as the source spells them. */
export interface MmaAtom {
  readonly kind: "mma-atom";
  readonly name: string;
  readonly shape: Shape;
  readonly thrId: Layout;
  readonly layoutA: Layout;
  readonly layoutB: Layout;
  readonly layoutC: Layout;
  readonly typeA: DType;
  readonly typeB: DType;
  readonly typeC: DType;
  readonly typeD: DType;
  readonly arch: string;
  readonly ptx: string;
  /** What make_fragment_* gives: registers, smem descriptors (GMMA, UMMA SS), or tensor memory. */
  readonly fragmentA: FragmentKind;
  readonly fragmentB: FragmentKind;
  readonly fragmentC: FragmentKind;
  /** Majorness and further template arguments by name, where the operation has them. */
  readonly parameters: Readonly<Record<string, string>>;
}

export type FragmentKind = "register" | "smem-descriptor" | "tmem";

/** A copy operation with the value type it is used for: Copy_Atom<op, T>. Layouts (thr,val) → element of T. */
export interface CopyAtom {
  readonly kind: "copy-atom";
  readonly name: string;
  readonly thrId: Layout;
  readonly layoutSrc: Layout;
  readonly layoutDst: Layout;
  readonly layoutRef: Layout;
  readonly valueBits: number;
  readonly dtype?: DType;
  readonly arch: string;
  readonly ptx: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** TiledMMA: an MMA atom, the layout of atoms, and the permutation of the tile. */
export interface TiledMma {
  readonly kind: "tiled-mma";
  readonly atom: MmaAtom;
  readonly thrLayoutVMNK: Layout;
  readonly permutationMNK: Tuple<Layout | Int | Underscore>;
}

/** TiledCopy: a copy atom, the (thr,val) layout onto the tile, and the tile. */
export interface TiledCopy {
  readonly kind: "tiled-copy";
  readonly atom: CopyAtom | TmaAtom;
  readonly layoutTV: Layout;
  readonly tilerMN: Tiler | Tuple;
}

/** A thread's slice of a tiled object: get_slice(thr) / get_thread_slice(thr). */
export interface ThrMma {
  readonly kind: "thr-mma";
  readonly tiled: TiledMma;
  readonly thrVmnk: Tuple<Int>;
}

export interface ThrCopy {
  readonly kind: "thr-copy";
  readonly tiled: TiledCopy;
  readonly thr: Int;
}

/** What make_tma_copy / make_tma_atom built. `tensor` is get_tma_tensor's; `descriptor` is filled by the TMA model. */
export interface TmaAtom {
  readonly kind: "tma-atom";
  readonly op: string;
  readonly gmem: Tensor;
  readonly smem: AnyLayout;
  readonly ctaTiler: Tiler | Tuple;
  readonly cluster: Int;
  readonly dtype: DType;
  readonly bitsPerTma?: Int;
  readonly copyAtom?: CopyAtom;
  readonly tensor?: Tensor;
  readonly auxStride?: Tuple | Unknown;
  readonly descriptor?: TmaDescriptor;
}

/** The arguments of cuTensorMapEncodeTiled. Bytes for strides, elements for the rest. */
export interface TmaDescriptor {
  readonly dtype: string;
  readonly rank: number;
  readonly globalDim: readonly Int[];
  readonly globalStrides: readonly Int[];
  readonly boxDim: readonly Int[];
  readonly elementStrides: readonly Int[];
  readonly swizzle: string;
  readonly interleave: string;
}

export type AtomValue = MmaAtom | CopyAtom | TiledMma | TiledCopy | ThrMma | ThrCopy | TmaAtom;
