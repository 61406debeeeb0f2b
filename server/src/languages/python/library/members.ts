// Attributes of library values: `tensor.layout`, `layout.shape`, `tiled_mma.get_slice`, `cutlass.Float16.width`.
//
// A method is a builtin bound to the value. Undefined where the library has no such attribute or it is not modelled.

import type { MmaAtom } from "../../../../../src-engine/algebra/atoms/types.ts";
import { type Context, OpStop, type Stop } from "../../../../../src-engine/algebra/context.ts";
import { knownDivisor } from "../../../../../src-engine/algebra/int/ask.ts";
import { gcdOf, isInt, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { shapeOf } from "../../../../../src-engine/algebra/layout/modes.ts";
import { maxAlignment as alignmentOfLayout } from "../../../../../src-engine/algebra/layout/recast.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { get, leavesOf } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type AnyLayout,
  type Basis,
  type Int,
  type Layout,
  listOf,
  type Pointer,
  type Stride,
  type Tensor,
  type Unknown,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { dtypeMember } from "./dtypes.ts";
import { enumField, isLayoutMethod } from "./enums.ts";
import { objectMember } from "./object-members.ts";
import { itemsOfRank, memberOfUnknown } from "./result-rank.ts";
import { tiledMember } from "./rows-tiled.ts";
import { numberOfRunMember } from "./run-numbers.ts";
import { elementType } from "./tensor.ts";
import { bool, text } from "./values.ts";

/** Attributes have no refusals of their own: an operation that stops inside one has no value. */
export const quiet: Context = {
  dialect: "dsl",
  step: () => {},
  need: () => {},
  stop: (stop: Stop): never => {
    throw new OpStop(stop);
  },
};

const method = (name: string, self: Value): Value => ({ kind: "builtin", name, self, targs: [] });

export function memberOf(object: Value, name: string): Value | undefined {
  try {
    if (object.kind !== "unknown") return attribute(object, name);
    return numberOfRunMember(object, name) ?? memberOfUnknown(object, name);
  } catch (error) {
    if (error instanceof OpStop) return unknown(error.stop.message);
    throw error;
  }
}

function attribute(object: Value, name: string): Value | undefined {
  switch (object.kind) {
    case "tensor":
      return tensorMember(object, name);
    case "layout":
    case "composed":
      return layoutMember(object, name);
    case "pointer":
      return pointerMember(object, name);
    case "swizzle":
      return { num_bits: staticInt(object.b), num_base: staticInt(object.m), num_shift: staticInt(object.s) }[name];
    case "dtype":
      return dtypeMember(object, name);
    case "mma-atom":
    case "tiled-mma":
    case "thr-mma":
      return mmaMember(object, name);
    case "copy-atom":
    case "tma-atom":
    case "tiled-copy":
    case "thr-copy":
      return copyMember(object, name);
    case "text":
      return textMember(object.value, object, name);
    case "num":
    case "sym":
      return intMember(object, name);
    case "tuple":
      return tupleMember(object.items, name);
    case "underscore":
      return name === "launch" ? method("launch", object) : undefined;
    case "object":
      return objectMember(object, name);
    // A field that was assigned instead of annotated: struct-field tells it, and what uses it is read all the same.
    case "type":
      return object.of.kind === "object" && object.of.name === "MemRange" ? objectMember(object.of, name) : undefined;
    case "basis":
      return basisMember(object, name);
    default:
      return undefined;
  }
}

const tensorMethods = new Set([
  ..."load store fill mark_layout_dynamic mark_compact_shape_dynamic".split(" "),
  // What projects add to the library's tensors: QuACK's conversions and copies into registers.
  ..."to contiguous clone".split(" "),
]);

function tensorMember(tensor: Tensor, name: string): Value | undefined {
  if (tensorMethods.has(name)) return method(`tensor.${name}`, tensor);
  switch (name) {
    case "layout":
      return tensor.layout;
    // The compiler's value of it.
    case "value":
      return tensor;
    case "iterator":
    case "data_ptr":
      return tensor.engine as Value;
    case "element_type":
    case "dtype":
      return elementType(tensor);
    case "memspace":
      if (tensor.engine.kind !== "pointer") return undefined;
      return memorySpace(tensor.engine);
    case "leading_dim":
      return tensor.layout.kind === "layout"
        ? leadingDim(tensor.layout.stride)
        : unknown("the leading dimension is not known");
    case "shape":
    case "stride":
      return tensor.layout.kind === "unknown" ? partOfUnknown(tensor.layout, name) : layoutMember(tensor.layout, name);
    default:
      return undefined;
  }
}

/** Of a layout of unknown rank single items may still have names. */
function partOfUnknown({ modes, ...layout }: Unknown, name: "shape" | "stride"): Value {
  if (layout.rank !== undefined) return itemsOfRank(layout, unknown(`.${name} of something unknown`, layout));
  return modes === undefined ? layout : { ...layout, items: modes[name] };
}

/** The modes whose stride is the static 1. */
export function leadingDim(stride: Value): Value {
  const strides = stride.kind === "tuple" ? stride.items : [stride];
  const found = strides.findIndex((d) =>
    leavesOf<Value>(d as never).some((leaf) => leaf.kind === "num" && leaf.know === "static" && leaf.value === 1),
  );
  return found < 0 ? unknown("no stride is known to be 1") : staticInt(found);
}

/** A shape or a stride; of nothing but empty modes, `((), ())`, the DSL cannot give it. */
const partOf = (part: Value): Value =>
  part.kind === "tuple" && part.items.length > 0 && leavesOf<Value>(part as never).length === 0
    ? unknown("the DSL gives no shape and stride of a layout that has empty modes alone")
    : part;

function layoutMember(layout: AnyLayout, name: string): Value | undefined {
  switch (name) {
    case "value":
      return layout;
    case "shape":
      return partOf(shapeOf(quiet, layout));
    case "stride":
      return layout.kind === "layout" ? partOf(layout.stride) : undefined;
    case "max_alignment":
      return layout.kind === "layout" ? maxAlignment(layout) : unknown("the alignment of a composed layout");
    // Of a layout as the outer part of another: the C++ composition has the swizzle there.
    case "is_normal":
      return layout.kind === "composed" ? bool(layout.outer.kind === "layout") : undefined;
    // The DSL calls inner what is applied last.
    case "inner":
      return layout.kind === "composed" ? (layout.outer as Value) : undefined;
    case "outer":
      return layout.kind === "composed" ? (layout.inner as Value) : undefined;
    case "offset":
      return layout.kind === "composed" ? (layout.offset as Value) : undefined;
    case "get_hier_coord":
    case "get_flat_coord":
      return method(`layout.${name}`, layout);
    default:
      return undefined;
  }
}

/** How many elements from an aligned start on certainly follow each other: the contiguous mode's extent and the other strides decide. */
function maxAlignment(layout: Layout): Value {
  const strides = leavesOf<Stride>(layout.stride);
  const shapes = leavesOf<Int>(layout.shape);
  if ([...strides, ...shapes].every((each) => each.kind === "num" && each.know === "static"))
    return alignmentOfLayout(quiet, layout);
  const unit = strides.findIndex((d) => d.kind === "num" && d.value === 1);
  if (unit < 0) return strides.length === 1 ? staticInt(1) : unknown("the alignment is not known");
  const divisors = strides.filter((_, i) => i !== unit).map((d) => (d.kind === "basis" ? 1 : knownDivisor(d)));
  const extent = shapes[unit];
  return extent === undefined
    ? unknown("the alignment is not known")
    : staticInt(divisors.reduce(gcdOf, knownDivisor(extent)));
}

function pointerMember(pointer: Pointer, name: string): Value | undefined {
  switch (name) {
    case "value":
      return pointer;
    case "dtype":
    case "value_type":
      return pointer.dtype;
    case "memspace":
      return memorySpace(pointer);
    case "alignment":
    case "max_alignment":
      return alignmentOf(pointer);
    case "align":
      return method("pointer.align", pointer);
    case "toint":
      return method("pointer.toint", pointer);
    default:
      return undefined;
  }
}

const memorySpace = ({ space }: Pointer): Value =>
  space === "unknown" ? unknown("no caller says in which memory it lies") : text(`AddressSpace.${space}`);

/** What the pointer was made with, as far as the elements between leave it. */
function alignmentOf({ align, offset, dtype }: Pointer): Value {
  if (align === undefined) return unknown("the alignment is not known");
  if (offset.kind === "num" && offset.value === 0) return staticInt(align);
  if (dtype.kind !== "dtype" || !isInt(offset)) return unknown("the alignment is not known");
  return staticInt(gcdOf(align * 8, knownDivisor(offset) * dtype.bits) / 8);
}

const mmaMethods = /^(partition_(shape_)?[ABC]|make_fragment_[ABC]|_thrfrg_[ABC])$/;

function mmaMember(value: Value & { kind: "mma-atom" | "tiled-mma" | "thr-mma" }, name: string): Value | undefined {
  if (name === "get_slice" || name === "get_thread_slice") return method("tiled.get_slice", value);
  if (mmaMethods.test(name) || name === "get_tile_size") return method(`mma.${name}`, value);
  if (name === "set" || name === "get" || name === "with_") return method(`atom.${name}`, value);
  if (name === "thr_idx") return value.kind === "thr-mma" ? value.thr : undefined;
  const tiled = value.kind === "thr-mma" ? value.tiled : value;
  if (name === "size" && tiled.kind === "tiled-mma") return product(tiled.thrLayoutVMNK.shape);
  if (name === "op") return operationOf(tiled.kind === "mma-atom" ? tiled : tiled.atom);
  return tiledMember(tiled, name, quiet);
}

/** `tiled_mma.op.a_dtype` and its kin. */
function operationOf(atom: Value & { kind: "mma-atom" }): Value {
  const fields = {
    a_dtype: atom.typeA,
    b_dtype: atom.typeB,
    acc_dtype: atom.typeC,
    shape_mnk: atom.shape,
    ...majorOf("a", atom.fragmentA),
    ...majorOf("b", atom.fragmentB),
    ...sourceOf(atom.name),
  };
  return { kind: "object", name: `${atom.name}Op`, fields: new Map(Object.entries<Value>(fields)) };
}

/** Where A comes from, as the operation's name says: `SM90_64x128x16_F32F16F16_RS<K,MN>`. */
function sourceOf(name: string): Readonly<Record<string, Value>> {
  const source = /_(SS|RS|TS)(?:_|<|$)/.exec(name)?.[1];
  return source === undefined
    ? {}
    : { a_src: text(`OperandSource.${source === "SS" ? "SMEM" : source === "RS" ? "RMEM" : "TMEM"}`) };
}

/** Operands in shared memory know which of their modes is contiguous. */
const majorOf = (operand: "a" | "b", fragment: MmaAtom["fragmentA"]): Readonly<Record<string, Value>> =>
  fragment.kind === "smem-descriptor" ? { [`${operand}_major_mode`]: text(`OperandMajorMode.${fragment.major}`) } : {};

function copyMember(
  value: Value & { kind: "copy-atom" | "tma-atom" | "tiled-copy" | "thr-copy" },
  name: string,
): Value | undefined {
  if (name === "get_slice" || name === "get_thread_slice") return method("tiled.get_slice", value);
  if (/^(?:partition_[SD]|retile(?:_[SD])?)$/.test(name)) return method(`copy.${name}`, value);
  if (name === "set" || name === "get" || name === "with_") return method(`atom.${name}`, value);
  if (name === "thr_idx") return value.kind === "thr-copy" ? value.thr : undefined;
  const tiled = value.kind === "thr-copy" ? value.tiled : value;
  if (name === "size" && tiled.kind === "tiled-copy") return product(get(quiet, tiled.layoutTV.shape, 0));
  return tiledMember(tiled, name, quiet);
}

/** What make_tiled_tma_atom gives is a pair with names. */
function tupleMember(items: readonly Value[], name: string): Value | undefined {
  const [atom, tensor] = items;
  if (name === "atom" || name === "copy_atom") return atom;
  if (name === "tma_tensor") return tensor;
  if (name === "smem_layout") return atom?.kind === "tma-atom" ? (atom.staged ?? atom.smem) : undefined;
  return undefined;
}

const textMethods = new Set([
  "split",
  "strip",
  "lower",
  "upper",
  "startswith",
  "endswith",
  "index",
  "find",
  "replace",
  "isdigit",
  "join",
  "format",
]);

function textMember(value: string, self: Value, name: string): Value | undefined {
  if (isLayoutMethod(name) && value.startsWith("LayoutEnum.")) return method(`enum.${name}`, self);
  if (textMethods.has(name)) return method(`text.${name}`, self);
  return enumField(value, name);
}

function intMember(value: Value, name: string): Value | undefined {
  if (name === "to") return method("int.to", value);
  if (name === "value" || name === "ir_value") return name === "value" ? value : method("int.same", value);
  if (name === "bit_length") return method("int.bit_length", value);
  if (name === "divisibility") return isInt(value) ? staticInt(knownDivisor(value)) : undefined;
  return undefined;
}

function basisMember(basis: Basis, name: string): Value | undefined {
  if (name === "value") return basis.value;
  if (name === "mode") return listOf(basis.path.map(staticInt));
  if (name === "is_static") return method("basis.is_static", basis);
  return name === "to" ? method("basis.to", basis) : undefined;
}
