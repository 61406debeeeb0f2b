// Normalised polynomials over named symbols: what a symbolic Int holds.
//
// Terms are sorted by key and have no zero coefficient; factors of a term are sorted by key. Two polynomials are equal
// exactly when their keys are. An opaque operation (ceil_div, mod, …) that does not simplify is an atom of its own.

/** An integer that only the run knows. `id` is its identity (declaration and instance), `name` is for display. */
export interface SymbolAtom {
  readonly op: "symbol";
  readonly id: string;
  readonly name: string;
  /** A number known to divide it (`?{div=8}`, cute.assume), else 1. */
  readonly divisor: number;
  /** Bits of the run-time integer, display only. */
  readonly width: 32 | 64;
  /** Smallest and largest value it can have, where something says so; sizes are at least 1. */
  readonly min?: number;
  readonly max?: number;
  /** CuTe DSL: what the trace cannot know, as a thread's index; other symbols may be numbers of the program that traces. */
  readonly ofRun?: true;
  /** CuTe DSL: no trace has its number, whoever calls what it stands in. */
  readonly onlyRun?: true;
  /** C++: a template argument that nobody gives. Whoever compiles the code knows it. */
  readonly ofCompiler?: true;
  /** The variable whose value something unknown has written. */
  readonly free?: string;
  /** What a loop changes, in each of its rounds. */
  readonly loop?: true;
  /** CuTe DSL: declared as an integer; other symbols may be tuples of the program that traces. */
  readonly isInteger?: true;
  /** C++: a number of which only the type is known, by whose name it goes: `Shape<int, int>`. */
  readonly ofType?: true;
}

export type PolyOp =
  | "ceil_div"
  | "floor_div"
  | "mod"
  | "min"
  | "max"
  | "gcd"
  | "and"
  | "or"
  | "xor"
  | "shl"
  | "shr"
  | "cmp";

export interface OpAtom {
  readonly op: PolyOp;
  readonly args: readonly Poly[];
  /** The comparison, for "cmp": "<", "<=", "==", "!=". */
  readonly sign?: string;
  readonly key: string;
}

export type PolyAtom = SymbolAtom | OpAtom;

export interface Factor {
  readonly atom: PolyAtom;
  readonly power: number;
}

export interface Term {
  readonly coef: number;
  readonly factors: readonly Factor[];
  readonly key: string;
}

export interface Poly {
  readonly terms: readonly Term[];
  readonly key: string;
}
