// `cutlass.utils.mixed_input_helpers.transform_partition` as a built-in model, for where the package's source is not at hand.
//
// The transformed A lies in tensor memory or in shared memory; the copy that writes it says which part of the input a thread reads.
import { staticInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { onDomain } from "../../../../../src-engine/algebra/layout/modes.ts";
import {
  type Int,
  type Layout,
  layout,
  type Stride,
  type Tree,
  type Tuple,
  tuple,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { callMethod, make } from "./helpers-sm90.ts";
import { type Bound, lenientRow, type Row } from "./row.ts";
import { plain } from "./rows-layout.ts";
import { onLayout } from "./tensor.ts";
import { list, none, textIn } from "./values.ts";

export const transformRows: readonly Row[] = [
  lenientRow(
    "utils.transform_partition",
    "transform_a_source, scale_mode, copy_atom_a_input, copy_atom_a_transform, sA_input, A_transform, transform_local_tidx",
    transformPartition,
  ),
];

/** (copy of the source, copy of the result, input, transformed). */
function transformPartition(b: Bound): Value {
  const source = textIn(b.value("transform_a_source"));
  const isTmem = source === "OperandSource.TMEM";
  if (!isTmem && source !== "OperandSource.SMEM") return unknown("where the transformed A lies is not known");
  const stage = make(b, "cute.slice_", [b.value("A_transform"), list([none, none, none, staticInt(0)])]);
  const atom = b.value("copy_atom_a_transform");
  const eights = layout(numbers(128, 8), numbers(8, 1));
  const copy = isTmem
    ? make(b, "tcgen05.make_tmem_copy", [atom, stage])
    : make(b, "cute.make_cotiled_copy", [atom, eights, stage.kind === "tensor" ? (stage.layout as Value) : stage]);
  const thread = callMethod(b, copy, "tiled.get_slice", b.value("transform_local_tidx"));
  const input = isTmem ? doubled(b) : b.value("sA_input");
  const scaled = isScaled(b.value("scale_mode"));
  const from = make(b, "cute.make_tiled_copy_S", [b.value("copy_atom_a_input"), copy]);
  return list([
    scaled === undefined ? unknown("whether A is scaled is not known") : scaled ? from : none,
    isTmem ? copy : none,
    callMethod(b, thread, "copy.partition_S", input),
    callMethod(b, thread, "copy.partition_D", b.value("A_transform")),
  ]);
}

const numbers = (...all: readonly number[]) => tuple<Int>(all.map(staticInt));

/** 64 rows of input for 128 lanes of tensor memory are read twice. */
function doubled(b: Bound): Value {
  const input = b.value("sA_input");
  const rows = (name: string): Value => make(b, "cute.size", [b.value(name), list([staticInt(0), staticInt(0)])]);
  const [lanes, own] = [rows("A_transform"), rows("sA_input")];
  if (lanes.kind !== "num" || own.kind !== "num") return unknown("how many rows A has is not known");
  if (lanes.value !== 128 || own.value !== 64 || input.kind !== "tensor") return input;
  return onLayout(b.ctx, input, (a) => onDomain(b.ctx, a, (inner) => twice(plain(b, inner))));
}

/** ((64,K),…) → (((64,2),K),…), the second time at the same place. */
function twice({ shape, stride }: Layout): Layout {
  const first = <T extends { readonly kind: string }>(t: Tree<T>, more: T): Tree<T> => {
    if (t.kind !== "tuple") return tuple<T>([t, more]);
    const [head, ...rest] = (t as Tuple<T>).items;
    return head === undefined ? t : tuple<T>([first(head, more), ...rest]);
  };
  return layout(first<Int>(shape, staticInt(2)), first<Stride>(stride, ZERO));
}

/** `TransformMode.ConvertScale` or `ConvertOnly`. */
function isScaled(mode: Value): boolean | undefined {
  const name = textIn(mode)?.replace(/^.*\./, "");
  if (name === "ConvertScale") return true;
  return name === "ConvertOnly" ? false : undefined;
}
