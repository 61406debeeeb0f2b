// The table of the algebra's operations, by CuTe's own names; arguments in the order of the goldens.
//
// Where to find the functions behind it (each takes `ctx` first; all are pure):
//   int/int.ts        add, mul, div, mod, ceilDiv, min, max, compare, staticInt, dynamicInt    int/ask.ts  symbol, divides, equal, less, substitute
//   tuple/tree.ts     get, take, group, append, flatten, zip …    tuple/int-tuple.ts  product, ceilDivTree, shapeDiv …    tuple/scalar.ts  bases and coordinates
//   layout/make.ts    makeLayout, makeOrderedLayout, makeIdentityLayout, makeFragmentLike      layout/modes.ts  getLayout, selectLayout, groupLayout, onDomain …
//   layout/           coalesce.ts, composition.ts, complement.ts, inverse.ts, divide.ts, product.ts, recast.ts, max-common.ts, predicates.ts, coords.ts, slice.ts, tensor.ts
//   swizzle/          swizzle.ts (as a function), compose.ts (among layouts), slice.ts (slicing swizzled layouts), mixed-bits.ts
//   notation/         parse.ts, print.ts          eval/context.ts  makeContext, attempt
import type { Op } from "../context.ts";
import { coordOps } from "./coords.ts";
import { integerOps } from "./integers.ts";
import { layoutOps } from "./layouts.ts";
import { modeOps } from "./modes.ts";
import { questionOps } from "./questions.ts";
import { swizzleOps } from "./swizzles.ts";

export const ops: ReadonlyMap<string, Op> = new Map(
  [...integerOps, ...modeOps, ...layoutOps, ...coordOps, ...swizzleOps, ...questionOps].map((op) => [op.name, op]),
);
