// `torch.autograd.Function`: `apply` runs `forward` with a context, and the gradients of its outputs reach `backward`.

import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { BuiltinValue } from "../../../../../src-engine/program/values.ts";
import { type Bound, lenientRow, type Row } from "./row.ts";
import { torchParts } from "./torch-tensor.ts";
import { list, none, object } from "./values.ts";

const base = "torch.autograd.Function";

/** `Function.apply` of a class with the library's base. */
export function inheritedOf(
  from: Value,
  name: string,
  member: (name: string) => Value | undefined,
): BuiltinValue | undefined {
  if (from.kind !== "builtin" || from.name !== base || name !== "apply") return undefined;
  return {
    kind: "builtin",
    name: `${base}.apply`,
    targs: [],
    self: list([member("forward") ?? none, member("backward") ?? none]),
  };
}

export const autogradRows: readonly Row[] = [
  lenientRow(`${base}.apply`, "*args", applied),
  lenientRow("autograd.save_for_backward", "*tensors", (b) => {
    if (b.call.self?.kind === "object") b.call.self.fields.set("saved_tensors", list(b.rest));
    return none;
  }),
  ...["set_materialize_grads", "mark_non_differentiable", "mark_dirty"].map((name) =>
    lenientRow(`autograd.${name}`, "*tensors", () => none),
  ),
];

function applied(b: Bound): Value {
  const [forward, backward] = b.call.self?.kind === "tuple" ? b.call.self.items : [];
  if (forward?.kind !== "function") return unknown("a function of autograd without a forward");
  const context = object("autograd.ctx", {});
  const result = b.call.invoke(forward, [context, ...b.rest]);
  if (backward?.kind === "function") {
    const outputs = result.kind === "tuple" ? result.items : [result];
    if (outputs.some((one) => torchParts(one) !== undefined))
      b.call.invoke(backward, [context, ...outputs.map(gradient)]);
  }
  return result;
}

/** The gradient of an output has its shape; of what is no tensor there is none. */
const gradient = (output: Value): Value => (torchParts(output) === undefined ? none : output);
