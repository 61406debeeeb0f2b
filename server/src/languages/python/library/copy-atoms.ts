// `cute.make_copy_atom`: an operation and an element type, with the bits of one copy where they are given.
import { copyAtom } from "../../../../../src-engine/algebra/atoms/lookup.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { copyName } from "./operations.ts";
import { refuse } from "./refusals.ts";
import type { Bound } from "./row.ts";

/** Without `num_bits_per_copy` a universal or bulk copy says nothing of its width: `(1,1):(0,0)`; the library finds it when it copies. */
export function makeCopyAtom(b: Bound): Value {
  const op = b.value("op");
  const type = b.value("copy_internal_type");
  if (op.kind !== "object") return op.kind === "unknown" ? op : unknown("a copy operation that is not modelled");
  const given = b.optional("num_bits_per_copy");
  if (op.name === "nvgpu.CopyUniversalOp" && given?.kind === "num") requireWidth(b, given.value);
  if (type.kind !== "dtype")
    return unknown("the element type of the copy is not known", type.kind === "unknown" ? type : undefined);
  if (given?.kind === "unknown" || given?.kind === "sym") return unknown("the width of the copy is not known");
  if (given?.kind === "num" && given.value > 0 && given.value < type.bits)
    return refuse(
      b.ctx,
      "cute.make_copy_atom",
      `a copy of ${given.value} bits moves no whole ${type.name} of ${type.bits}`,
    );
  const bits = given?.kind === "num" && given.value > 0 ? given.value : isOpen(op.name) ? 0 : type.bits;
  const name = copyName(op, bits);
  const atom = name === undefined ? undefined : copyAtom(b.ctx, name, type);
  return atom ?? unknown(`the copy operation ${op.name} is not modelled`);
}

/** Universal and bulk copies are as wide as the tensors that they get. */
const isOpen = (op: string): boolean =>
  op === "nvgpu.CopyUniversalOp" || /^cpasync\.CopyBulk(?:G2S|G2SMulticast|S2G|S2S|S2GByteMask)Op$/.test(op);

/** 0 leaves the width to the tensors. */
function requireWidth(b: Bound, bits: number): void {
  if (bits === 0 || (bits >= 8 && Math.log2(bits) % 1 === 0)) return;
  b.ctx.stop({
    code: "value-error",
    message: `num_bits_per_copy is ${bits}, which is no power of two from 8 on`,
    at: "cute/nvgpu/common.py:387",
  });
}
