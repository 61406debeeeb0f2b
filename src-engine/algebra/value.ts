// The values that CuTe programs compute: integers, tuples, layouts, tensors and what stands around them.
//
// Every value is plain readonly data with a `kind`. Values that are not known are values too (`Unknown`, with its reason).
// The algebra's own kinds are here; atoms and tiled objects are in atoms/types.ts, what only a program has
// (functions, objects, modules) is in evaluate/types.ts. `Value` is the union of them all.

import type { ProgramValue } from "../program/values.ts";
import type { AtomValue } from "./atoms/types.ts";
import type { Poly } from "./int/poly.ts";

/** Who knows an integer: the compiler (`_4`, `Int<4>{}`, a DSL constexpr) or only the run. */
export type Know = "static" | "dynamic";

/** An integer whose number is known. Static prints `_8` in C++, `8` in the DSL; dynamic prints `8` in C++. */
/** What C++ calls int, unsigned, int64_t and uint64_t. */
export type Machine = "i32" | "u32" | "i64" | "u64";

export interface Num {
  readonly kind: "num";
  readonly know: Know;
  readonly value: number;
  /** Of a run-time number in C++, where the code says its type. */
  readonly machine?: Machine;
  /** The user's number for the variable of this name, which something unknown has written: a join with it is it. */
  readonly free?: string;
  /** Python's True or False: an integer like any other, but for its name. */
  readonly truth?: true;
}

/** An integer known as a polynomial over named symbols: `64*ldA`, `⌈K/64⌉`. Static when the compiler would know it (`Int<BLK_M>`). */
export interface Sym {
  readonly kind: "sym";
  readonly know: Know;
  readonly poly: Poly;
}

export type Int = Num | Sym;

/** A tree of leaves, CuTe's IntTuple: either a leaf or a tuple of trees. A tuple of one is not its item. */
export type Tree<T> = T | Tuple<T>;
export interface Tuple<T = Value> {
  readonly kind: "tuple";
  readonly items: readonly Tree<T>[];
  /** A list of Python, which equals no tuple. */
  readonly list?: true;
  /** What Python has beside lists and tuples: a set, an iterator, the keys of a dictionary. */
  readonly view?: true;
}

/** A scaled basis `value@path`: `_1@0` is E<0>, `_1@1@0` is E<0,1> (path [0,1]; CuTe prints the path innermost first). */
export interface Basis {
  readonly kind: "basis";
  readonly value: Int;
  readonly path: readonly number[];
  /** A ratio's denominator, `_1/_8@0`: eight elements of the tensor are one of the type that TMA copies. */
  readonly over?: number;
}

/** A coordinate as the iterator of an identity tensor has it: prints `ArithTuple(_0,12)` as an iterator, `(0,12)` as a coordinate. */
export interface ArithTuple {
  readonly kind: "arith";
  readonly items: readonly Tree<Int>[];
  /** The iterator over an integer domain: one item that is no tuple, prints `ArithTuple_0`. */
  readonly integral?: true;
  /** By itself and an iterator all the same: `tensor.data()` of coordinates. */
  readonly iterator?: true;
  /** What an MMA partitioned the coordinates as. */
  readonly operand?: "A" | "B" | "C";
}

/** `lazy::transform`'s iterator: it stands where `of` stands and gives what a function makes of it. Prints `trans_` before it. */
export interface LazyIterator {
  readonly kind: "lazy-iterator";
  readonly of: Tensor["engine"];
}

/** Static bits s, dynamic value d under the static mask f: `M_s|(d&f)=v`. */
export interface MixedBits {
  readonly kind: "mixed";
  readonly staticBits: number;
  readonly dynamic: Int;
  readonly mask: number;
}

/** `_` in C++ (also `X` in a Step), `None` in Python. */
export interface Underscore {
  readonly kind: "underscore";
}

export type Stride = Int | Basis;
export type Shape = Tree<Int>;
export type Strides = Tree<Stride>;
export type Coord = Tree<Int | Underscore>;

export interface Layout {
  readonly kind: "layout";
  readonly shape: Shape;
  readonly stride: Strides;
}

/** Swizzle<B,M,S>: XORs the B bits at M (or at M-S for negative S) with those |S| higher. */
export interface Swizzle {
  readonly kind: "swizzle";
  readonly b: number;
  readonly m: number;
  readonly s: number;
}

