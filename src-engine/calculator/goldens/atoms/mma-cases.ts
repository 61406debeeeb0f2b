// The golden family atoms_mma: MMA_Traits and the shared-memory layout atoms.

import { parseSmemAtom, smemAtom, smemAtomBits } from "../../../algebra/atoms/smem-atom.ts";
import type { MmaAtom } from "../../../algebra/atoms/types.ts";
import { staticInt } from "../../../algebra/int/int.ts";
import type { CaseOp } from "../../case.ts";
import { bad, mmaArg, numberArg, textArg } from "./input.ts";
import { pick, print } from "./output.ts";

const mmaTraits: CaseOp = (ctx, input) => pick(input.want, traitParts(mmaArg(ctx, input)));

function traitParts(atom: MmaAtom): Readonly<Record<string, () => unknown>> {
  const bits = (type: MmaAtom["typeA"]) => () => print(staticInt(type.bits));
  const extra = Object.entries(atom.extra).flatMap(([name, operand]) =>
    operand.layout === undefined ? [] : [[`${name}Layout`, () => print(operand.layout!)]],
  );
  return {
    Shape_MNK: () => print(atom.shape),
    ThrID: () => print(atom.thrId),
    ALayout: () => print(atom.layoutA),
    BLayout: () => print(atom.layoutB),
    CLayout: () => print(atom.layoutC),
    ...Object.fromEntries(extra),
    ValTypeA_bits: bits(atom.typeA),
    ValTypeB_bits: bits(atom.typeB),
    ValTypeC_bits: bits(atom.typeC),
    ValTypeD_bits: bits(atom.typeD),
  };
}

const smemLayoutAtom: CaseOp = (ctx, input) => {
  const name = textArg(ctx, input, 0);
  const atom = parseSmemAtom(name) ?? bad(ctx, `no shared-memory layout atom ${name}`);
  return print(smemAtom(ctx, atom.major, atom.swizzle, numberArg(ctx, input, 1)));
};

const smemLayoutAtomBits: CaseOp = (ctx, input) => {
  const name = textArg(ctx, input, 0);
  const atom = parseSmemAtom(name) ?? bad(ctx, `no shared-memory layout atom ${name}`);
  return print(smemAtomBits(atom.major, atom.swizzle));
};

export const mmaCases: Readonly<Record<string, CaseOp>> = {
  mma_traits: mmaTraits,
  smem_layout_atom: smemLayoutAtom,
  smem_layout_atom_bits: smemLayoutAtomBits,
};
