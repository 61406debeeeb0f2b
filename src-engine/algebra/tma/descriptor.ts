// The arguments of cuTensorMapEncodeTiled as CuTe computes them from a TMA basis, and its host assertions.
//
// What is not a number stays symbolic: "the stride must be a multiple of 16 bytes" then becomes an obligation on the
// symbol instead of an assertion. Source: atom/copy_traits_sm90_tma.hpp:852-1090.
import type { TmaDescriptor } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { divides, equal } from "../int/ask.ts";
import { add, ceilDiv, div, dynamicInt, mul, sub } from "../int/int.ts";
import { product } from "../tuple/int-tuple.ts";
import type { Scalar } from "../tuple/scalar.ts";
import { getPath, wrap } from "../tuple/tree.ts";
import type { Int, Layout, Shape, Strides, Swizzle, Value } from "../value.ts";
import { type TensorMapType, tensorMapType } from "./data-types.ts";
import { basesOf } from "./gbasis.ts";
import { atLeast, atMost } from "./quantity.ts";
import { tensorMapSwizzle } from "./swizzle.ts";

const AT = "copy_traits_sm90_tma.hpp";

/** Extent and stride (in elements of the internal type) of each dimension of the tensor map. */
export interface GlobalModes {
  readonly shape: readonly Int[];
  readonly stride: readonly Int[];
}

export interface DescriptorInput {
  /** gmem layout in elements of the internal type. */
  readonly gmem: Layout;
  readonly gbasis: Layout;
  readonly swizzle: Swizzle;
  readonly type: TensorMapType;
  readonly multicast: Int;
}

/** The tensor map type of an element type, or CuTe's refusal. */
export function requireTensorMapType(ctx: Context, elementType: string): TensorMapType {
  return (
    tensorMapType(ctx.dialect === "dsl" ? (unsigned[elementType] ?? elementType) : elementType) ??
    ctx.stop({
      code: "static_assert",
      message: "Unknown TMA Format!",
      at: "copy_sm90_desc.hpp:236",
      facts: { type: { kind: "text", value: elementType } },
    })
  );
}

/** The DSL copies integers as unsigned ones (`get_default_tma_format` of 4.8). */
const unsigned: Readonly<Record<string, string>> = {
  int32_t: "uint32_t",
  int64_t: "uint64_t",
  Int32: "Uint32",
  Int64: "Uint64",
};

export interface DescriptorResult {
  readonly descriptor: TmaDescriptor;
  /** Stride of every dimension, the first included, in elements of the internal type. */
  readonly globalStrides: readonly Int[];
}

/** The descriptor. Stops where a static_assert or a host assertion of CuTe trips. */
export function tmaDescriptor(ctx: Context, input: DescriptorInput): DescriptorResult {
  const global = globalModes(ctx, input.gmem, input.gbasis, input.type.bits);
  checkGlobal(ctx, global, input.type.bits);
  const box = multicastBox(ctx, boxExtents(input.gbasis), input.multicast);
  checkBox(ctx, box);
  const swizzle = tensorMapSwizzle(ctx, input.swizzle);
  const descriptor: TmaDescriptor = {
    dtype: input.type.name,
    rank: global.shape.length,
    globalDim: global.shape,
    globalStrides: global.stride.slice(1).map((stride) => inBytes(stride, input.type.bits)),
    boxDim: box,
    elementStrides: box.map(() => dynamicInt(1)),
    swizzle,
    interleave: "NONE",
  };
  return { descriptor, globalStrides: global.stride };
}

/** A count of elements in bytes, rounded down as the integer division of CuTe does. */
export const inBytes = (elements: Int, bits: number): Int =>
  bits % 8 === 0 ? mul(elements, dynamicInt(bits / 8)) : div(mul(elements, dynamicInt(bits)), dynamicInt(8));

// ---- global dimensions ---------------------------------------------------------------------------------------------

