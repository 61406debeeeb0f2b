// Attributes of the library's objects by the name they were made with: allocators, storage, parsers, torch tensors.

import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { isStorage } from "../../../../../src-engine/interpret/class.ts";
import { operationField } from "./operations.ts";
import { pointerOf, storageMethods } from "./rows-smem.ts";
import { isVector, vectorMember } from "./rows-vector.ts";
import { torchParts, torchTensor } from "./torch-tensor.ts";
import { none } from "./values.ts";

const method = (name: string, self: Value): Value => ({ kind: "builtin", name, self, targs: [] });

/** Objects of the library by the name they were made with. */
const objectMethods: Readonly<Record<string, { readonly prefix: string; readonly names: ReadonlySet<string> }>> = {
  Arch: { prefix: "arch", names: new Set(["is_family_of"]) },
  DSL: { prefix: "dsl", names: new Set(["get_arch_enum"]) },
  SmemAllocator: { prefix: "smem", names: new Set(["allocate", "allocate_array", "allocate_tensor"]) },
  "cutlass.Array": { prefix: "cutlass.Array", names: new Set(["load", "subview"]) },
  Tcgen05SmemDesc: { prefix: "Tcgen05SmemDesc", names: new Set(["advance_start_address"]) },
  WgmmaSmemDesc: { prefix: "WgmmaSmemDesc", names: new Set(["advance_start_address"]) },
  "cuda.TensorMap": { prefix: "cuda.TensorMap", names: new Set(["get_ptr", "global_tx_bytes"]) },
  "utils.TensorMapManager": {
    prefix: "utils.TensorMapManager",
    names: new Set([
      "get_tensormap_ptr",
      "init_tensormap_from_atom",
      "update_tensormap",
      "fence_tensormap_initialization",
      "fence_tensormap_update",
    ]),
  },
  TmemAllocator: { prefix: "tmem", names: new Set(["retrieve_ptr"]) },
  MemRange: { prefix: "memrange", names: new Set(["get_tensor", "data_ptr"]) },
  "argparse.ArgumentParser": {
    prefix: "parser",
    names: new Set([
      "add_argument",
      "add_argument_group",
      "add_mutually_exclusive_group",
      "parse_args",
      "parse_known_args",
      "set_defaults",
      "error",
    ]),
  },
};

const autogradMethods = new Set([
  "save_for_backward",
  "set_materialize_grads",
  "mark_non_differentiable",
  "mark_dirty",
]);

export function objectMember(object: Value & { kind: "object" }, name: string): Value | undefined {
  if (object.type !== undefined)
    return storageMethods.has(name) && isStorage(object.type.item) ? method(`storage.${name}`, object) : undefined;
  const own = operationField(object, name);
  if (own !== undefined) return own;
  const known = objectMethods[object.name];
  if (known?.names.has(name)) return method(`${known.prefix}.${name}`, object);
  if (object.name === "torch.Tensor") return torchMember(object, name);
  if (object.name === "autograd.ctx" && autogradMethods.has(name)) return method(`autograd.${name}`, object);
  if (isVector(object)) return vectorMember(object, name);
  if (object.name === "MemRange" && (name === "ptr" || name === "iterator")) return pointerOf(object);
  return undefined;
}

/** `x.mT`: the last two dimensions exchanged; `x.T` of a matrix is the same. */
function transposed(object: Value): Value | undefined {
  const parts = torchParts(object);
  if (parts === undefined || parts.shape.length < 2) return undefined;
  const swap = <T>(items: readonly T[]): T[] => [...items.slice(0, -2), ...items.slice(-2).reverse()];
  return torchTensor(swap(parts.shape), swap(parts.stride), parts.dtype);
}

function torchMember(object: Value & { kind: "object" }, name: string): Value | undefined {
  if (name === "stride" || name === "size") return method(`torch.method.${name}`, object);
  if (name === "ndim") {
    const shape = object.fields.get("shape");
    return shape?.kind === "tuple" ? staticInt(shape.items.length) : undefined;
  }
  if (name === "is_cuda") return staticInt(1);
  if (name === "requires_grad") return unknown("whether a gradient is wanted");
  if (name === "mT" || name === "T") return transposed(object);
  return object.fields.get(name) ?? (name === "device" ? none : method(`torch.method.${name}`, object));
}
