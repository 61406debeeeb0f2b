// `get<1>(x) = v` and `t.data() = p`: what a tuple or tensor is after a reference to one of its parts was assigned.
import { asDynamic, isInt } from "../../../../../src-engine/algebra/int/int.ts";
import {
  type Pointer,
  type Shape,
  type Strides,
  type Tensor,
  tuple,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { plain } from "./row.ts";

/** Undefined where `name` gives no reference to a part of the value that is known here. */
export function withPart(name: string, targs: readonly Value[], whole: Value, part: Value): Value | undefined {
  if (name === "data" && whole.kind === "tensor") return { ...whole, engine: engineOf(whole.engine, plain(part)) };
  if (name === "shape" && whole.kind === "layout" && isTree(part)) return { ...whole, shape: part as Shape };
  if (name === "stride" && whole.kind === "layout" && isTree(part)) return { ...whole, stride: part as Strides };
  const path = targs.map((one) => plain(one)).map((one) => (one.kind === "num" ? one.value : undefined));
  if (name !== "get" || path.length === 0 || path.includes(undefined)) return undefined;
  return withItem(whole, path as readonly number[], part);
}

const isTree = (part: Value): boolean => isInt(part) || part.kind === "tuple" || part.kind === "basis";

/** The engine's type stays: of an address that is an integer (tensor memory) a pointer knows no more than that it leads elsewhere. */
function engineOf(engine: Tensor["engine"], part: Value): Tensor["engine"] {
  if (engine.kind === "pointer")
    return part.kind === "pointer" ? { ...engine, offset: part.offset } : elsewhere(engine);
  if (engine.kind === "arith" && part.kind === "arith") return part;
  if (isInt(engine) && isInt(part)) return asDynamic(part);
  return unknown("the tensor's data was assigned something that is not known");
}

function elsewhere(pointer: Pointer): Pointer {
  const { base: _base, room: _room, address: _address, declaredAlign: _align, ...other } = pointer;
  return other;
}

/** The item's type stays: a static integer is what it was, a run-time one takes the number. */
function withItem(whole: Value, [at, ...deeper]: readonly number[], part: Value): Value | undefined {
  if (at === undefined) return isInt(whole) && isInt(part) ? (whole.know === "static" ? whole : asDynamic(part)) : part;
  if (whole.kind !== "tuple" || whole.items[at] === undefined) return undefined;
  const item = withItem(whole.items[at], deeper, part);
  return item === undefined ? undefined : tuple(whole.items.map((one, i) => (i === at ? item : one)));
}