/** `smem_ptr_flag_bits<bits>`: the offset of a position-dependent swizzled layout, prints `smem_ptr[16b](unset)`. */
export interface PointerFlag {
  readonly kind: "flag";
  readonly bits: number;
}

/** `outer o offset o inner`: R(c) = outer(offset + inner(c)). */
export interface ComposedLayout {
  readonly kind: "composed";
  readonly outer: Swizzle | AnyLayout;
  readonly offset: Tree<Int | Basis> | ArithTuple | MixedBits | PointerFlag;
  readonly inner: AnyLayout | Swizzle;
  /** C++: the offset is a 0 of another type than Int<0> (recasts make an unsigned one), beside which a swizzle of no bits stays. */
  readonly unsignedZero?: true;
}

export type AnyLayout = Layout | ComposedLayout;

/** What an operation takes as a tiler: a layout, a shape, or a by-mode tuple of these with `_` for "leave this mode". */
export type Tiler = Layout | ComposedLayout | Int | Underscore | Tuple<Layout | Int | Underscore>;

/** An element type: `half_t` (16 bits, float), `float_e4m3_t`. `name` is the language's spelling that the source used. */
export interface DType {
  readonly kind: "dtype";
  readonly name: string;
  readonly bits: number;
  readonly family: "float" | "int" | "uint" | "bool" | "complex" | "other";
  /** Stands for any type, for the time of an evaluation: whether it is this or that one is not known. */
  readonly assumed?: true;
}

/** `unknown`: nobody says where; `generic` is an address of C++ that may lie anywhere. */
export type Space = "gmem" | "smem" | "rmem" | "tmem" | "generic" | "counting" | "unknown";

/** A pointer into a memory space. `offset` counts elements of `dtype` from a base that has no number; `swizzle` sits on smem pointers. */
export interface Pointer {
  readonly kind: "pointer";
  readonly space: Space;
  readonly dtype: DType | Unknown;
  readonly offset: Int | Unknown;
  readonly swizzle?: Swizzle;
  /** Alignment in bytes where it is known. */
  readonly align?: number;
  /** Divides every step from there in bits, where the offset alone says more: CuTe DSL's types forget alignment at each step. */
  readonly stepBits?: number;
  /** The buffer or parameter the pointer leads to, as the source names it. */
  readonly base?: string;
  /** Bytes of the whole array that the pointer leads to, where it was declared as one of a known length. */
  readonly room?: number;
  /** Bytes that the array's declaration aligns it to; where it lies they may happen to be more. */
  readonly declaredAlign?: number;
  /** The type of what it leads to, where that is no element type: an array of layouts. */
  readonly of?: Value;
  /** Elements of what each step leads to, from the outermost: `float a[4][32]` has [32]. */
  readonly rows?: readonly number[];
  /** Bytes from the start of the outermost struct around that array, where they are known. */
  readonly within?: number;
  /** Bytes from the array to the end of that struct, where they are known. */
  readonly rest?: number;
  /** Where they are not: bytes from somewhere in that struct, for how far it lies from what stands near it. */
  readonly apart?: number;
  /** The host tensor's modes from the outermost to the innermost (torch's dim_order), kept when its strides become dynamic. */
  readonly order?: readonly number[];
  /** What an MMA partitioned it as, or made the fragment for. */
  readonly operand?: "A" | "B" | "C";
  /** The null pointer of C++. */
  readonly isNull?: true;
  /** `&x`: the cell that holds x. Only a program has such pointers. */
  readonly to?: Cell;
  /** An address that is a number (goldens of Blackwell: smem 0x400, tmem 0x0020.0000). */
  readonly address?: number;
  /** A `subbyte_iterator` over elements smaller than a byte; a raw pointer to such elements goes on in bytes. */
  readonly packed?: boolean;
  /** Iterators that are not plain addresses: `UMMA::DescriptorIterator`, `GMMA::DescriptorIterator`. */
  readonly iterator?: string;
  /** The 64-bit word of a descriptor iterator, `0x4000…`, where the address is known. */
  readonly descriptor?: string;
}

/** Where a variable's or a field's value stands while the program runs. */
export interface Cell {
  readonly cells: Map<string, Value>;
  readonly name: string;
}

/** `engine o layout`. The engine is a pointer, or the coordinate where an identity or TMA tensor starts. */
export interface Tensor {
  readonly kind: "tensor";
  readonly engine: Pointer | ArithTuple | Int | LazyIterator | Unknown;
  readonly layout: AnyLayout | Unknown;
}

