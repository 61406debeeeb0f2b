// Host tensors: enough of torch to know shape, strides and element type of what reaches `from_dlpack`.
//
// Methods here; shapes under indexing and broadcasting in torch-shapes.ts.

import { mul, ONE, staticInt, sub } from "../../../../../src-engine/algebra/int/int.ts";
import { type DType, type Int, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { dtypes } from "./dtypes.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { computingMethod, layingOut, torchMathRows } from "./rows-torch-math.ts";
import { chunks, expanded, flattened, reshaped, squeezed, strideOfNew } from "./torch-shapes.ts";
import { isUnit, preserved, sameInt } from "./torch-strides.ts";
import { contiguous, isContiguous, isNumberOfRun, type TorchParts, torchParts, torchTensor } from "./torch-tensor.ts";
import { typeOfNumber } from "./torch-types.ts";
import { bool, intIn, itemsIn, list, none, numberIn, truth } from "./values.ts";

const float32 = dtypes.get("Float32") ?? none;
const int64 = dtypes.get("Int64") ?? none;

const notKnown = unknown("a torch tensor whose shape is not visible");

/** `torch.empty(2, 3)` and `torch.empty((2, 3))`. */
function sizesIn(b: Bound, values: readonly Value[]): readonly Int[] {
  const [first] = values;
  const items = first?.kind === "tuple" && values.length === 1 ? first.items : values;
  return items.map((item) => sizeIn(b, item));
}

const sizeIn = (b: Bound, size: Value): Int =>
  intIn(b.ctx, isNumberOfRun(size) ? b.call.symbol("size", { fresh: true }) : size);

const made = (b: Bound, sizes: readonly Value[], missing: Value = float32): Value => {
  const given = b.extra.get("size");
  const dtype = b.extra.get("dtype");
  const all = sizes.length === 0 && given !== undefined ? [given] : sizes;
  return contiguous(sizesIn(b, all), dtype === undefined || dtype.kind === "underscore" ? missing : dtype);
};

const constructors = ["empty", "zeros", "ones", "rand", "randn"].map((name) =>
  row(`torch.${name}`, "*sizes", (b) => made(b, b.rest)),
);
const likes = ["empty_like", "zeros_like", "ones_like", "rand_like", "randn_like", "full_like"].map((name) =>
  row(`torch.${name}`, "tensor, fill?", (b) => {
    const parts = torchParts(b.value("tensor"));
    return parts === undefined ? notKnown : preserved({ ...parts, dtype: b.extra.get("dtype") ?? parts.dtype });
  }),
);

export const torchRows: readonly Row[] = [
  ...torchMathRows,
  ...constructors,
  ...likes,
  row("torch.full", "size, value", (b) => made(b, [b.value("size")], typeOfNumber(b.value("value")))),
  row("torch.randint", "low, high?, size?", (b) => {
    const size = b.optional("size") ?? b.optional("high");
    return size?.kind === "tuple" ? made(b, [size], int64) : notKnown;
  }),
  row("torch.empty_strided", "size, stride", (b) => {
    const shape = itemsIn(b.ctx, b.value("size")).map((each) => intIn(b.ctx, each));
    const stride = itemsIn(b.ctx, b.value("stride")).map((each) => intIn(b.ctx, each));
    return torchTensor(shape, stride, b.extra.get("dtype") ?? float32);
  }),
  row("torch.arange", "start, end?", (b) => {
    const [start, end] = [intIn(b.ctx, b.value("start")), b.optional("end")];
    const count = end === undefined ? start : sub(intIn(b.ctx, end), start);
    return b.rest.length > 0 ? notKnown : contiguous([count], b.extra.get("dtype") ?? dtypes.get("Int64") ?? none);
  }),
  lenientRow("torch.compile", "f?", (b) => b.optional("f") ?? none),
  lenientRow("torch.compiler.is_compiling", "", () => bool(false)),
  lenientRow("torch.is_grad_enabled", "", () => bool(true)),
  lenientRow("pytest.param", "*values", (b) => (b.rest.length === 1 ? (b.rest[0] ?? none) : list(b.rest))),
  lenientRow("torch.manual_seed", "seed?", () => none),
  row("cutlass_torch.dtype", "dtype", (b) => storedAs(b.value("dtype"))),
  row("cutlass_torch.matrix", "l, mode0, mode1, is_mode0_major, cutlass_dtype", matrix),
  row("cutlass_torch.create_and_permute_torch_tensor", "shape, dtype, permute_order?", (b) => {
    const plain = contiguous(
      itemsIn(b.ctx, b.value("shape")).map((each) => sizeIn(b, each)),
      b.value("dtype"),
    );
    const order = b.optional("permute_order");
    return order === undefined ? plain : permuted(b, plain, itemsIn(b.ctx, order));
  }),
];

/** The torch type of an element type: torch has no TFloat32, which is stored as a Float32. */
const storedAs = (type: Value): Value =>
  type.kind === "dtype" && type.name === "TFloat32" ? (dtypes.get("Float32") ?? type) : type;

/** (mode0, mode1, l): the major mode is contiguous, l outermost. */
function matrix(b: Bound): Value {
  const [l, mode0, mode1] = ["l", "mode0", "mode1"].map((name) => intIn(b.ctx, b.value(name)));
  const major = truth(b.value("is_mode0_major"));
  if (l === undefined || mode0 === undefined || mode1 === undefined) return notKnown;
  if (major === undefined) return unknown("it is not known which mode is contiguous");
  const shape = major ? [l, mode1, mode0] : [l, mode0, mode1];
  const order = (major ? [2, 1, 0] : [1, 2, 0]).map(staticInt);
  return permuted(b, contiguous(shape, storedAs(b.value("cutlass_dtype"))), order);
}

function permuted(b: Bound, tensor: Value, order: readonly Value[]): Value {
  const parts = torchParts(tensor);
  if (parts === undefined) return notKnown;
  const axes = order.map((each) => axisIn(b, each, parts.shape.length));
  return torchTensor(pick(parts.shape, axes), pick(parts.stride, axes), parts.dtype);
}

const axisIn = (b: Bound, value: Value, rank: number): number => {
  const axis = numberIn(b.ctx, value);
  return axis < 0 ? axis + rank : axis;
};

const pick = (items: readonly Int[], axes: readonly number[]): Int[] =>
  axes.flatMap((axis) => {
    const item = items[axis];
    return item === undefined ? [] : [item];
  });

/** Methods that keep shape and strides. */
const keeping = new Set(
  "random_ uniform_ normal_ fill_ zero_ copy_ detach clamp_ mul_ div_ add_ sub_ round_ abs_ requires_grad_".split(" "),
);

/** Copies, but where the tensor lies there already and has the type: that is undecided where the two differ. */
const copying = new Set("cuda cpu clone pin_memory".split(" "));

/** A method of a torch tensor by name; undefined when it is not modelled. */
export function torchMethod(name: string, b: Bound, self: Value): Value | undefined {
  const parts = torchParts(self);
  if (parts === undefined) return undefined;
  if (keeping.has(name)) return self;
  if (copying.has(name)) return name === "clone" ? preserved(parts) : moved(parts, parts.dtype);
  const rank = parts.shape.length;
  switch (name) {
    case "to":
    case "astype":
    case "type":
      return moved(parts, typeAmong(b) ?? parts.dtype);
    case "float":
      return moved(parts, float32);
    case "half":
      return moved(parts, dtypes.get("Float16") ?? none);
    case "contiguous":
      return contiguous(parts.shape, parts.dtype);
    case "permute": {
      const [first] = b.rest;
      return permuted(b, self, first?.kind === "tuple" ? first.items : b.rest);
    }
    case "transpose":
      return swapped(b, self, rank);
    case "t":
      return permuted(b, self, [staticInt(1), staticInt(0)]);
    case "unsqueeze":
      return unsqueezed(b, parts);
    case "data_ptr":
      return b.call.symbol("data_ptr", { fresh: true, width: 64 });
    case "view":
    case "reshape": {
      if (b.rest[0]?.kind === "dtype") return viewedAs(parts, b.rest[0]);
      return reshaped(parts, sizesIn(b, b.rest));
    }
    case "view_as":
    case "reshape_as": {
      const other = torchParts(b.rest[0] ?? none);
      return other === undefined ? notKnown : reshaped(parts, other.shape);
    }
    case "size":
      return b.rest[0] === undefined ? list(parts.shape) : parts.shape[axisIn(b, b.rest[0], rank)];
    case "stride":
      return b.rest[0] === undefined ? list(parts.stride) : parts.stride[axisIn(b, b.rest[0], rank)];
    case "dim_order": {
      const strides = parts.stride.map((d) => (d.kind === "num" ? d.value : undefined));
      if (strides.includes(undefined)) return undefined;
      return list(
        strides
          .map((_, i) => i)
          .sort((i, j) => (strides[j] ?? 0) - (strides[i] ?? 0))
          .map(staticInt),
      );
    }
    case "dim":
      return staticInt(rank);
    case "item":
      return isNumberOfRun(self) ? b.call.symbol("item", { fresh: true }) : undefined;
    case "numel":
      return parts.shape.reduce<Int>(mul, ONE);
    case "element_size":
      return parts.dtype.kind === "dtype" ? staticInt(Math.ceil(parts.dtype.bits / 8)) : undefined;
    default:
      return (
        rearranged(name, b, parts) ??
        converted(name, parts) ??
        computingMethod(name, b, parts) ??
        layingOut(name, b, parts)
      );
  }
}

function rearranged(name: string, b: Bound, parts: TorchParts): Value | undefined {
  const rank = parts.shape.length;
  const axis = (at: number, name: string, missing: number): number => {
    const given = b.extra.get(name) ?? b.rest[at];
    return given === undefined ? missing : axisIn(b, given, rank);
  };
  switch (name) {
    case "expand":
      return expanded(parts, sizesIn(b, b.rest));
    case "flatten":
      return flattened(parts, axis(0, "start_dim", 0), axis(1, "end_dim", rank - 1));
    case "squeeze":
      return squeezed(parts, b.rest[0] === undefined && !b.extra.has("dim") ? undefined : axis(0, "dim", 0));
    case "chunk":
      return b.rest[0] === undefined ? undefined : chunks(parts, numberIn(b.ctx, b.rest[0]), axis(1, "dim", 0));
    case "as_strided": {
      const [size, stride] = [b.extra.get("size") ?? b.rest[0], b.extra.get("stride") ?? b.rest[1]];
      const ints = (given: Value | undefined): readonly Int[] =>
        itemsIn(b.ctx, given ?? none).map((one) => intIn(b.ctx, one));
      return torchTensor(ints(size), ints(stride), parts.dtype);
    }
    case "is_contiguous":
      return answer(isContiguous(parts));
    default:
      return undefined;
  }
}

const answer = (holds: boolean | undefined): Value =>
  holds === undefined ? unknown("it is not known whether the tensor is contiguous") : bool(holds);

const casts: Readonly<Record<string, string>> = {
  bfloat16: "BFloat16",
  double: "Float64",
  int: "Int32",
  long: "Int64",
  bool: "Boolean",
};

const converted = (name: string, parts: TorchParts): Value | undefined =>
  name in casts ? moved(parts, dtypes.get(casts[name] ?? "") ?? none) : undefined;

/** `x.to(torch.float16)`, `x.to(dtype=…)` and `x.to(other)`. */
const typeAmong = (b: Bound): Value | undefined =>
  b.extra.get("dtype") ?? b.rest.map((each) => torchParts(each)?.dtype ?? each).find((each) => each.kind === "dtype");

/** The tensor elsewhere or of another type: itself or a copy. Where the copy has other strides it is not known which. */
function moved(parts: TorchParts, dtype: Value): Value {
  const copy = preserved({ ...parts, dtype });
  const made = torchParts(copy);
  const isSame = made?.stride.every((d, i) => isUnit(parts.shape[i]) || sameInt(d, parts.stride[i] ?? d));
  if (isSame === true) return torchTensor(parts.shape, parts.stride, dtype);
  return unknown("the strides of a tensor with gaps, moved or converted");
}

/** The same bytes as elements of another type; packed ones of less than a byte keep the shape. */
const viewedAs = (parts: TorchParts, dtype: DType): Value =>
  parts.dtype.kind === "dtype" && Math.ceil(parts.dtype.bits / 8) !== Math.ceil(dtype.bits / 8)
    ? unknown("a tensor viewed as elements of another size")
    : withDType(parts, dtype);

const withDType = (parts: TorchParts, dtype: Value | undefined): Value =>
  torchTensor(parts.shape, parts.stride, dtype ?? parts.dtype);

function swapped(b: Bound, self: Value, rank: number): Value {
  const [first, second] = b.rest.map((each) => axisIn(b, each, rank));
  if (first === undefined || second === undefined) return notKnown;
  const order = Array.from({ length: rank }, (_, i) => (i === first ? second : i === second ? first : i));
  return permuted(b, self, order.map(staticInt));
}

function unsqueezed(b: Bound, parts: TorchParts): Value {
  const [where] = b.rest;
  if (where === undefined) return notKnown;
  const at = axisIn(b, where, parts.shape.length + 1);
  const stride = strideOfNew(parts, at);
  const insert = (items: readonly Int[], item: Int): Int[] => [...items.slice(0, at), item, ...items.slice(at)];
  return torchTensor(insert(parts.shape, ONE), insert(parts.stride, stride), parts.dtype);
}
