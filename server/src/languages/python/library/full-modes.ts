// Tensor indices as projects on the DSL write them: `t[..., k]` and `t[:, k]`, where the library itself wants `t[None, k]`.
import type { Tensor, Value } from "../../../../../src-engine/algebra/value.ts";
import { none } from "./values.ts";

const isEllipsis = (value: Value): boolean => value.kind === "builtin" && value.name === "Ellipsis";

const isWhole = (value: Value): boolean =>
  value.kind === "range" && [value.start, value.stop, value.step].every((end) => end.kind === "underscore");

/** The arguments with None for each whole mode; as they are where the tensor's rank is not known. */
export function withFullModes(tensor: Tensor, args: readonly Value[]): readonly Value[] {
  const plain = args.map((one) => (isWhole(one) ? none : one));
  const at = plain.findIndex(isEllipsis);
  const { layout } = tensor;
  if (at < 0 || layout.kind !== "layout") return plain;
  const modes = layout.shape.kind === "tuple" ? layout.shape.items.length : 1;
  const filled = Array.from({ length: Math.max(0, modes - (plain.length - 1)) }, () => none);
  return [...plain.slice(0, at), ...filled, ...plain.slice(at + 1)];
}
