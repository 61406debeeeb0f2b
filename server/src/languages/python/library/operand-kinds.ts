// What the operations of CuTe DSL take of the three that the algebra treats alike: a layout, a composed layout, a tensor.
//
// Each row names an operation's argument and what its Python wrapper refuses there. Source: cutlass/cute/core.py and the traces of
// nvidia-cutlass-dsl 4.7.
import type { Value } from "../../../../../src-engine/algebra/value.ts";

type Kind = "layout" | "composed" | "tensor";

const words: Readonly<Record<Kind, string>> = {
  layout: "a layout",
  composed: "a composed layout",
  tensor: "a tensor",
};

/** The way out: what of it the operation does take. */
const wayOut: Readonly<Record<Kind, string>> = {
  layout: "make a tensor of it",
  composed: "give its plain layout, .outer",
  tensor: "give its .layout",
};

const kinds: readonly Kind[] = ["layout", "composed", "tensor"];

const refusing = (names: string, argument: string, ...refused: readonly Kind[]): [string, Row][] =>
  names.split(" ").map((name) => [`cute.${name}`, { argument, refused }]);

interface Row {
  readonly argument: string;
  readonly refused: readonly Kind[];
}

const ofTensor = ([name, argument]: readonly [string, string]): [string, Row] => [
  name,
  { argument, refused: ["layout"] },
];

const rows: ReadonlyMap<string, Row> = new Map([
  ...refusing("right_inverse left_inverse complement", "input", "composed", "tensor"),
  ...refusing("nullspace", "layout", "composed", "tensor"),
  ...refusing("filter_zeros make_layout_like", "input", "composed"),
  ...refusing("append_ones", "t", "composed"),
  ...refusing("max_common_layout max_common_vector", "a", "composed"),
  ...refusing("append prepend get select", "input", "tensor"),
  ...refusing("dice", "src", "tensor"),
  ...refusing("recast_layout", "src_layout", "tensor"),
  ...refusing("tile_to_shape", "atom", "tensor"),
  ...refusing(
    "logical_product zipped_product tiled_product flat_product raked_product blocked_product",
    "block",
    "tensor",
  ),
  ...refusing("domain_offset", "tensor", "layout", "composed"),
  ...Object.entries({ "copy.partition_S": "src", "copy.partition_D": "dst", "mma.partition_A": "input_mk" }).map(
    ofTensor,
  ),
  ...Object.entries({ "mma.partition_B": "input_nk", "mma.partition_C": "input_mn" }).map(ofTensor),
]);

/** Why the operation refuses what it is given; undefined where it takes it, or where that cannot be told. */
export function refusedOperand(name: string, value: (argument: string) => Value): string | undefined {
  const row = rows.get(name);
  const given = row === undefined ? undefined : value(row.argument);
  const kind = row?.refused.find((one) => one === given?.kind);
  if (row === undefined || kind === undefined) return undefined;
  const taken = kinds.filter((one) => !row.refused.includes(one)).map((one) => words[one]);
  return `${words[kind]} is given where ${taken.join(" or ")} is taken: ${wayOut[kind]}`;
}