/** Dimension by dimension; several gmem modes in one dimension are folded with the gcd of their strides. */
export function globalModes(ctx: Context, gmem: Layout, gbasis: Layout, bits: number): GlobalModes {
  const box = boxExtents(gbasis);
  const modes = basesOf(gbasis).map((bases, dimension) => {
    const parts = bases.map((basis) => ({
      shape: pick(ctx, basis, gmem.shape),
      stride: pick(ctx, basis, gmem.stride),
    }));
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return only;
    const folded = foldModes(ctx, parts);
    needExactFold(ctx, { folded: parts.length, box: box[dimension] ?? dynamicInt(1) }, folded, bits);
    return folded;
  });
  return { shape: modes.map((mode) => dynamic(mode.shape)), stride: modes.map((mode) => dynamic(mode.stride)) };
}

interface GlobalMode {
  readonly shape: Int;
  readonly stride: Int;
}

/** `basis_get`: the leaf that a basis names; a plain number names the whole. */
function pick(ctx: Context, basis: Scalar, of: Shape | Strides): Int {
  const leaf = basis.kind === "basis" ? getPath<Scalar>(ctx, of, basis.path) : of;
  if (leaf.kind === "num" || leaf.kind === "sym") return leaf;
  return ctx.stop({ code: "unsupported", message: "a TMA dimension that stands for a whole tuple of gmem modes" });
}

/** g_shape = Σ (s_i - 1)·(d_i / gcd) + 1, g_stride = gcd of the strides. */
function foldModes(ctx: Context, parts: readonly GlobalMode[]): GlobalMode {
  let shape: Int = dynamicInt(1);
  let stride: Int = dynamicInt(0);
  for (const part of parts) {
    const next = commonDivisor(ctx, stride, part.stride);
    if (equal(next, dynamicInt(0)) === "yes") {
      shape = part.shape;
    } else {
      const before = mul(sub(shape, dynamicInt(1)), div(stride, next));
      const here = mul(sub(part.shape, dynamicInt(1)), div(part.stride, next));
      shape = add(add(before, here), dynamicInt(1));
    }
    stride = next;
  }
  return { shape, stride };
}

/** More than five modes: the last dimension stands for several, exact where the common stride is a stride TMA can hold. */
function needExactFold(
  ctx: Context,
  { folded, box }: { readonly folded: number; readonly box: Int },
  { stride }: GlobalMode,
  bits: number,
): void {
  const bytes = inBytes(stride, bits);
  const holds = atLeast(bytes, 1) === "yes" ? divides(dynamicInt(16), bytes) : "unknown";
  ctx.need({
    kind: "exact",
    holds,
    facts: { modes: dynamicInt(4 + folded), stride: bytes, box },
    at: `${AT}:840`,
  });
}

/** The gcd, also of symbols where one divides the other. */
function commonDivisor(ctx: Context, a: Int, b: Int): Int {
  if (a.kind === "num" && b.kind === "num") return dynamicInt(gcdOfNumbers(a.value, b.value));
  if (a.kind === "num" && a.value === 0) return b;
  if (b.kind === "num" && b.value === 0) return a;
  if (divides(a, b) === "yes") return a;
  if (divides(b, a) === "yes") return b;
  return ctx.stop({
    code: "unsupported",
    message: "gmem modes are folded into one TMA dimension whose stride is the gcd of run-time strides",
  });
}

