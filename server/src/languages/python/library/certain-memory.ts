// In which memory a tensor certainly lies although what it is is not known: `storage.sC.get_tensor(layout)` is shared whatever the layout,
// and so is what is cut from it.
import type { Unknown, Value } from "../../../../../src-engine/algebra/value.ts";
import type { Bound } from "./row.ts";

type Memory = NonNullable<Unknown["memory"]>;

const memories: ReadonlySet<string> = new Set<Memory>(["smem", "rmem"]);

export function certainMemory(value: Value): Memory | undefined {
  if (value.kind === "unknown") return value.memory;
  const engine = value.kind === "tensor" ? value.engine : value;
  return engine.kind === "pointer" && memories.has(engine.space) ? (engine.space as Memory) : undefined;
}

/** What a result that is not known has of the memory that the operation makes it in, or cuts it from. */
export function memoryOf(name: string, b: Bound): Pick<Unknown, "memory"> {
  const from = cutFrom.get(name);
  const memory = from === undefined ? made.get(name) : certainMemory(b.value(from));
  return memory === undefined ? {} : { memory };
}

const made: ReadonlyMap<string, Memory> = new Map<string, Memory>([
  ["smem.allocate_tensor", "smem"],
  ["memrange.get_tensor", "smem"],
  ["cute.make_rmem_tensor", "rmem"],
  ["cute.make_rmem_tensor_like", "rmem"],
  ["cute.make_fragment", "rmem"],
  ["cute.make_fragment_like", "rmem"],
]);

/** The tensor, or pointer, that an operation hands on a part of. */
const cutFrom: ReadonlyMap<string, string> = new Map([
  ["cute.make_tensor", "iterator"],
  ["cute.recast_ptr", "ptr"],
  ["cute.recast_tensor", "src"],
  ["cute.domain_offset", "tensor"],
  ["cute.local_tile", "input"],
  ["cute.group_modes", "input"],
  ["cute.local_partition", "target"],
  ["cute.zipped_divide", "target"],
  ["cute.tiled_divide", "target"],
  ["cute.flat_divide", "target"],
  ["cute.logical_divide", "target"],
  ["cute.slice_", "src"],
  ["copy.partition_S", "src"],
  ["copy.partition_D", "dst"],
  ["copy.retile", "src"],
  ["mma.partition_A", "input_mk"],
  ["mma.partition_B", "input_nk"],
  ["mma.partition_C", "input_mn"],
]);

/** A slice lies where the whole does; an element lies nowhere. */
export const memoryOfSlice = ({ memory }: Unknown, coord: readonly Value[]): Pick<Unknown, "memory"> =>
  memory !== undefined && coord.some(hasNone) ? { memory } : {};

const hasNone = (item: Value): boolean =>
  item.kind === "underscore" || (item.kind === "tuple" && item.items.some(hasNone));
