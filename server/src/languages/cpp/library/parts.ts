// `get<1>(x) = v` and `t.data() = p`: what a tuple or tensor is after a reference to one of its parts was assigned.
import { asDynamic, isInt } from "../../../../../src-engine/algebra/int/int.ts";
import {
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
  if (name === "data" && whole.kind === "tensor") return { ...whole, engine: engineOf(part) };
  if (name === "shape" && whole.kind === "layout" && isTree(part)) return { ...whole, shape: part as Shape };
  if (name === "stride" && whole.kind === "layout" && isTree(part)) return { ...whole, stride: part as Strides };
  const path = targs.map((one) => plain(one)).map((one) => (one.kind === "num" ? one.value : undefined));
  if (name !== "get" || path.length === 0 || path.includes(undefined)) return undefined;
  return withItem(whole, path as readonly number[], part);
}

const isTree = (part: Value): boolean => isInt(part) || part.kind === "tuple" || part.kind === "basis";

function engineOf(part: Value): Tensor["engine"] {
  const given = plain(part);
  const isEngine = given.kind === "pointer" || given.kind === "arith" || given.kind === "lazy-iterator" || isInt(given);
  return isEngine ? given : unknown("the tensor's data was assigned something that is not known");
}

/** The item's type stays: a static integer is what it was, a run-time one takes the number. */
function withItem(whole: Value, [at, ...deeper]: readonly number[], part: Value): Value | undefined {
  if (at === undefined) return isInt(whole) && isInt(part) ? (whole.know === "static" ? whole : asDynamic(part)) : part;
  if (whole.kind !== "tuple" || whole.items[at] === undefined) return undefined;
  const item = withItem(whole.items[at], deeper, part);
  return item === undefined ? undefined : tuple(whole.items.map((one, i) => (i === at ? item : one)));
}
