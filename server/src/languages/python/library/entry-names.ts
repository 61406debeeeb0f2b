// Symbols of a tensor that enters traced code under the parameter's name: `mX.shape[0]` says more than `sym_int`.
//
// Only the display changes: a symbol that two tensors share stays one symbol.
import { isInt } from "../../../../../src-engine/algebra/int/int.ts";
import { type Int, layout, type Shape, type Strides, type Tensor } from "../../../../../src-engine/algebra/value.ts";

/** Symbols that the host made without a name of their own. */
const nameless = /^(sym_int|from_dlpack\b)/;

export function underName(tensor: Tensor, name: string): Tensor {
  if (tensor.layout.kind !== "layout" || tensor.engine.kind !== "pointer") return tensor;
  const shape = relabelled(tensor.layout.shape, `${name}.shape`) as Shape;
  const stride = relabelled(tensor.layout.stride, `${name}.stride`) as Strides;
  return { ...tensor, layout: layout(shape, stride) };
}

type Node = Shape | Strides;

function relabelled(tree: Node, name: string): Node {
  if (tree.kind === "tuple") {
    return {
      kind: "tuple",
      items: (tree.items as readonly Node[]).map((one, i) => relabelled(one, `${name}[${i}]`)),
    } as Node;
  }
  return isInt(tree) ? renamed(tree, name) : tree;
}

function renamed(value: Int, name: string): Int {
  if (value.kind !== "sym") return value;
  const [term] = value.poly.terms;
  const factor = term?.factors[0];
  if (term === undefined || factor === undefined || value.poly.terms.length !== 1 || term.factors.length !== 1)
    return value;
  const { atom } = factor;
  if (atom.op !== "symbol" || !nameless.test(atom.name)) return value;
  const own = { ...term, factors: [{ ...factor, atom: { ...atom, name } }] };
  return { ...value, poly: { ...value.poly, terms: [own] } };
}
