// Tensor maps that a kernel keeps in global memory and writes itself, and the streams that launches go to.
import { unknown } from "../../../../../src-engine/algebra/value.ts";
import { lenientRow, type Row } from "./row.ts";
import { spaceOf } from "./rows-runtime.ts";
import { pointer } from "./tensor.ts";
import { none, object } from "./values.ts";

/** A descriptor in memory is no element type of a tensor. */
const descriptor = unknown("a TMA descriptor has no element type");

const manager = "utils.TensorMapManager";

export const tensorMapRows: readonly Row[] = [
  lenientRow(manager, "tensormap_update_mode, bytes_per_tensormap", () => object(manager)),
  lenientRow(`${manager}.get_tensormap_ptr`, "ptr, address_space?", (b) => {
    const space = b.optional("address_space");
    return pointer(space === undefined ? "gmem" : spaceOf(space), descriptor, { align: 128 });
  }),
  ...["init_tensormap_from_atom", "update_tensormap", "fence_tensormap_initialization", "fence_tensormap_update"].map(
    (method) => lenientRow(`${manager}.${method}`, "*anything", () => none),
  ),
  ...[
    "cuda.CUstream",
    "cuda.bindings.driver.CUstream",
    "cutlass.cuda.default_stream",
    "cutlass_torch.default_stream",
  ].map((name) => lenientRow(name, "*anything", () => object("stream"))),
];
