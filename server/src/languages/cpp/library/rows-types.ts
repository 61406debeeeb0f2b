// Type templates: shapes, strides, layouts, tensors, swizzles, and the traits that compute with types.

import {
  elementType,
  isIntegral,
  isSigned,
  isSubByte,
  namedType,
} from "../../../../../src-engine/algebra/atoms/element-types.ts";
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import * as int from "../../../../../src-engine/algebra/int/int.ts";
import { cosize, size } from "../../../../../src-engine/algebra/layout/coords.ts";
import { compactColMajor } from "../../../../../src-engine/algebra/layout/make.ts";
import { rankOfLayout } from "../../../../../src-engine/algebra/layout/modes.ts";
import { makeSwizzleValue } from "../../../../../src-engine/algebra/swizzle/swizzle.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { depthOf, rankOf } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type ComposedLayout,
  type DType,
  layout,
  type Space,
  tuple,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { iterated, pointedAt, pointerTo, roomFor } from "./pointers.ts";
import { modeNumber, plain, type TypeRow, typeRow, unknownIn } from "./row.ts";
import { voidType } from "./standard.ts";
import { isBaseOf, isSame, isStaticValue } from "./types-compared.ts";
import {
  bool,
  elementOrUnknown,
  isLayout,
  layoutIn,
  shapeIn,
  stridesIn,
  textIn,
  treeOfTypes,
  truthOf,
  typeOf,
} from "./values.ts";

const tupleNames = "Shape Stride Step Tile Coord tuple Tuple IntTuple";

