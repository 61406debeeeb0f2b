// What a tiled MMA does with the tensors of its operands: partitions, fragments, the shapes that they have.

import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { makeFragment, makeFragmentOfShape } from "../../../../../src-engine/algebra/tiled/fragment.ts";
import { partitionMma } from "../../../../../src-engine/algebra/tiled/partition.ts";
import { type Operand, partitionShape, thrfrg } from "../../../../../src-engine/algebra/tiled/tiled-mma.ts";
import { type Layout, type Tensor, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { unspelled } from "./operations.ts";
import { type Bound, lenientRow, type Row, row, unknownIn } from "./row.ts";
import { mmaIn } from "./rows-tiled.ts";
import { onLayout } from "./tensor.ts";
import { intTreeIn, isLayout, none, tensorIn } from "./values.ts";

export const operandRows: readonly Row[] = (["A", "B", "C"] as const).flatMap((operand) => rowsOf(operand));

const selfOf = (b: Bound): Value => b.call.self ?? none;

function rowsOf(operand: Operand): readonly Row[] {
  const modes = { A: "mk", B: "nk", C: "mn" }[operand];
  return [
    row(`mma.partition_shape_${operand}`, `shape_${modes}`, (b) =>
      partitionShape(b.ctx, mmaIn(b, selfOf(b)), operand, intTreeIn(b.ctx, b.value(`shape_${modes}`))),
    ),
    lenientRow(`mma.partition_${operand}`, `input_${modes}`, (b) => {
      const input = b.value(`input_${modes}`);
      const thr = selfOf(b);
      if (input.kind === "unknown") return input;
      if (thr.kind !== "thr-mma") return unknown("a slice of an unknown MMA");
      return partitionMma(b.ctx, thr, operand, tensorIn(b.ctx, input));
    }),
    lenientRow(`mma.make_fragment_${operand}`, "input", (b) => fragmentOf(b, operand)),
    row(`mma._thrfrg_${operand}`, "input", (b) =>
      onLayout(b.ctx, b.value("input"), (a) => thrfrg(b.ctx, mmaIn(b, selfOf(b)), operand, a)),
    ),
  ];
}

function fragmentOf(b: Bound, operand: Operand): Value {
  const input = b.value("input");
  const argument = b.argument("input");
  b.call.record(`make_fragment_${operand}`, argument === undefined ? [] : [{ role: "input", argument }]);
  const missing = unknownIn(input, 0);
  if (missing !== undefined) return missing;
  const { atom } = mmaIn(b, selfOf(b));
  if (input.kind === "tensor") return asDslTensor(makeFragment(b.ctx, atom, operand, input));
  return asDslTensor(
    makeFragmentOfShape(b.ctx, atom, operand, isLayout(input) ? layoutShape(input) : intTreeIn(b.ctx, input)),
  );
}

/** The element type has the DSL's name; fragments in tensor memory have no place until one is allocated. */
function asDslTensor(tensor: Tensor): Tensor {
  if (tensor.engine.kind !== "pointer") return tensor;
  const { address, ...rest } = tensor.engine;
  const { dtype } = rest;
  const engine = dtype.kind === "dtype" ? { ...rest, dtype: { ...dtype, name: unspelled(dtype.name) } } : rest;
  return {
    ...tensor,
    engine: rest.space === "tmem" || address === undefined ? engine : { ...engine, address },
  };
}

const layoutShape = (value: Value): Layout["shape"] => (value.kind === "layout" ? value.shape : staticInt(1));
