// What the DSL and people ask of layouts besides: majorness, leading dimension, injectivity, coordinates in every form.
import type { Answer, Context, Op } from "../../algebra/context.ts";
import { staticInt } from "../../algebra/int/int.ts";
import { coordForms } from "../../algebra/layout/coords.ts";
import { isBijective, isInjective, isSurjective, sameImage } from "../../algebra/layout/image.ts";
import { findIf, isMajor, leadingDim } from "../../algebra/layout/major.ts";
import { appendLayout, innermost, prependLayout, UNIT } from "../../algebra/layout/modes.ts";
import { onLayout } from "../../algebra/layout/tensor.ts";
import { equalScalar, type Scalar } from "../../algebra/tuple/scalar.ts";
import type { AnyLayout, Layout, Shape, Strides, Value } from "../../algebra/value.ts";
import * as arg from "./arguments.ts";

const op = (name: string, signature: string, doc: string, run: Op["run"]): Op => ({ name, signature, doc, run });

const answer = (a: Answer): Value =>
  a === "unknown" ? { kind: "text", value: "unknown" } : staticInt(a === "yes" ? 1 : 0);

const asking = (name: string, doc: string, f: (ctx: Context, a: Layout) => Answer): Op =>
  op(name, "(layout) → yes, no or unknown", doc, (ctx, a) => answer(f(ctx, arg.plainLayout(ctx, a[0]))));

/** A path as the DSL gives it: a number for a top-level mode, a tuple inside one, `_` (None) for nothing. */
function pathValue(path: readonly number[] | undefined): Value {
  if (path === undefined) return { kind: "underscore" };
  return path.length === 1 ? staticInt(path[0]!) : { kind: "tuple", items: path.map((n) => staticInt(n)) };
}

/** `append_ones(x)`, or until the rank is `up_to_rank`; of a layout or a tensor. */
const ones = (name: string, doc: string, f: typeof appendLayout): Op =>
  op(name, "(layout or tensor [, up_to_rank]) → the same with modes _1:_0", doc, (ctx, a) => {
    const rank = a[1] === undefined ? undefined : arg.number(ctx, a[1]);
    const grow = (l: AnyLayout): AnyLayout => f(ctx, l, UNIT, rank);
    return a[0]?.kind === "tensor" ? onLayout(ctx, a[0], grow) : grow(arg.anyLayout(ctx, a[0]));
  });

function shapeAndStride(ctx: Context, a: arg.Args): readonly [Shape, Strides] {
  if (arg.isLayout(a[0])) {
    const plain = arg.plainLayout(ctx, innermost(ctx, a[0]));
    return [plain.shape, plain.stride];
  }
  return [arg.shape(ctx, a[0]), arg.strides(ctx, a[1])];
}

export const questionOps: readonly Op[] = [
  op("is_major", "(mode, stride) → boolean", "The mode's first stride is a static 1.", (ctx, a) =>
    staticInt(
      isMajor(ctx, arg.number(ctx, a[0]), arg.isLayout(a[1]) ? shapeAndStride(ctx, [a[1]])[1] : arg.strides(ctx, a[1]))
        ? 1
        : 0,
    ),
  ),
  op(
    "leading_dim",
    "(layout) or (shape, stride) → mode",
    "The first mode of static stride 1 and a size other than 1.",
    (ctx, a) => pathValue(leadingDim(ctx, ...shapeAndStride(ctx, a))),
  ),
  op("find", "(tuple, x) → place", "The place of the first leaf equal to x.", (ctx, a) => {
    const wanted = a[1];
    if (wanted === undefined || (wanted.kind !== "basis" && wanted.kind !== "num" && wanted.kind !== "sym")) {
      return arg.bad(ctx, "an integer", wanted);
    }
    const isWanted = (leaf: Value): boolean => {
      if (leaf.kind !== "num" && leaf.kind !== "sym" && leaf.kind !== "basis") return false;
      const same = equalScalar(leaf satisfies Scalar, wanted);
      return same.kind === "num" && same.value === 1;
    };
    return pathValue(findIf<Value>(arg.tree(ctx, a[0]), isWanted));
  }),
  ones("append_ones", "Modes of size 1 behind.", appendLayout),
  ones("prepend_ones", "Modes of size 1 before.", prependLayout),
  op("is_injective", "(layout) → yes, no or unknown", "No two coordinates have the same result.", (ctx, a) =>
    answer(isInjective(ctx, arg.anyLayout(ctx, a[0]))),
  ),
  asking("is_surjective", "Every index below the cosize is a result.", isSurjective),
  asking("is_bijective", "A permutation of [0, size).", isBijective),
  op("same_image", "(a, b) → yes, no or unknown", "The same set of results.", (ctx, a) =>
    answer(sameImage(ctx, arg.plainLayout(ctx, a[0]), arg.plainLayout(ctx, a[1]))),
  ),
  op("coord_forms", "(coord, shape) → (1-D, one a mode, natural)", "A coordinate in all its forms.", (ctx, a) => {
    const forms = coordForms(
      ctx,
      arg.coord(ctx, a[0]),
      arg.isLayout(a[1]) ? shapeAndStride(ctx, [a[1]])[0] : arg.shape(ctx, a[1]),
    );
    return { kind: "tuple", items: [forms.index, forms.modes, forms.natural] };
  }),
];
