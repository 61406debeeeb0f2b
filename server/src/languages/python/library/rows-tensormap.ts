// Tensor maps: handles that host code builds and that know the bytes of a box, those that a kernel keeps in global memory and
// writes itself, and the streams that launches go to.
import * as int from "../../../../../src-engine/algebra/int/int.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { type Bound, lenientRow, type Row, unknownIn } from "./row.ts";
import { spaceOf } from "./rows-runtime.ts";
import { elementType, pointer } from "./tensor.ts";
import { intTreeIn, none, object } from "./values.ts";

/** A descriptor in memory is no element type of a tensor. */
const descriptor = unknown("a TMA descriptor has no element type");

const manager = "utils.TensorMapManager";

/**
 * A handle of a tensor map: the elements of its box, and the bytes that one copy of it brings from global memory, which are also
 * those that it fills unless a format of packed elements pads them.
 */
export function tensorMap(b: Bound, dtype: Value): Value {
  const box = b.value("box_dims");
  const volume = unknownIn(box, 0) ?? product(intTreeIn(b.ctx, box));
  const isPlain = dtype.kind === "dtype" && dtype.bits % 8 === 0 && b.optional("tma_format") === undefined;
  const bytes =
    volume.kind === "unknown" || !isPlain
      ? unknown("the bytes of a box of a tensor map")
      : int.div(int.mul(volume, int.staticInt(dtype.bits)), int.staticInt(8));
  return object(handle, { dtype, element_type: dtype, box_volume: volume, shared_storage_bytes: bytes, bytes });
}

const handle = "cuda.TensorMap";

function fromView(b: Bound): Value {
  const tensor = b.value("tensor");
  const dtype =
    b.optional("dtype") ??
    (tensor.kind === "tensor"
      ? elementType(tensor)
      : unknown("what is copied", tensor.kind === "unknown" ? tensor : undefined));
  return tensorMap(b, dtype);
}

const viewArguments =
  "tensor, box_dims, stride_order?, interleave?, swizzle?, l2_promotion?, oob_fill?, dtype?, tma_format?";

export const tensorMapRows: readonly Row[] = [
  ...["cutlass.experimental.cuda", "cutlass.experimental.cuda.tensor_map"].map((module) =>
    lenientRow(`${module}.create_tensor_map_tiled_from_view`, viewArguments, fromView),
  ),
  lenientRow(`${handle}.get_ptr`, "", () => pointer("generic", descriptor)),
  lenientRow(`${handle}.global_tx_bytes`, "", ({ call: { self } }) =>
    self?.kind === "object" ? (self.fields.get("bytes") ?? none) : none,
  ),
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
    "cutlass_torch.current_stream",
    "torch.cuda.current_stream",
    "runtime.make_fake_stream",
  ].map((name) => lenientRow(name, "*anything", () => object("stream"))),
];