export const typeRows: readonly TypeRow[] = [
  ...typeRow(tupleNames, (args) => typeOf(treeOfTypes(args))),
  ...typeRow("Layout", layoutType),
  ...typeRow("Swizzle", (args, ctx) => {
    const [b = 0, m = 0, s] = args.map((value) => modeNumber(ctx, value));
    return typeOf(makeSwizzleValue(ctx, b, m, s ?? b));
  }),
  ...typeRow("ComposedLayout", composedType),
  ...typeRow("smem_ptr_flag_bits", ([bits], ctx) =>
    typeOf({ kind: "flag", bits: modeNumber(ctx, bits ?? unknown("bits")) }),
  ),
  ...typeRow("ArrayEngine", ([of, count]) => typeOf(engineOf(of, count))),
  ...typeRow("ViewEngine ConstViewEngine", ([of]) => typeOf(engineOf(of))),
  ...typeRow("Tensor", ([engine, of]) => typeOf(tensorOf(engine, of))),
  ...typeRow("E", (args, ctx) => basisType(int.ONE, args, ctx)),
  ...typeRow("ScaledBasis", ([of, ...path], ctx) => basisType(of ?? unknown("a value is missing"), path, ctx)),
  // An argument that is not known may be one that does not exist.
  ...typeRow("void_t", (types) => types.find((one) => one.kind === "unknown") ?? voidType),
  ...typeRow("enable_if_t", ([test, type]) => {
    const truth = test === undefined ? undefined : truthOf(test);
    if (truth === true) return type ?? voidType;
    const none = unknown("what is there only where a condition holds");
    return truth === false ? { ...none, absent: true } : none;
  }),
  ...typeRow("conditional_t conditional", ([test, then, other]) => conditional(test, then, other)),
  ...typeRow("is_static is_static_v", ([value]) => staticness(value)),
  ...typeRow("is_constant is_constant_v", ([n, value], ctx) =>
    trait(value, (v) => int.isConstant(v, modeNumber(ctx, n ?? unknown("n")))),
  ),
  ...typeRow("seq index_sequence int_sequence", (args, ctx) =>
    typeOf(tuple(args.map((one) => int.staticInt(modeNumber(ctx, one))))),
  ),
  ...typeRow("make_seq make_int_sequence make_index_sequence", ([n], ctx) => sequence(0, lengthIn(ctx, n))),
  ...typeRow("make_rseq make_int_rsequence make_index_rsequence", ([n], ctx) =>
    reversed(sequence(0, lengthIn(ctx, n))),
  ),
  ...typeRow("make_range make_int_range make_index_range", ([from, to], ctx) =>
    sequence(modeNumber(ctx, from ?? unknown("a begin is missing")), lengthIn(ctx, to)),
  ),
  ...typeRow("tuple_seq", ([of]) => ofTuple(of, (n) => sequence(0, n))),
  ...typeRow("tuple_rseq", ([of]) => ofTuple(of, (n) => reversed(sequence(0, n)))),
  // 6-bit floats lie unpacked in 8 bits; all other types are what they are (cutlass/numeric_types.h:102).
  ...typeRow("get_unpacked_element_type detail::get_unpacked_element_type", ([of]) => {
    const type = of === undefined ? unknown("a type is missing") : plain(of);
    const isPacked = type.kind === "dtype" && type.bits === 6;
    return isPacked ? unknown(`${type.name} unpacked in shared memory`) : (of ?? type);
  }),
  ...typeRow("complex", ([of]) => madeOf(of, (name) => `complex<${name}>`)),
  ...typeRow("sparse_elem", ([sparsity, of], ctx) =>
    madeOf(of, (name) => `sparse_elem<${modeNumber(ctx, sparsity ?? unknown("a sparsity is missing"))},${name}>`),
  ),
  ...typeRow("is_same is_same_v", ([a, b]) => isSame(a, b)),
  ...typeRow("is_base_of is_base_of_v", ([base, of]) => isBaseOf(base, of)),
  ...["GMMA", "UMMA"].flatMap((unit) =>
    typeRow(`${unit}::DescriptorIterator`, () => typeOf({ kind: "text", value: `${unit}::DescriptorIterator` })),
  ),
  ...typeRow("is_tuple is_tuple_v", ([value]) => trait(value, (v) => v.kind === "tuple")),
  ...typeRow("is_scaled_basis", ([value]) => trait(value, (v) => v.kind === "basis")),
  ...typeRow("is_layout is_layout_v", ([value]) => trait(value, isLayout)),
  ...typeRow("is_tensor is_tensor_v", ([value]) => trait(value, (v) => v.kind === "tensor")),
  // CuTe's own trait counts static integers and `_`; C++'s does not (cute/numeric/integral_constant.hpp, underscore.hpp:50).
  ...typeRow("is_integral is_integral_v", ([value]) =>
    trait(value, (v) => int.isInt(v) || v.kind === "underscore" || (v.kind === "dtype" && isIntegral(v))),
  ),
  ...typeRow("is_std_integral", ([value]) =>
    trait(value, (v) => (int.isInt(v) && v.know === "dynamic") || (v.kind === "dtype" && isIntegral(v))),
  ),
  ...typeRow("is_signed is_signed_v", ([value]) => ofElement(value, (type) => bool(isSigned(type)))),
  ...typeRow("is_subbyte is_subbyte_v", ([value]) => ofElement(value, (type) => bool(isSubByte(type)))),
  ...typeRow("is_composed_layout", ([value]) => trait(value, (v) => v.kind === "composed")),
  ...typeRow("is_void_v is_void", ([value]) => trait(value, (v) => v.kind === "dtype" && v.name === "void")),
  ...typeRow("is_gmem is_gmem_v", ([value]) => inSpace(value, "gmem")),
  ...typeRow("is_smem is_smem_v", ([value]) => inSpace(value, "smem")),
  ...typeRow("is_rmem is_rmem_v", ([value]) => inSpace(value, "rmem")),
  ...typeRow("is_tmem is_tmem_v", ([value]) => inSpace(value, "tmem")),
  ...typeRow("sizeof_bits sizeof_bits_v", ([value]) => ofElement(value, (type) => int.staticInt(type.bits))),
  ...typeRow("cosize_v", (args, ctx) => mustBe(args, (value) => cosize(ctx, layoutIn(ctx, value)))),
  ...typeRow("size_v", (args, ctx) => mustBe(args, (value) => sizeOf(ctx, value))),
  ...typeRow("rank_v rank tuple_size_v", (args, ctx) =>
    mustBe(args, (value) => int.staticInt(rankOfValue(ctx, value))),
  ),
  ...typeRow("depth_v depth", (args, ctx) => mustBe(args, (value) => int.staticInt(depthOf(shapeIn(ctx, value))))),
  ...typeRow("tuple_size", (args, ctx) => mustBe(args, (value) => typeOf(int.staticInt(rankOfValue(ctx, value))))),
  ...typeRow("tuple_element tuple_element_t", ([i, value], ctx) => {
    const items = value === undefined ? undefined : plain(value);
    const item = items?.kind === "tuple" ? items.items[modeNumber(ctx, i ?? unknown("index"))] : undefined;
    return item === undefined ? unknown("an item of a tuple type that is not known") : asType(item);
  }),
  ...typeRow(
    "remove_cvref_t remove_cv_t remove_const_t remove_reference_t decay_t add_const_t",
    ([value]) => value ?? unknown("a type is missing"),
  ),
  ...typeRow("remove_pointer_t", ([value]) => {
    if (value?.kind !== "type") return value ?? unknown("a type is missing");
    return value.of.kind === "pointer" && value.of.of !== undefined ? typeOf(pointedAt(value.of)) : value;
  }),
  ...typeRow(
    "remove_cvref remove_cv remove_const remove_reference decay type_identity",
    ([value]) => value ?? unknown("a type is missing"),
  ),
  ...typeRow("TagToStrideA TagToStrideA_t TagToStrideC TagToStrideC_t", ([tag], ctx) =>
    perGroup(tag, strideOfTag(tag, ctx, "RowMajor")),
  ),
  ...typeRow("TagToStrideB TagToStrideB_t", ([tag], ctx) => perGroup(tag, strideOfTag(tag, ctx, "ColumnMajor"))),
  ...typeRow("uint_bit_t uint_bit", ([bits], ctx) => sizedInteger(ctx, "uint", bits, 1)),
  ...typeRow("uint_byte_t uint_byte", ([bytes], ctx) => sizedInteger(ctx, "uint", bytes, 8)),
  ...typeRow("int_bit_t int_bit", ([bits], ctx) => sizedInteger(ctx, "int", bits, 1)),
  ...typeRow("int_byte_t int_byte", ([bytes], ctx) => sizedInteger(ctx, "int", bytes, 8)),
];

