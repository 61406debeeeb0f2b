// Layouts as plain data for users of the library: shape and stride as nested arrays, sizes, and the layout as a function.
import { print } from "../../../src-engine/algebra/notation/print.ts";
import { attempt, makeContext } from "../../../src-engine/calculator/context.ts";
import { evaluateText } from "../../../src-engine/calculator/expression.ts";
import { layoutFrom } from "./plain.ts";

/** `cpp`: CuTe C++, where `_8` is static and `8` is not. `dsl`: CuTe DSL. */
export type Dialect = "cpp" | "dsl";

/** A number, or what is not one number as CuTe prints it: a symbol `M`, a polynomial `64*ldA`, a basis `1@0`. */
export type Leaf = number | string;

/** A tree of leaves: `[[8, 2], 64]` is `((8,2),64)`. */
export type Tuple = Leaf | readonly Tuple[];

export interface Layout {
  /** As CuTe prints it: `(_8,_8):(_8,_1)`, `Sw<3,3,3> o _0 o (_8,_64):(_64,_1)`. */
  readonly text: string;
  readonly shape: Tuple;
  /** Of `outer o offset o inner` the innermost strides. */
  readonly stride: Tuple;
  /** The swizzle that stands before it. */
  readonly swizzle?: { readonly bits: number; readonly base: number; readonly shift: number };
  readonly rank: number;
  readonly size: Leaf;
  readonly cosize: Leaf;
  /** The offset at a coordinate, which is nested as the shape is, or an index. Throws a RangeError where it does not fit. */
  offset(coord: Tuple): Leaf;
}

/**
 * Reads a layout in CuTe's notation, `(8,8):(8,1)` or `Sw<3,3,3> o _0 o (_8,_64):(_64,_1)`; an expression that gives one is
 * read too. Throws a SyntaxError for what is no layout.
 */
export function parseLayout(text: string, { dialect = "cpp" }: { readonly dialect?: Dialect } = {}): Layout {
  const outcome = attempt(() => evaluateText(makeContext(dialect), text));
  if ("stop" in outcome) throw new SyntaxError(outcome.stop.message);
  const layout = layoutFrom(outcome.value, dialect);
  if (layout === undefined) throw new SyntaxError(`${print(outcome.value, dialect)} is no layout`);
  return layout;
}