export interface Text {
  readonly kind: "text";
  readonly value: string;
}

export interface Float {
  readonly kind: "float";
  readonly value: number;
  /** The type that it was made of, where the source says so: `bfloat16_t{}`. */
  readonly dtype?: DType;
}

/** Nothing is known, and why: the reason is a sentence for the user, `cause` the unknown that it comes from. */
export interface Unknown {
  readonly kind: "unknown";
  readonly why: string;
  readonly cause?: Unknown;
  /** A call that gives nothing has been made for what it does: there is no value to be known. */
  readonly nothing?: true;
  /** It is a number of the run, of this type: all that the DSL itself knows of it while it traces. */
  readonly type?: DType;
  /** It is a tuple of unknown length that begins with these. */
  readonly first?: readonly Unknown[];
  /** It is a tuple of unknown length, of integers that only the run knows. */
  readonly items?: ItemNames;
  /** It is a layout of unknown rank: what the items of its shape and of its strides are called. */
  readonly modes?: { readonly shape: ItemNames; readonly stride: ItemNames };
  /** It certainly has so many modes or items. */
  readonly rank?: number;
  /** It certainly is a tiled copy or MMA, or a thread's slice of one. */
  readonly tiled?: "copy" | "mma";
  /** It certainly is a tensor, or a pointer, in this memory; "coordinates": the side of a TMA that is none in itself. */
  readonly memory?: "smem" | "rmem" | "coordinates";
  /** It certainly is a TMA atom that copies this way. */
  readonly tma?: "load" | "store";
  /** It certainly is what an MMA partitioned as this operand, or made the fragment for. */
  readonly operand?: "A" | "B" | "C";
  /** It certainly is no type: what C++ leaves out where it meets it (`enable_if_t<false>`). */
  readonly absent?: true;
}

/** Item i is the symbol `id[i]`, shown as `name[i]`. */
export interface ItemNames {
  readonly id: string;
  readonly name: string;
  /** Bits. */
  readonly width?: 64;
}

export type Value =
  | Int
  | Tuple
  | Basis
  | ArithTuple
  | LazyIterator
  | MixedBits
  | Underscore
  | Layout
  | Swizzle
  | PointerFlag
  | ComposedLayout
  | DType
  | Pointer
  | Tensor
  | Text
  | Float
  | Unknown
  | AtomValue
  | ProgramValue;

/**
 * One object: asked only to see whether something was left as it was, or as a short cut where the full answer follows.
 * A no says nothing, for equal values may be two objects; nothing else compares values by identity (test/house).
 */
export const isSameObject = (a: object | undefined, b: object | undefined): boolean => a === b;

export const underscore: Underscore = { kind: "underscore" };

export const unknown = (why: string, cause?: Unknown): Unknown =>
  cause === undefined ? { kind: "unknown", why } : { kind: "unknown", why, cause };

/** What a call gives that is made for what it does. */
export const nothingOf = (what: string): Unknown => ({ kind: "unknown", why: `${what} gives nothing`, nothing: true });

/** A number of this type that only the run knows. */
export const numberOfRun = (type: DType, why: string, cause?: Unknown): Unknown => ({ ...unknown(why, cause), type });

export const tuple = <T>(items: readonly Tree<T>[]): Tuple<T> => ({ kind: "tuple", items });

/** A list of Python. */
export const listOf = <T>(items: readonly Tree<T>[]): Tuple<T> => ({ kind: "tuple", items, list: true });

/** A set, an iterator, the keys of a dictionary. */
export const viewOf = <T>(items: readonly Tree<T>[]): Tuple<T> => ({ kind: "tuple", items, view: true });

/** Other items in place of a tuple's, a list's or a view's. */
export const tupleLike = <T>(like: Kind, items: readonly Tree<T>[]): Tuple<T> => ({
  kind: "tuple",
  items,
  ...(like.list === true ? { list: true } : {}),
  ...(like.view === true ? { view: true } : {}),
});

type Kind = Pick<Tuple, "list" | "view">;

export const isSameKind = (a: Kind, b: Kind): boolean => a.list === b.list && a.view === b.view;

/** Are both tuples, or both lists? Of views Python has many kinds. */
export const areAlike = (a: Kind, b: Kind): boolean => isSameKind(a, b) && a.view !== true;

export const layout = (shape: Shape, stride: Strides): Layout => ({ kind: "layout", shape, stride });
