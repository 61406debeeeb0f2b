// Atoms, tiled copies, tiled MMAs and their thread slices as values.
import type {
  AnyLayout,
  DType,
  Int,
  Layout,
  Shape,
  Strides,
  Tensor,
  Tiler,
  Tree,
  Tuple,
  Underscore,
  Unknown,
} from "../value.ts";

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
  readonly fragmentA: Fragment;
  readonly fragmentB: Fragment;
  readonly fragmentC: Fragment;
  /** Further operands by name: metadata E of sparse atoms, scale factors SFA and SFB of block-scaled ones. */
  readonly extra: Readonly<Record<string, ExtraOperand>>;
  /** How many values share one scale factor (block-scaled atoms). */
  readonly vectorSize?: number;
  /** The 32-bit instruction descriptor of UMMA. */
  readonly instructionDescriptor?: number;
  /** Majorness and further template arguments by name, where the operation has them. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ExtraOperand {
  readonly dtype: DType;
  readonly layout?: Layout;
  readonly fragment?: Fragment;
}

export type Fragment = RegisterFragment | DescriptorFragment | TmemFragment;

export interface RegisterFragment {
  readonly kind: "register";
  readonly dtype: DType;
}

/** `GMMA::smem_desc<major>` or `UMMA::smem_desc<major>`: a view of a shared-memory tensor as descriptors. */
export interface DescriptorFragment {
  readonly kind: "smem-descriptor";
  readonly unit: "GMMA" | "UMMA";
  readonly major: Major;
}

/** `UMMA::tmem_frg<…>` and its kin: how an operand is allocated in tensor memory. */
export interface TmemFragment {
  readonly kind: "tmem";
  readonly form: "operand" | "weight-stationary" | "metadata" | "metadata-weight-stationary" | "SFA" | "SFB";
  readonly dtype: DType;
  /** Bits that a value takes up: 16-bit accumulators lie in 32-bit columns. */
  readonly storageBits: number;
  readonly sms: 1 | 2;
  readonly allocation: TmemAllocation;
}

export type TmemAllocation =
  | "Interleaved"
  | "NonInterleaved"
  | "Duplicated"
  | "ScaleFactorDuplicated4by1"
  | "ScaleFactorDuplicated2by2";

export type Major = "K" | "MN";

/** Copy_Traits<op>: the layouts (thr,val) → bit, whatever the value type. */
export interface CopyTraits {
  readonly name: string;
  readonly thrId: Layout;
  readonly layoutSrc: Layout;
  readonly layoutDst: Layout;
  readonly layoutRef: Layout;
  /** Value index → tensor memory offset in bits, of TMEM and UTCCP operations. */
  readonly valId?: Layout;
  readonly arch: string;
  readonly ptx: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A copy operation with the value type it is used for: Copy_Atom<op, T>. Layouts (thr,val) → element of T. */
export interface CopyAtom {
  readonly kind: "copy-atom";
  readonly name: string;
  readonly traits: CopyTraits;
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

/** `Tiler_MN` of a TiledCopy: a shape, or layouts that pick the elements of each mode. */
export type TilerMN = Tree<Int | Layout>;

/** TiledCopy: a copy atom, the (thr,val) layout onto the tile, and the tile. */
export interface TiledCopy {
  readonly kind: "tiled-copy";
  readonly atom: CopyAtom | TmaAtom;
  readonly layoutTV: Layout;
  readonly tilerMN: TilerMN;
}

/** A thread's slice of a tiled object: get_slice(thr) / get_thread_slice(thr). */
export interface ThrMma {
  readonly kind: "thr-mma";
  readonly tiled: TiledMma;
  readonly thr: Int;
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
  /** The layout as it was handed over, its stages with it: the DSL keeps it beside the atom. */
  readonly staged?: AnyLayout;
  readonly ctaTiler: Tiler | Tuple;
  readonly cluster: Int;
  readonly dtype: DType;
  readonly bitsPerTma?: Int;
  /** The operand of the MMA that it was made for, where it was made for one. */
  readonly operand?: "A" | "B";
  readonly copyAtom?: CopyAtom;
  readonly tensor?: Tensor;
  /** `g_stride`: the TMA coordinate that each gmem mode moves, `(_1@1,_1@0)`. */
  readonly auxStride?: Strides | Unknown;
  /** Box extents with the gmem modes that each walks, `(_64,_128):(_1@1,_1@0)`, before multicast. */
  readonly gbasis?: Layout;
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
  /** cuTensorMapEncodeIm2col's own: the box is channels by pixels, the corners are those of the base pixel. */
  readonly im2col?: { readonly lowerCorner: readonly Int[]; readonly upperCorner: readonly Int[] };
}

export type AtomValue = MmaAtom | CopyAtom | TiledMma | TiledCopy | ThrMma | ThrCopy | TmaAtom;
