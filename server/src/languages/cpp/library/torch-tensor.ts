// PyTorch's tensor in C++, as launchers of kernels have it: extents and strides are the run's numbers, its data a pointer.
import { ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { type Call, lenientRow, type Row } from "./row.ts";
import { builtin, elementOrUnknown, text, typeOf } from "./values.ts";

const numbers = ["size", "stride", "numel", "dim", "element_size"];

const tensor: Value = {
  kind: "object",
  name: "torch::Tensor",
  fields: new Map<string, Value>([
    ...numbers.map((name): [string, Value] => [name, builtin("torch.number", text(name))]),
    ...["data_ptr", "const_data_ptr", "mutable_data_ptr"].map((name): [string, Value] => [name, builtin("torch.data")]),
  ]),
};

/** The class, which is no template. */
export const torchClass = (name: string): Value | undefined =>
  name === "torch::Tensor" || name === "at::Tensor" ? typeOf(tensor, name) : undefined;

const makers = "empty zeros ones full rand randn randint empty_like zeros_like ones_like rand_like randn_like".split(
  " ",
);

export const torchRows: readonly Row[] = [
  ...lenientRow("torch.number", numberOf),
  ...lenientRow("torch.data", ({ targs: [of] }) => ({
    kind: "pointer",
    space: "generic",
    dtype: of === undefined ? unknown("data_ptr() says no type") : elementOrUnknown(of),
    offset: ZERO,
  })),
  ...lenientRow(makers.flatMap((name) => [`torch::${name}`, `at::${name}`]).join(" "), () => tensor),
];

/** `a.size(0)`: each place has a number of its own. */
function numberOf({ self, args: [index], raw }: Call): Value {
  const of = raw.object?.expr.kind === "name" ? `${raw.object.expr.path.join("::")}.` : "";
  const name = `${of}${self?.kind === "text" ? self.value : "number"}`;
  return raw.symbol(index?.kind === "num" ? `${name}(${index.value})` : `${name}()`);
}
