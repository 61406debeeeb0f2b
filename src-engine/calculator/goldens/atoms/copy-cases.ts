// The golden family atoms_copy, and the copy operations of blackwell: Copy_Traits and Copy_Atom.

import { copyTraits } from "../../../algebra/atoms/lookup.ts";
import type { Context } from "../../../algebra/context.ts";
import { modeOf } from "../../../algebra/layout/modes.ts";
import { tmemValues } from "../../../algebra/tiled/cotiled-copy.ts";
import { product } from "../../../algebra/tuple/int-tuple.ts";
import type { Layout } from "../../../algebra/value.ts";
import type { Case, CaseOp } from "../../case.ts";
import { bad, copyAtomOf, textArg } from "./input.ts";
import { pick, print } from "./output.ts";

const traits: CaseOp = (ctx, input) => {
  const name = textArg(ctx, input, 0);
  const found = copyTraits(ctx, name) ?? ctx.stop({ code: "unsupported", message: `no copy operation ${name}` });
  return pick(input.want, {
    ThrID: () => print(found.thrId),
    SrcLayout: () => print(found.layoutSrc),
    DstLayout: () => print(found.layoutDst),
    RefLayout: () => print(found.layoutRef),
    ValID: () => (found.valId === undefined ? bad(ctx, `${name} has no ValID`) : print(found.valId)),
  });
};

const atom: CaseOp = (ctx, input) => {
  const found = copyAtomOf(ctx, textArg(ctx, input, 0), valueArg(ctx, input));
  const valId = found.traits.valId;
  return pick(input.want, {
    ThrID: () => print(found.thrId),
    ValLayoutSrc: () => print(found.layoutSrc),
    ValLayoutDst: () => print(found.layoutDst),
    ValLayoutRef: () => print(found.layoutRef),
    NumValSrc: () => values(ctx, found.layoutSrc),
    NumValDst: () => values(ctx, found.layoutDst),
    ...(valId === undefined ? {} : { atom_v_layout: () => print(tmemValues(ctx, valId, found.valueBits)) }),
  });
};

const values = (ctx: Context, layout: Layout): string => print(product(modeOf(ctx, layout, 1).shape));

/** The value type is the last argument; a refusal's case names the member before it. */
function valueArg(ctx: Context, input: Case): string | number {
  const last = input.args[input.args.length - 1];
  return typeof last === "string" || typeof last === "number" ? last : bad(ctx, "the value type is missing");
}

export const copyCases: Readonly<Record<string, CaseOp>> = { copy_traits: traits, copy_atom: atom };
