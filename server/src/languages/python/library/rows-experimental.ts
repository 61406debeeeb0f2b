// `cutlass.cute.experimental`: buffers, maps of TMA copies and layouts of accumulators, put together from the operations they stand for.
import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { makeTensor } from "../../../../../src-engine/algebra/tiled/engine.ts";
import { thrfrg } from "../../../../../src-engine/algebra/tiled/tiled-mma.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { dtypes } from "./dtypes.ts";
import { callMethod, make } from "./helpers-sm90.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { compileRow } from "./rows-arch.ts";
import { spaceOf } from "./rows-runtime.ts";
import { mmaIn } from "./rows-tiled.ts";
import { pointer } from "./tensor.ts";
import { isLayout, itemsIn, layoutIn, list, none, textIn } from "./values.ts";

/** Calls that only do something. */
const effects =
  "copy partition_and_copy tma_load tma_load_multicast tma_store tma_reduce_store simt_auto_vec_copy dot dot_block_scaled mbarrier_expect_tx";

export const experimentalRows: readonly Row[] = [
  compileRow("cute.experimental.compile"),
  ...effects.split(" ").map((name) => lenientRow(`cute.experimental.${name}`, "*anything", () => none)),
  // The library's own packing of a tuple into one value of its compiler: the same shape, the same tile.
  row("cute._pack_shape", "shape", (b) => b.value("shape")),
  row("cute._pack_tile", "tile", (b) => b.value("tile")),
  row("cute.experimental.allocate", "type, address_space, layout, alignment, is2cta?", allocate),
  lenientRow("cute.experimental.get_mbarrier", "stage_token", () => pointer("smem", dtypes.get("Int64") ?? none)),
  row("cute.experimental.make_tmem_layout_acc", "tiled_mma, mnk_tiler, acc_stage", (b) =>
    fragmentLayout(b, "C", list(itemsIn(b.ctx, b.value("mnk_tiler")).slice(0, 2)), b.value("acc_stage")),
  ),
  row("cute.experimental.make_tmem_layout_a", "tiled_mma, mk_tiler, stage", (b) =>
    fragmentLayout(b, "A", b.value("mk_tiler"), b.value("stage")),
  ),
  row("cute.experimental.make_t2r_rmem_layout", "tiled_copy_t2r, gC_mnl_epi, tidx", registersOf),
  lenientRow("cute.experimental.partition", "buffer, agent_id, layout_tv, tiler", partition),
  row("cute.experimental.get_cta_v_map_ab", "gmem_tensor, mma_tiler_mnk, tiled_mma, input_operand", mapOfOperand),
  row("cute.experimental.get_cta_v_map_c", "gmem_tensor, epi_tile", (b) =>
    make(b, "cute.composition", [identityOf(b, b.value("gmem_tensor")), b.value("epi_tile")]),
  ),
];

/** A swizzled layout's swizzle is that of the pointer. */
function allocate(b: Bound): Value {
  const [type, align, layout] = [b.value("type"), b.value("alignment"), b.value("layout")];
  if (!isLayout(layout)) return unknown("a buffer is placed by a layout");
  const at = pointer(spaceOf(b.value("address_space")), type, align.kind === "num" ? { align: align.value } : {});
  if (layout.kind !== "composed" || layout.outer.kind !== "swizzle") return makeTensor(at, layout);
  return makeTensor({ ...at, swizzle: layout.outer }, layoutIn(b.ctx, layout.inner as Value));
}

/** The fragment that an MMA has of a tile, one for each stage. */
function fragmentLayout(b: Bound, operand: "A" | "C", tile: Value, stages: Value): Value {
  const mma = b.value("tiled_mma");
  const shape = callMethod(b, mma, `mma.partition_shape_${operand}`, tile);
  const staged = make(b, "cute.append", [shape, stages]);
  const fragment = callMethod(b, mma, `mma.make_fragment_${operand}`, staged);
  return fragment.kind === "tensor" ? (fragment.layout as Value) : fragment;
}

/** What a thread holds of the tile that a copy out of tensor memory writes. */
function registersOf(b: Bound): Value {
  const thread = callMethod(b, b.value("tiled_copy_t2r"), "tiled.get_slice", b.value("tidx"));
  const whole = callMethod(b, thread, "copy.partition_D", b.value("gC_mnl_epi"));
  const one = make(b, "cute.slice_", [whole, list([none, none, none, staticInt(0), staticInt(0)])]);
  return make(b, "cute.make_fragment_like", [one.kind === "tensor" ? (one.layout as Value) : one]);
}

/** ((thread,value),rest) by the tiler and the (thread,value) layout, then the thread's own: (value,rest). */
function partition(b: Bound): Value {
  const divided = make(b, "cute.zipped_divide", [b.value("buffer"), b.value("tiler")]);
  const byThread = make(b, "cute.composition", [divided, list([b.value("layout_tv"), none])]);
  return make(b, "cute.slice_", [byThread, list([list([b.value("agent_id"), none]), none])]);
}

const identityOf = (b: Bound, tensor: Value): Value =>
  make(b, "cute.make_identity_layout", [
    tensor.kind === "tensor" && tensor.layout.kind === "layout" ? tensor.layout.shape : unknown("no shape is known"),
  ]);

/** Which coordinates of the tensor a CTA's tile of A or B holds, in the order of shared memory: (fragment,rest,rest). */
function mapOfOperand(b: Bound): Value {
  const operand = /^(?:SF)?([AB])$/.exec(textIn(b.value("input_operand")) ?? "")?.[1];
  if (operand !== "A" && operand !== "B") return unknown("an operand other than A, B, SFA and SFB");
  const tile = itemsIn(b.ctx, b.value("mma_tiler_mnk"));
  const kept = tile.filter((_, at) => at >= 2 || at === (operand === "A" ? 0 : 1));
  const part = make(b, "cute.composition", [identityOf(b, b.value("gmem_tensor")), list(kept)]);
  if (part.kind === "unknown") return part;
  const whole = thrfrg(b.ctx, mmaIn(b, b.value("tiled_mma")), operand, layoutIn(b.ctx, part));
  const coord = list([staticInt(1), list(kept.map(() => staticInt(1)))]);
  return make(b, "cute.dice", [make(b, "cute.get", [whole as Value, list([staticInt(1)])]), coord]);
}
