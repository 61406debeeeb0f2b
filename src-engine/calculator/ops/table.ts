// The table of the algebra's operations, by CuTe's own names; arguments in the order of the goldens.
//
// Where to find the functions behind it (each takes `ctx` first; all are pure; what works on a Layout also takes a ComposedLayout):
//   int/int.ts        add, mul, div, mod, ceilDiv, min, max, compare, staticInt, dynamicInt
//   int/ask.ts        symbol, divides, equal, less, before, bounds, substitute        int/print.ts  printInt
//   tuple/tree.ts     get, take, group, append, flatten, zip …    tuple/int-tuple.ts  product, ceilDivTree, shapeDiv …
//   tuple/scalar.ts   bases and coordinates                       tuple/map-ints.ts   mapInts, substituteValue
//   layout/make.ts    makeLayout, makeOrderedLayout, makeIdentityLayout, makeFragmentLike …
//   layout/modes.ts   getLayout, selectLayout, groupLayout, layoutModes, onDomain (the lifting to composed layouts) …
//   layout/           coalesce.ts, composition.ts (exactness.ts), complement.ts, inverse.ts, divide.ts (byMode, the lifting to tilers),
//                     product.ts, recast.ts, max-common.ts, predicates.ts, coords.ts, slice.ts, tensor.ts
//   layout/image.ts   isInjective, isSurjective, isBijective, sameImage               layout/major.ts  isMajor, leadingDim, findIf
//   layout/dsl-*.ts   what CuTe's IR computes otherwise (ctx.dialect "ir")
//   swizzle/          swizzle.ts (as a function), compose.ts (among layouts), slice.ts (slicing swizzled layouts), mixed-bits.ts
//   notation/         parse.ts, print.ts          eval/           context.ts (makeContext, attempt), expression.ts, golden.ts, line.ts
import type { Op } from "../../algebra/context.ts";
import { coordOps } from "./coords.ts";
import { integerOps } from "./integers.ts";
import { layoutOps } from "./layouts.ts";
import { modeOps } from "./modes.ts";
import { questionOps } from "./questions.ts";
import { swizzleOps } from "./swizzles.ts";

export const ops: ReadonlyMap<string, Op> = new Map(
  [...integerOps, ...modeOps, ...layoutOps, ...coordOps, ...swizzleOps, ...questionOps].map((op) => [op.name, op]),
);
