// What projects call of the compiler below the library: TMA atoms from a map of the CTA's values, and what wraps them.
//
// The compiler's values are the library's own: `tensor.value`, `op._to_ir()` and `dtype.mlir_type` stand for what they are of.
import type { TmaAtom } from "../../../../../src-engine/algebra/atoms/types.ts";
import { OpStop } from "../../../../../src-engine/algebra/context.ts";
import { ONE } from "../../../../../src-engine/algebra/int/int.ts";
import { makeTmaAtomOfMap } from "../../../../../src-engine/algebra/tma/dsl.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { record, requestOf } from "./rows-tma.ts";
import { intIn, layoutIn, list, none, object } from "./values.ts";

const ir = "cutlass._mlir.dialects.cute_nvgpu";
const store = object("cpasync.CopyBulkTensorTileS2GOp");

export const irRows: readonly Row[] = [
  row(`${ir}.atom_make_non_exec_tiled_tma_load`, "gmem, smem, cta_v_map, op, num_multicast?, tma_format?", (b) =>
    tmaOfMap(b, b.value("op")),
  ),
  row(`${ir}.atom_make_non_exec_tiled_tma_store`, "gmem, smem, cta_v_map, tma_format?", (b) => tmaOfMap(b, store)),
  row(`${ir}.atom_make_non_exec_tiled_tma_reduce`, "gmem, smem, cta_v_map, op, tma_format?", (b) =>
    tmaOfMap(b, b.value("op")),
  ),
  row(`${ir}.get_default_tma_format`, "type, unpack?", (b) => b.value("type")),
  row(`${ir}.TmaDataFormat`, "format", (b) => b.value("format")),
  // A trait holds the compiler's atom; with its operation it is the library's.
  ...["", "Multicast"].map((cast) => traitRow(`CopyBulkTensorTileG2S${cast}NonExecTrait`)),
  ...["CopyBulkTensorTileS2G", "CopyReduceBulkTensorTileS2G"].map((name) => traitRow(`${name}NonExecTrait`)),
  lenientRow("cute.CopyAtom", "op, trait", (b) => b.value("trait")),
  lenientRow("cpasync.TmaInfo", "copy_atom, tma_tensor, smem_layout?", (b) => {
    const [atom, staged] = [b.value("copy_atom"), b.optional("smem_layout")];
    const isKnown = staged?.kind === "layout" || staged?.kind === "composed";
    return list([atom.kind === "tma-atom" && isKnown ? { ...atom, staged } : atom, b.value("tma_tensor")]);
  }),
  row("op.same", "", (b) => b.call.self ?? none),
];

function traitRow(name: string): Row {
  return lenientRow(`cpasync.${name}`, "value", (b) => b.value("value"));
}

/** The atom, and its coordinate tensor. */
function tmaOfMap(b: Bound, op: Value): Value {
  const map = layoutIn(b.ctx, b.value("cta_v_map"));
  const request = requestOf(b, op, {
    gmem: b.value("gmem"),
    smem: b.value("smem"),
    internal: b.optional("tma_format"),
  });
  if (request === undefined) return unknown("a TMA operation or element type that is not known");
  if (map.kind !== "layout") return unknown("a composed map of the CTA's values");
  const cluster = b.optional("num_multicast");
  const atom = refusable(b, () =>
    makeTmaAtomOfMap(b.ctx, request, map, cluster === undefined ? ONE : intIn(b.ctx, cluster)),
  );
  return list([atom, atom.tensor ?? unknown("the coordinate tensor of the TMA atom is not known")]);
}

/** What the compiler refuses is told as of the library's own call. */
function refusable(b: Bound, make: () => TmaAtom): TmaAtom {
  try {
    return make();
  } catch (error) {
    if (error instanceof OpStop) record(b, "make_tma_atom", { gmem: "gmem", smem: "smem" });
    throw error;
  }
}
