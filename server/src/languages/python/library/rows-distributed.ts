// Several devices: who takes part, tensors in NVSHMEM's symmetric memory, and the DSL's loads and stores through multicast addresses.
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { torchDType } from "./dtypes.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { contiguous, torchParts } from "./torch-tensor.ts";
import { intIn, list, none } from "./values.ts";

const words = (text: string): readonly string[] => text.split(" ");

/** `multimem_ld_reduce_8xf16`: four registers of 32 bits. */
const elementBits: Readonly<Record<string, number>> = { f32: 32, f16: 16, bf16: 16, e4m3: 8, e5m2: 8 };

const reduced: readonly Row[] = Object.entries(elementBits).flatMap(([type, bits]) =>
  [1, 2, 4].map((registers) =>
    lenientRow(`utils.distributed.multimem_ld_reduce_${(registers * 32) / bits}x${type}`, "mc_ptr", ({ call }) =>
      list(Array.from({ length: registers }, () => call.symbol("multimem_ld_reduce", { fresh: true }))),
    ),
  ),
);

const writing = words(
  "multimem_red_release_gpu_add1 multimem_red_release_sys_add1 multimem_red_relaxed_gpu_add1 multimem_red_relaxed_sys_add1 " +
    "multimem_red_add1 red_add1 spin_lock_atom_cas_relaxed_wait spin_lock_atom_cas_acquire_wait spin_lock_ld_lt_relaxed_wait " +
    "multimem_st_4xb32 multimem_st_2xb32 multimem_st_1xb32 multimem_st",
);

/** A tensor on the symmetric heap is a new tensor of torch; one extent may come without a tuple. */
function symmetricTensor(b: Bound): Value {
  const shape = b.value("shape");
  const sizes = shape.kind === "tuple" ? shape.items : [shape];
  const dtype = b.optional("dtype") ?? torchDType("float32") ?? none;
  return contiguous(
    sizes.map((one) => intIn(b.ctx, one)),
    dtype,
  );
}

/** Another device's tensor, or all of them through one address, looks like one's own. */
const alike = (b: Bound): Value =>
  torchParts(b.value("tensor")) === undefined
    ? unknown("a torch tensor whose shape is not visible")
    : b.value("tensor");

export const distributedRows: readonly Row[] = [
  ...["rank", "world_size"].map((name) =>
    lenientRow(`torch.distributed.get_${name}`, "group?", ({ call }) => call.symbol(name)),
  ),
  row("nvshmem.core.tensor", "shape, dtype?", symmetricTensor),
  row("nvshmem.core.get_peer_tensor", "tensor, peer_pe?", alike),
  lenientRow("nvshmem.core.get_multicast_tensor", "team, tensor", alike),
  ...reduced,
  ...writing.map((name) => lenientRow(`utils.distributed.${name}`, "*anything", () => none)),
];