function gcdOfNumbers(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

const dynamic = (value: Int): Int => (value.kind === "num" ? dynamicInt(value.value) : { ...value, know: "dynamic" });

// ---- host assertions -----------------------------------------------------------------------------------------------

const TWO_TO_32 = 2 ** 32;
const TWO_TO_40 = 2 ** 40;

function checkGlobal(ctx: Context, { shape, stride }: GlobalModes, bits: number): void {
  for (const [i, extent] of shape.entries()) {
    if (atLeast(extent, 1) === "no") refuse(ctx, 957 + 2 * i, `gmem_prob_shape[${i}] >= (uint64_t(1))`, i, extent);
    if (atMost(extent, TWO_TO_32) === "no")
      refuse(ctx, 958 + 2 * i, `gmem_prob_shape[${i}] <= (uint64_t(1) << 32)`, i, extent);
  }
  checkMajorness(ctx, stride[0] ?? dynamicInt(0), stride.slice(1));
  for (const [i, elements] of stride.entries()) if (i > 0) checkStride(ctx, i, elements, bits);
}

/** A run-time first stride beside a stride of 1 is refused whatever it is: the contiguous mode stands at the wrong place. */
function checkMajorness(ctx: Context, stride: Int, others: readonly Int[]): void {
  const known = equal(stride, dynamicInt(1));
  const elsewhere = others.some((other) => other.kind === "num" && other.value === 1);
  const holds = known === "unknown" && elsewhere ? "no" : known;
  const expression = `gmem_prob_stride[0] == 1 && "Majorness of smem doesn't match majorness of gmem"`;
  if (holds === "no") refuse(ctx, 969, expression, 0, stride);
  if (holds === "unknown")
    ctx.need({ kind: "equal", holds, facts: { left: stride, right: dynamicInt(1) }, at: `${AT}:969` });
}

/** `elements` of the internal type must make a multiple of 16 bytes; the obligation is stated in elements. */
function checkStride(ctx: Context, i: number, elements: Int, bits: number): void {
  const bytes = inBytes(elements, bits);
  if (atMost(bytes, TWO_TO_40 - 1) === "no" || atLeast(bytes, 0) === "no")
    refuse(ctx, 975 + 2 * i, `(gmem_prob_stride[${i}]) < (uint64_t(1) << 40)`, i, bytes);
  const unit = dynamicInt(128 / gcdOfNumbers(bits, 128));
  const holds = bits % 8 === 0 ? divides(unit, elements) : divides(dynamicInt(16), bytes);
  const at = `${AT}:${976 + 2 * i}`;
  if (holds === "no")
    refuse(ctx, 976 + 2 * i, `(gmem_prob_stride[${i}] & 0b1111) == 0`, i, bytes, { bits: dynamicInt(bits) });
  if (holds === "unknown")
    ctx.need({ kind: "divides", holds, facts: { divisor: unit, of: elements, mode: dynamicInt(i) }, at });
}

function refuse(
  ctx: Context,
  line: number,
  expression: string,
  mode: number,
  value: Value,
  more: Readonly<Record<string, Value>> = {},
): never {
  return ctx.stop({
    code: "assert",
    message: `assert: ${expression}`,
    at: `${AT}:${line}`,
    facts: { mode: dynamicInt(mode), value, ...more },
  });
}

// ---- box -----------------------------------------------------------------------------------------------------------

/** The extents of the box before multicast: the sizes of the basis's modes. */
export const boxExtents = (gbasis: Layout): readonly Int[] =>
  wrap<Int>(gbasis.shape).items.map((mode) => dynamic(product(mode)));

/** Multicast splits the box from its last dimension backwards. */
export function multicastBox(ctx: Context, box: readonly Int[], multicast: Int): readonly Int[] {
  const out = [...box];
  let rest = multicast;
  for (let i = box.length - 1; i >= 0 && atMost(rest, 1) !== "yes"; i--) {
    const extent = out[i] ?? dynamicInt(1);
    if (divides(rest, extent) === "no" && divides(extent, rest) === "no")
      refuse(ctx, 998, "smem_box_shape[i] % multicast == 0 || multicast % smem_box_shape[i] == 0", i, extent);
    out[i] = dynamic(ceilDiv(extent, rest));
    rest = ceilDiv(rest, extent);
  }
  return out;
}

function checkBox(ctx: Context, box: readonly Int[]): void {
  for (const [i, extent] of box.entries()) {
    if (atLeast(extent, 1) === "no") refuse(ctx, 1004 + 2 * i, `smem_box_shape[${i}] >= (uint32_t(1))`, i, extent);
    if (atMost(extent, 256) === "no")
      refuse(ctx, 1005 + 2 * i, `smem_box_shape[${i}] <= (uint32_t(1) << 8)`, i, extent);
  }
}
