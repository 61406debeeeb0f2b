// What kinds of argument the operations of CuTe DSL take, where the algebra would take others: a layout where a tensor is wanted, a
// tuple where a layout is, arguments that have changed places.
//
// Each row names an operation's arguments and what its Python wrapper takes there. Source: cutlass/cute/{core,tensor,atom}.py and the
// traces of nvidia-cutlass-dsl 4.8. What is not listed here is taken; so is what is not known, and a symbol, which may be a tuple.
import { isCertainInteger } from "../../../../../src-engine/algebra/int/ask.ts";
import type { Value } from "../../../../../src-engine/algebra/value.ts";

type Kind = keyof typeof words;

const words = {
  integer: "an integer",
  tuple: "a tuple",
  layout: "a layout",
  composed: "a composed layout",
  tensor: "a tensor",
  pointer: "a pointer",
  type: "an element type",
  group: "a cooperative group",
  "copy-atom": "a copy atom",
  "mma-atom": "an MMA atom",
  "tiled-copy": "a tiled copy",
  "tiled-mma": "a tiled MMA",
} as const;

/** The way out, `given>taken`: how the one is had of the other. */
const waysOut: Readonly<Record<string, string>> = {
  "layout>tensor": "make a tensor of it",
  "composed>tensor": "make a tensor of it",
  "composed>layout": "give its plain layout, .outer",
  "tensor>layout": "give its .layout",
  "tensor>tuple": "give its .shape",
  "layout>tuple": "give its .shape",
  "tensor>pointer": "give its .iterator",
  "tuple>layout": "cute.make_layout makes one of it",
  "integer>layout": "cute.make_layout makes one of it",
  "integer>group": "pipeline.CooperativeGroup(agent, size) makes one of it",
};

type Taken = Readonly<Record<string, readonly Kind[]>>;

const shape: readonly Kind[] = ["integer", "tuple"];
const layout: readonly Kind[] = ["layout"];
const layouts: readonly Kind[] = ["layout", "composed"];
const placed: readonly Kind[] = ["layout", "composed", "tensor"];
const tensor: readonly Kind[] = ["tensor"];
const tiler: readonly Kind[] = ["integer", "tuple", "layout"];
const type: readonly Kind[] = ["type"];
/** A slice of a tiled copy stands for it. */
const copyAtom: readonly Kind[] = ["copy-atom", "tiled-copy"];
const group: readonly Kind[] = ["group"];
const mma: readonly Kind[] = ["tiled-mma", "mma-atom"];

const each = (names: string, taken: Taken): [string, Taken][] =>
  names.split(" ").map((name) => [`cute.${name}`, taken]);

const rows: ReadonlyMap<string, Taken> = new Map<string, Taken>([
  ...each("right_inverse left_inverse complement", { input: layout }),
  ...each("nullspace", { layout }),
  ...each("filter_zeros make_layout_like", { input: ["layout", "tensor"] }),
  ...each("filter coalesce", { input: placed }),
  ...each("append_ones", { t: ["layout", "tensor"] }),
  ...each("max_common_layout max_common_vector", { a: ["layout", "tensor"] }),
  ...each("append prepend get select", { input: [...shape, ...layouts] }),
  ...each("dice", { src: [...shape, ...layouts] }),
  ...each("slice_", { coord: shape }),
  ...each("crd2idx", { coord: shape, layout: [...shape, ...layouts] }),
  ...each("idx2crd", { idx: shape, shape }),
  ...each("recast_layout", { src_layout: layouts }),
  ...each("tile_to_shape", { atom: layouts, trg_shape: shape }),
  ...each("logical_product zipped_product tiled_product flat_product raked_product blocked_product", {
    block: layouts,
  }),
  ...each("logical_divide zipped_divide tiled_divide flat_divide", { target: placed, tiler }),
  ...each("composition", { lhs: placed, rhs: tiler }),
  ...each("cosize", { a: placed }),
  ...each("product product_each", { a: shape }),
  ...each("make_layout make_ordered_layout make_identity_layout make_identity_tensor", { shape }),
  ...each("domain_offset", { coord: shape, tensor }),
  ...each("local_tile", { input: [...placed], tiler, coord: shape }),
  ...each("local_partition", { target: placed, tiler: [...shape, "layout", "composed"], index: shape }),
  ...each("recast_tensor", { src: tensor, dtype: type }),
  ...each("make_tensor", { iterator: [...shape, "pointer"], layout: [...shape, ...layouts] }),
  ...each("make_rmem_tensor", { layout_or_shape: [...shape, ...layouts], dtype: type }),
  ...each("size_in_bytes", { dtype: type, layout: placed }),
  ...each("make_copy_atom", { copy_internal_type: type }),
  ...each("make_tiled_copy_tv", { atom: copyAtom, thr_layout: layout, val_layout: layout }),
  ...each("make_tiled_copy", { atom: copyAtom, layout_tv: layout, tiler_mn: ["tuple", "layout"] }),
  ...each("make_tiled_copy_A make_tiled_copy_B make_tiled_copy_C", { atom: copyAtom, tiled_mma: mma }),
  ...each("make_tiled_copy_S make_tiled_copy_D", { atom: copyAtom, tiled_copy: ["tiled-copy"] }),
  ...["PipelineAsync", "PipelineCpAsync", "PipelineTmaAsync", "PipelineTmaUmma", "PipelineUmmaAsync"].map(
    (made): [string, Taken] => [`pipeline.${made}.create`, { producer_group: group, consumer_group: group }],
  ),
  ["smem.allocate_tensor", { element_type: type }],
  ["smem.allocate_array", { element_type: type }],
  ...["S", "D"].map((side): [string, Taken] => [
    `copy.partition_${side}`,
    { [side === "S" ? "src" : "dst"]: ["tensor", "composed"] },
  ]),
  ...["mk", "nk", "mn"].map((modes, i): [string, Taken] => [
    `mma.partition_${"ABC"[i]}`,
    { [`input_${modes}`]: ["tensor", "composed"] },
  ]),
]);

/** Why the operation refuses what it is given; undefined where it takes it, or where that cannot be told. */
export function refusedOperand(name: string, value: (argument: string) => Value | undefined): string | undefined {
  for (const [argument, taken] of Object.entries(rows.get(name) ?? {})) {
    const given = kindOf(value(argument));
    if (given === undefined || taken.includes(given)) continue;
    const wayOut = taken.map((one) => waysOut[`${given}>${one}`]).find((one) => one !== undefined);
    const wanted = taken.map((one) => words[one]).join(" or ");
    return `${words[given]} is given where ${wanted} is taken${wayOut === undefined ? "" : `: ${wayOut}`}`;
  }
  return undefined;
}

function kindOf(value: Value | undefined): Kind | undefined {
  switch (value?.kind) {
    case "num":
    case "sym":
      return isCertainInteger(value) ? "integer" : undefined;
    case "dtype":
      return "type";
    case "tma-atom":
      return "copy-atom";
    case "thr-copy":
      return "tiled-copy";
    case "thr-mma":
      return "tiled-mma";
    case "tensor":
      // That it is a tensor may be no more than its annotation, to which traced code holds no caller.
      return value.layout.kind === "unknown" ? undefined : "tensor";
    case "tuple":
    case "layout":
    case "composed":
    case "pointer":
    case "copy-atom":
    case "mma-atom":
    case "tiled-copy":
    case "tiled-mma":
      return value.kind;
    default:
      return undefined;
  }
}
