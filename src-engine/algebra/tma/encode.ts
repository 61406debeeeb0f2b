// Would cuTensorMapEncodeTiled accept these arguments? One predicate that names every rule that is broken.
//
// sm_90 is measured: the rules fit 38,080 calls on an H200 (CUDA 13.0) without exception. sm_100 is as the CUDA driver
// API documents it. Integers may be symbolic: a rule answers yes, no or unknown; "unknown" is an obligation of the caller.
import type { Answer } from "../context.ts";
import { type TensorMapType, tensorMapSwizzles, tensorMapTypes } from "./data-types.ts";
import { all, atLeast, atMost, bytesOf, dividedBy, numberOf, type Quantity } from "./quantity.ts";

/** The arguments of cuTensorMapEncodeTiled; strides in bytes of dimensions 1.., the rest in elements. */
export interface EncodeArguments {
  readonly dataType: number;
  readonly rank: number;
  /** Bytes past an address that is aligned as widely as one wishes; undefined: not known. */
  readonly addressOffset?: Quantity;
  readonly globalDim: readonly Quantity[];
  readonly globalStrides: readonly Quantity[];
  readonly boxDim: readonly Quantity[];
  readonly elementStrides: readonly Quantity[];
  readonly interleave: number;
  readonly swizzle: number;
  readonly l2Promotion: number;
  readonly oobFill: number;
}

export type EncodeArch = "sm_90" | "sm_100";

export type EncodeRuleName =
  | "data-type"
  | "rank"
  | "address"
  | "global-dim"
  | "global-stride"
  | "box-dim"
  | "inner-box-bytes"
  | "element-stride"
  | "swizzle"
  | "swizzle-width"
  | "interleave"
  | "l2-promotion"
  | "oob-fill"
  | "box-bytes"
  | "packed-type";

/** One rule at one place: what it asks for, of what, and whether it holds. */
export interface EncodeFinding {
  readonly rule: EncodeRuleName;
  readonly holds: Answer;
  /** The dimension it is about, where it is about one. */
  readonly dimension?: number;
  /** The quantity judged, in `unit`. */
  readonly value: Quantity;
  readonly unit: "bytes" | "elements" | "enum" | "dimensions";
  /** What was asked: `value % multipleOf == 0`, `min <= value <= max`. */
  readonly multipleOf?: number;
  readonly min?: number;
  readonly max?: number;
}

/** Every rule that does not certainly hold, in the order of the driver's parameters. */
export function encodeFindings(args: EncodeArguments, arch: EncodeArch = "sm_90"): readonly EncodeFinding[] {
  const type = tensorMapTypes[args.dataType];
  const rules = [
    ...enumRules(args, type, arch),
    ...rankRules(args),
    ...globalRules(args, type),
    ...boxRules(args, type),
    ...(type?.packed === true ? packedRules(args, type) : []),
  ];
  return rules.filter((finding) => finding.holds !== "yes");
}

/** The names of the rules that are certainly broken; empty: accepted, as far as is known. */
export function brokenRules(args: EncodeArguments, arch: EncodeArch = "sm_90"): readonly EncodeRuleName[] {
  const broken = encodeFindings(args, arch).filter((finding) => finding.holds === "no");
  return [...new Set(broken.map((finding) => finding.rule))];
}

const within = (value: Quantity, min: number, max: number): Answer => all([atLeast(value, min), atMost(value, max)]);

function range(
  rule: EncodeRuleName,
  value: Quantity,
  unit: EncodeFinding["unit"],
  [min, max]: readonly [number, number],
  dimension?: number,
): EncodeFinding {
  const finding = { rule, holds: within(value, min, max), value, unit, min, max };
  return dimension === undefined ? finding : { ...finding, dimension };
}

function multiple(rule: EncodeRuleName, value: Quantity, multipleOf: number, dimension?: number): EncodeFinding {
  const finding = { rule, holds: dividedBy(value, multipleOf), value, unit: "bytes", multipleOf } as const;
  return dimension === undefined ? finding : { ...finding, dimension };
}

