// Tensors that come from outside: `from_dlpack`, what is marked dynamic, fake tensors and symbolic integers, raw pointers.
//
// `from_dlpack` knows everything that the host tensor knows. `mark_layout_dynamic` forgets extents and strides but the leading
// one: they become symbols named after the host variable.

import { divides } from "../../../../../src-engine/algebra/int/ask.ts";
import { asDynamic, isInt, ONE, staticInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { compactOrder, makeLayout } from "../../../../../src-engine/algebra/layout/make.ts";
import {
  type DType,
  type Int,
  layout,
  type Pointer,
  type Shape,
  type Tensor,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { underName } from "./entry-names.ts";
import {
  alignFor,
  alignIn,
  baseOf,
  type Flat,
  gmemTensor,
  hostTensor,
  isOne,
  named,
  nameIn,
  outerToInner,
} from "./host-tensor.ts";
import { type Bound, lenientRow, type Row, row, unknownIn } from "./row.ts";
import { torchParts } from "./torch-tensor.ts";
import { bool, dtypeIn, intIn, intTreeIn, itemsIn, list, numberIn, textIn, truth } from "./values.ts";

export const runtimeRows: readonly Row[] = [
  lenientRow("runtime.from_dlpack", "tensor_dlpack, assumed_align?", fromDlpack),
  lenientRow("tensor.mark_layout_dynamic", "leading_dim?", markLayoutDynamic),
  lenientRow("tensor.mark_compact_shape_dynamic", "mode, stride_order?, divisibility?", markCompactShapeDynamic),
  lenientRow(
    "runtime.make_fake_compact_tensor",
    "dtype, shape, stride_order?, memspace?, assumed_align?",
    fakeCompactTensor,
  ),
  lenientRow("runtime.make_fake_tensor", "dtype, shape, stride, memspace?, assumed_align?", (b) => {
    const [extents, strides] = [withSymbols(b, "shape", b.value("shape")), withSymbols(b, "stride", b.value("stride"))];
    const missing = unknownIn(extents, 0) ?? unknownIn(strides, 0);
    if (missing !== undefined) return unknown("the shape of a tensor is not known", missing);
    return gmemTensor(
      b.value("dtype"),
      intTreeIn(b.ctx, extents),
      intTreeIn(b.ctx, strides),
      alignFor(b, b.value("dtype")),
    );
  }),
  lenientRow("runtime.make_ptr", "dtype, value, mem_space?, assumed_align?", (b) => {
    const dtype = dtypeIn(b.ctx, b.value("dtype"));
    return pointerTo(b, dtype, alignFor(b, dtype));
  }),
  // The compiler's type of a pointer stands for what has it.
  lenientRow("cutlass._mlir.dialects.cute.PtrType.get", "dtype, mem_space?, assumed_align?", (b) =>
    pointerTo(b, dtypeIn(b.ctx, b.value("dtype"))),
  ),
  row("runtime.nullptr", "dtype, mem_space?, assumed_align?", (b) => pointerTo(b, dtypeIn(b.ctx, b.value("dtype")))),
  lenientRow("cute.sym_int", "width?, divisibility?", symInt),
  lenientRow("cute.sym_int32", "divisibility?", symInt),
  lenientRow("cute.sym_int64", "divisibility?", symInt),
  lenientRow("cutlass_torch.convert_cute_tensor", "f32_torch_tensor, cute_tensor, dtype?, is_dynamic_layout?", (b) =>
    b.value("cute_tensor"),
  ),
  lenientRow("cutlass_torch.get_leading_dim", "torch_tensor", (b) => {
    const parts = torchParts(b.value("torch_tensor"));
    const leading = parts === undefined ? undefined : leadingOf(parts);
    return leading === undefined ? unknown("it is not known which stride of the tensor is 1") : staticInt(leading);
  }),
  row("utils.is_fp8_dtype", "dtype", (b) => {
    const dtype = b.value("dtype");
    return bool(dtype.kind === "dtype" && dtype.name.startsWith("Float8"));
  }),
  lenientRow(
    "utils.create_cute_tensor_for_fp8",
    "storage_tensor, dtype, leading_dim, source_f32_tensor?, assumed_align?, mark_dynamic_layout?",
    tensorForFp8,
  ),
  lenientRow(
    "cutlass_torch.cute_tensor_like",
    "data_ref, cutlass_dtype, is_dynamic_layout, assumed_align?",
    cuteTensorLike,
  ),
];

const spaces: Readonly<Record<string, Pointer["space"]>> = {
  "AddressSpace.gmem": "gmem",
  "AddressSpace.smem": "smem",
  "AddressSpace.rmem": "rmem",
  "AddressSpace.tmem": "tmem",
};

export const spaceOf = (value: Value | undefined): Pointer["space"] => spaces[textIn(value) ?? ""] ?? "generic";

function pointerTo(b: Bound, dtype: DType, align = alignIn(b)): Pointer {
  return {
    kind: "pointer",
    space: spaceOf(b.optional("mem_space")),
    dtype,
    offset: ZERO,
    ...(align === undefined ? {} : { align }),
  };
}

function fromDlpack(b: Bound): Value {
  const from = b.value("tensor_dlpack");
  if (from.kind === "tensor") return from;
  const parts = torchParts(from);
  if (parts === undefined)
    return unknown("a tensor of the host whose shape is not visible", from.kind === "unknown" ? from : undefined);
  return hostTensor(b, parts, parts.dtype, alignFor(b, parts.dtype), nameIn(b, "tensor_dlpack"));
}

/** Host tensors have flat integer shapes. */
function flatIn(tensor: Tensor): Flat | undefined {
  if (tensor.layout.kind !== "layout") return undefined;
  const { shape, stride } = tensor.layout;
  if (shape.kind !== "tuple" || stride.kind !== "tuple") return undefined;
  const shapes = shape.items.flatMap((item) => (item.kind === "tuple" ? [] : [item]));
  const strides = stride.items.flatMap((item) => (item.kind === "tuple" || item.kind === "basis" ? [] : [item]));
  return shapes.length === shape.items.length && strides.length === shapes.length
    ? { shape: shapes, stride: strides }
    : undefined;
}

function markLayoutDynamic(b: Bound): Value {
  const tensor = b.call.self;
  const flat = tensor?.kind === "tensor" ? flatIn(tensor) : undefined;
  if (tensor?.kind !== "tensor" || flat === undefined)
    return unknown("a tensor of the host whose shape is not visible");
  const given = b.optional("leading_dim");
  const leading = given === undefined ? leadingOf(flat) : numberIn(b.ctx, given);
  if (leading === undefined) return unknown("it is not known which stride of the tensor is 1");
  const base = baseOf(tensor);
  const shape = flat.shape.map((_, i) => intIn(b.ctx, b.call.symbol(`${base}.shape[${i}]`, { fresh: true })));
  const stride = flat.stride.map((d, i) => dynamicStride(b, base, d, i, leading));
  const order = orderBefore(tensor) ?? outerToInner(flat);
  const engine = tensor.engine.kind === "pointer" && order !== undefined ? { ...tensor.engine, order } : tensor.engine;
  return { ...tensor, engine, layout: layout({ kind: "tuple", items: shape }, { kind: "tuple", items: stride }) };
}

/** A torch tensor handed to a traced function as it is: extents and strides are the run's, but for the stride of 1. */
export function enterTensor(
  value: Value,
  name: string,
  symbol: (name: string, width?: 32 | 64) => Value,
): Value | undefined {
  if (value.kind === "tensor") return underName(value, name);
  const parts = torchParts(value);
  if (parts === undefined) return undefined;
  const leading = leadingOf(parts);
  if (leading === undefined) return unknown("it is not known which stride of the tensor is 1");
  const shape = parts.shape.map((_, i) => symbol(`${name}.shape[${i}]`)).filter(isInt);
  const fixed = (d: Int, i: number): Value | undefined =>
    i === leading ? ONE : d.kind === "num" && d.value === 0 ? ZERO : undefined;
  const stride = parts.stride.map((d, i) => fixed(d, i) ?? symbol(`${name}.stride[${i}]`, 64)).filter(isInt);
  return named(
    gmemTensor(parts.dtype, { kind: "tuple", items: shape }, { kind: "tuple", items: stride }, undefined),
    name,
  );
}

function dynamicStride(b: Bound, base: string, stride: Int, i: number, leading: number): Int {
  if (i === leading) return ONE;
  if (stride.kind === "num" && stride.value === 0) return ZERO;
  return intIn(b.ctx, b.call.symbol(`${base}.stride[${i}]`, { width: 64, fresh: true }));
}

/** The only mode of stride 1; among several the one of extent above 1. */
function leadingOf(flat: Flat): number | undefined {
  const ones = flat.stride.flatMap((d, i) => (d.kind === "num" && d.value === 1 ? [i] : []));
  if (ones.length <= 1) return ones[0];
  const real = ones.filter((i) => !isOne(flat.shape[i]));
  return real.length === 1 ? real[0] : undefined;
}

/** One extent becomes a symbol with a known divisor; the strides follow from the compact order. */
function markCompactShapeDynamic(b: Bound): Value {
  const tensor = b.call.self;
  const flat = tensor?.kind === "tensor" ? flatIn(tensor) : undefined;
  if (tensor?.kind !== "tensor" || flat === undefined)
    return unknown("a tensor of the host whose shape is not visible");
  const mode = numberIn(b.ctx, b.value("mode"));
  const divisor = b.optional("divisibility");
  const options = { fresh: true as const, ...(divisor?.kind === "num" ? { divisor: divisor.value } : {}) };
  const extent = intIn(b.ctx, b.call.symbol(`${baseOf(tensor)}.shape[${mode}]`, options));
  const shape: Shape = { kind: "tuple", items: flat.shape.map((s, i) => (i === mode ? extent : s)) };
  const order = orderIn(b, flat, tensor);
  if (order === undefined) return unknown("the order of the strides is not known");
  return { ...tensor, layout: layout(shape, compactOrder(b.ctx, shape, order)) };
}

/** `stride_order` lists the modes from the outermost to the innermost, as torch's dim_order does; compact order counts upwards. */
function orderIn(b: Bound, flat: Flat, tensor: Tensor): Shape | undefined {
  const given = b.optional("stride_order");
  const rank = flat.shape.length;
  const outerFirst =
    given === undefined
      ? (orderBefore(tensor) ?? outerToInner(flat))
      : itemsIn(b.ctx, given).map((each) => numberIn(b.ctx, each));
  if (outerFirst === undefined) return undefined;
  const order = Array.from({ length: rank }, (_, mode) => staticInt(rank - 1 - outerFirst.indexOf(mode)));
  return { kind: "tuple", items: order };
}

const orderBefore = (tensor: Tensor): readonly number[] | undefined =>
  tensor.engine.kind === "pointer" ? tensor.engine.order : undefined;

/** An extent that nobody can tell leaves the others and the rank: it is some integer all the same. */
const withSymbols = (b: Bound, name: string, given: Value): Value =>
  given.kind === "tuple"
    ? {
        ...given,
        items: given.items.map((one, i) =>
          one.kind === "unknown" ? b.call.symbol(`${name}[${i}]`, { fresh: true }) : one,
        ),
      }
    : given;

/** An element type that is not known leaves the shape. */
function fakeCompactTensor(b: Bound): Value {
  const order = b.optional("stride_order");
  const extents = withSymbols(b, "shape", b.value("shape"));
  const missing = unknownIn(extents, 0) ?? (order === undefined ? undefined : unknownIn(order, 0));
  if (missing !== undefined) return unknown("the shape of a tensor is not known", missing);
  const shape = intTreeIn(b.ctx, extents);
  const stride = order === undefined ? makeLayout(shape).stride : compactOrder(b.ctx, shape, intTreeIn(b.ctx, order));
  return gmemTensor(b.value("dtype"), shape, stride, alignFor(b, b.value("dtype")));
}

function symInt(b: Bound): Value {
  const divisor = b.optional("divisibility");
  const known = divisor?.kind === "num" ? { divisor: divisor.value } : {};
  return b.call.symbol("sym_int", { fresh: true, isInteger: true, onlyRun: true, ...known });
}

/** A new host tensor of the same shape and strides, as a CuTe tensor of another element type, and the host tensor. */
function cuteTensorLike(b: Bound): Value {
  const data = b.value("data_ref");
  const parts = torchParts(data);
  if (parts === undefined) return unknown("a tensor of the host whose shape is not visible");
  const tensor = hostTensor(b, parts, b.value("cutlass_dtype"), alignIn(b), nameIn(b, "data_ref"));
  const isDynamic = truth(b.value("is_dynamic_layout"));
  if (isDynamic === undefined) return unknown("it is not known whether the layout is dynamic");
  const marked = isDynamic
    ? markLayoutDynamic({ ...b, call: { ...b.call, self: tensor }, optional: () => undefined })
    : tensor;
  return list([marked, data]);
}

/** The storage as a tensor of the 8-bit type, its layout dynamic but for the leading mode. */
function tensorForFp8(b: Bound): Value {
  const parts = torchParts(b.value("storage_tensor"));
  if (parts === undefined) return unknown("a tensor of the host whose shape is not visible");
  const tensor = hostTensor(b, parts, b.value("dtype"), 16, nameIn(b, "storage_tensor"));
  const dynamic = b.optional("mark_dynamic_layout");
  if (dynamic !== undefined && truth(dynamic) === false) return tensor;
  return markLayoutDynamic({ ...b, call: { ...b.call, self: tensor } });
}

/** `cute.assume(x, divby=8)`: the same integer with a known divisor. */
export function assume(b: Bound): Value {
  const x = intIn(b.ctx, b.value("src"));
  const by = b.optional("divby");
  if (by === undefined || !isInt(by) || divides(by, x) === "yes") return x;
  if (x.kind !== "sym" || by.kind !== "num") return asDynamic(x);
  const [term] = x.poly.terms;
  const factor = term?.factors[0];
  const isSymbol = x.poly.terms.length === 1 && term?.coef === 1 && term.factors.length === 1 && factor?.power === 1;
  return isSymbol && factor?.atom.op === "symbol" ? b.call.symbol(factor.atom.name, { divisor: by.value }) : x;
}