function madeOf(of: Value | undefined, spelling: (name: string) => string): Value {
  const part = elementOrUnknown(of);
  const made = part.kind === "dtype" ? elementType(spelling(part.name)) : undefined;
  return made ?? unknown("an element made of an unknown one", part.kind === "unknown" ? part : undefined);
}

const mostInSequence = 4096;

/** `seq<begin, …, end - 1>`. */
function sequence(begin: number, end: number): Value {
  if (end - begin > mostInSequence) return unknown("a sequence of so many numbers");
  return typeOf(tuple(Array.from({ length: Math.max(end - begin, 0) }, (_, i) => int.staticInt(begin + i))));
}

const lengthIn = (ctx: Context, n: Value | undefined): number => modeNumber(ctx, n ?? unknown("a length is missing"));

const reversed = (type: Value): Value =>
  type.kind === "type" && type.of.kind === "tuple" ? typeOf(tuple([...type.of.items].reverse())) : type;

function ofTuple(of: Value | undefined, make: (items: number) => Value): Value {
  const given = of === undefined ? unknown("a tuple is missing") : plain(of);
  if (given.kind === "tuple") return make(given.items.length);
  return unknown("a sequence of unknown length", given.kind === "unknown" ? given : undefined);
}

/** What is asked of an element type; nothing is known of other types. */
function ofElement(value: Value | undefined, answer: (type: DType) => Value): Value {
  const type = elementOrUnknown(value);
  return type.kind === "dtype" ? answer(type) : unknown("a trait of a type that is not known", type);
}