function enumRules(args: EncodeArguments, type: TensorMapType | undefined, arch: EncodeArch): readonly EncodeFinding[] {
  const newest = arch === "sm_100";
  const fill = range("oob-fill", args.oobFill, "enum", [0, type === undefined || type.float ? 1 : 0]);
  return [
    range("data-type", args.dataType, "enum", [0, newest ? tensorMapTypes.length - 1 : 12]),
    range("interleave", args.interleave, "enum", [0, 2]),
    range("swizzle", args.swizzle, "enum", [0, newest ? tensorMapSwizzles.length - 1 : 3]),
    range("l2-promotion", args.l2Promotion, "enum", [0, 3]),
    fill,
  ];
}

/** Rank 1 to 5, 3 to 5 when interleaved. */
function rankRules(args: EncodeArguments): readonly EncodeFinding[] {
  return [range("rank", args.rank, "dimensions", [args.interleave === 0 ? 1 : 3, 5])];
}

const TWO_TO_32 = 2 ** 32;
const TWO_TO_40 = 2 ** 40;

/** Address and strides: multiples of 16 bytes, of 32 for INTERLEAVE_32B and the types spread to 16 bytes. */
function globalRules(args: EncodeArguments, type: TensorMapType | undefined): readonly EncodeFinding[] {
  const unit = args.interleave === 2 || type?.align16 === true ? 32 : 16;
  const address = args.addressOffset === undefined ? [] : [multiple("address", args.addressOffset, unit)];
  const dims = args.globalDim.map((dim, i) => range("global-dim", dim, "elements", [1, TWO_TO_32], i));
  const strides = args.globalStrides.flatMap((stride, i) => [
    multiple("global-stride", stride, unit, i + 1),
    range("global-stride", stride, "bytes", [0, TWO_TO_40 - 1], i + 1),
  ]);
  return [...address, ...dims, ...strides];
}

const swizzleWidth = (swizzle: number): number => (swizzle === 1 ? 32 : swizzle === 2 ? 64 : 128);

/** 228 KiB, undocumented: the product of ⌊box / elementStride⌋ in bytes. */
export const maxBoxBytes = 233_472;

function boxRules(args: EncodeArguments, type: TensorMapType | undefined): readonly EncodeFinding[] {
  const findings = [
    ...args.boxDim.map((extent, i) => range("box-dim", extent, "elements", [1, 256], i)),
    ...args.elementStrides.map((stride, i) => range("element-stride", stride, "elements", [1, 8], i)),
  ];
  const inner = args.boxDim[0];
  if (type === undefined || inner === undefined) return findings;
  const innerBytes = bytesOf(inner, type.bits);
  if (innerBytes !== undefined) {
    if (!type.align16) findings.push(multiple("inner-box-bytes", innerBytes, 16, 0));
    if (args.interleave === 0 && args.swizzle >= 1 && args.swizzle <= 6)
      findings.push(range("swizzle-width", innerBytes, "bytes", [0, swizzleWidth(args.swizzle)], 0));
  }
  const total = boxBytes(args, type);
  if (total !== undefined) findings.push(range("box-bytes", total, "bytes", [0, maxBoxBytes]));
  return findings;
}

/** Bytes of the whole box with element strides applied; undefined when an extent is not a number. */
export function boxBytes(args: EncodeArguments, type: TensorMapType): number | undefined {
  let elements = 1;
  for (const [i, extent] of args.boxDim.entries()) {
    const box = numberOf(extent);
    const stride = numberOf(args.elementStrides[i] ?? 1);
    if (box === undefined || stride === undefined) return undefined;
    elements *= stride >= 1 ? Math.floor(box / stride) : box;
  }
  return (elements * type.bits) / 8;
}

/** What the CUDA driver API documents for the 4- and 6-bit types (not measured: sm_90 rejects them all). */
function packedRules(args: EncodeArguments, type: TensorMapType): readonly EncodeFinding[] {
  const dim = args.globalDim[0];
  const box = args.boxDim[0];
  const findings: EncodeFinding[] = [];
  const whole = type.align16 ? 128 : 2;
  if (dim !== undefined) findings.push({ ...multiple("packed-type", dim, whole, 0), unit: "elements" });
  if (!type.align16) return findings;
  if (box !== undefined) findings.push(range("packed-type", box, "elements", [128, 128], 0));
  findings.push(range("interleave", args.interleave, "enum", [0, 0]));
  const swizzles = type.bits === 6 ? [0, 3, 4, 6] : [0, 3, 4];
  if (!swizzles.includes(args.swizzle))
    findings.push({ rule: "packed-type", holds: "no", value: args.swizzle, unit: "enum" });
  return findings;
}