const asType = (value: Value): Value => (value.kind === "dtype" || value.kind === "type" ? value : typeOf(value));

function layoutType(args: readonly Value[], ctx: Context): Value {
  const [shape, stride] = args;
  const missing = args.map((value) => unknownIn(value, 0)).find((value) => value !== undefined);
  if (shape === undefined || missing !== undefined) return typeOf(unknown("a layout of unknown parts", missing));
  const s = shapeIn(ctx, shape);
  return typeOf(layout(s, stride === undefined ? compactColMajor(s) : stridesIn(ctx, stride)));
}

function composedType(args: readonly Value[]): Value {
  const [outer, offset, inner] = args.map(plain);
  if (outer === undefined || offset === undefined || inner === undefined)
    return typeOf(unknown("a composed layout without its parts"));
  const missing = [outer, offset, inner].map((value) => unknownIn(value, 0)).find((value) => value !== undefined);
  const fits = (outer.kind === "swizzle" || isLayout(outer)) && (isLayout(inner) || inner.kind === "swizzle");
  if (missing !== undefined || !fits) return typeOf(unknown("a composed layout of unknown parts", missing));
  const composed: ComposedLayout = { kind: "composed", outer, offset: offset as ComposedLayout["offset"], inner };
  return typeOf(composed);
}

/** `ScaledBasis<T, N…>`; of a basis in a mode is a basis of the longer path, of no mode it is the value. */
function basisType(of: Value, modes: readonly Value[], ctx: Context): Value {
  const path = modes.map((mode) => modeNumber(ctx, mode));
  const value = stridesIn(ctx, of);
  if (value.kind === "tuple") return unknown("a basis scaled by a tuple");
  if (value.kind === "basis") return typeOf({ ...value, path: [...path, ...value.path] });
  return typeOf(path.length === 0 ? value : { kind: "basis", value, path });
}

/** The engine of `Tensor<ArrayEngine<T,N>, L>` and of `Tensor<ViewEngine<T*>, L>`. */
function engineOf(of: Value | undefined, count?: Value): Value {
  const given = of === undefined ? unknown("an engine of unknown elements") : plain(of);
  if (given.kind === "pointer") return given;
  const dtype = elementOrUnknown(given);
  return { kind: "pointer", space: "rmem", offset: int.ZERO, ...iterated(dtype), ...roomFor(dtype, count) };
}

function tensorOf(engine: Value | undefined, of: Value | undefined): Value {
  const e = engine === undefined ? undefined : plain(engine);
  const l = of === undefined ? unknown("a layout is missing") : plain(of);
  if (!isLayout(l) && l.kind !== "unknown") return unknown("a tensor type of unknown parts");
  const known =
    e !== undefined && (e.kind === "pointer" || e.kind === "arith" || int.isInt(e)) ? e : unknown("a tensor's engine");
  return { kind: "tensor", engine: known, layout: l };
}

function conditional(test: Value | undefined, then: Value | undefined, other: Value | undefined): Value {
  const known = test === undefined ? undefined : truthOf(test);
  if (then === undefined || other === undefined) return unknown("a type is missing");
  if (known === undefined)
    return unknown("which of two types is meant is not known", test === undefined ? undefined : unknownIn(test, 0));
  return known ? then : other;
}

function trait(value: Value | undefined, holds: (value: Value) => boolean): Value {
  const given = value === undefined ? unknown("a type is missing") : plain(value);
  const missing = unknownIn(given, 0);
  if (missing !== undefined) return unknown("a trait of something unknown", missing);
  // A class of the program may be a tuple, a layout or an integer to CuTe: it specialises what the trait asks for.
  if (given.kind === "class" || given.kind === "object") return unknown("a trait of a class");
  return bool(holds(given));
}

/** `is_gmem` and its like. What is in neither gmem nor smem is rmem to CuTe, raw pointers among it (cute/pointer.hpp:226). */
function inSpace(value: Value | undefined, asked: Space): Value {
  const given = value === undefined ? unknown("a type is missing") : plain(value);
  const holder = given.kind === "tensor" ? given.engine : given;
  if (holder.kind === "unknown") return unknown(`whether something unknown is in ${asked}`, holder);
  return trait(holder, (one) => {
    if (one.kind !== "pointer") return asked === "rmem";
    return one.space === asked || (asked === "rmem" && one.space === "generic");
  });
}

function staticness(value: Value | undefined): Value {
  const given = value === undefined ? unknown("a type is missing") : plain(value);
  if (given.kind === "tensor" && given.layout.kind === "unknown")
    return unknown("whether a layout that is not known is static", given.layout);
  return trait(given, isStaticValue);
}

function mustBe(args: readonly Value[], f: (value: Value) => Value): Value {
  const value = args[0] === undefined ? unknown("a type is missing") : plain(args[0]);
  const missing = unknownIn(value, 0);
  return missing === undefined ? f(value) : unknown("a property of an unknown type", missing);
}

const sizeOf = (ctx: Context, value: Value): Value =>
  isLayout(value) || value.kind === "tensor" ? size(ctx, layoutIn(ctx, value)) : product(shapeIn(ctx, value));

export function rankOfValue(ctx: Context, value: Value): number {
  const given = plain(value);
  if (given.kind === "tuple" || given.kind === "arith") return given.items.length;
  if (isLayout(given) || given.kind === "tensor") return rankOfLayout(ctx, layoutIn(ctx, given));
  return rankOf(shapeIn(ctx, given));
}

/** The widths that are specialised (cute/numeric/int.hpp:54-100). */
const widths = { uint: [1, 2, 4, 6, 8, 16, 32, 64, 128, 256], int: [2, 4, 8, 16, 32, 64] };

function sizedInteger(ctx: Context, family: "int" | "uint", count: Value | undefined, bitsEach: number): Value {
  const bits = modeNumber(ctx, count ?? unknown("a width is missing")) * bitsEach;
  if (!widths[family].includes(bits)) return unknown(`CuTe has no ${family} of ${bits} bits`);
  return namedType(`${family}${bits}_t`);
}

/** Strides of (MN, K, L) with the mode last in the tag's order contiguous (cutlass/detail/layout.hpp:54); other tags are strides themselves. */
/** Of a pointer to a tag there is a pointer to strides: one per group. */
export const perGroup = (tag: Value | undefined, stride: Value): Value =>
  tag !== undefined && stride.kind !== "unknown" && textIn(tag)?.endsWith("*") ? pointerTo(stride) : stride;

export function strideOfTag(tag: Value | undefined, ctx: Context, contiguousLast: string): Value {
  if (tag === undefined) return unknown("a layout tag is missing");
  const spelled = textIn(tag);
  const word = spelled?.replace(/\*$/, "");
  if (word === undefined) return plain(tag).kind === "tuple" ? typeOf(plain(tag)) : tag;
  if (word !== "RowMajor" && word !== "ColumnMajor") return unknown(`the strides of ${word}`);
  const long: DType = { kind: "dtype", name: "int64_t", bits: 64, family: "int" };
  // A group's matrices are apart by pointers, not by a stride.
  const batch = spelled === word ? long : typeOf(int.ZERO);
  const items = word === contiguousLast ? [long, typeOf(int.ONE), batch] : [typeOf(int.ONE), long, batch];
  return typeOf(stridesIn(ctx, treeOfTypes(items) as Value));
}
