// A descriptor dump of CuTe's, "TMA Desc Addr …", or what is left of one: decoded, and judged by the driver's rules.
//
// Lines may have a log's prefix; a paste may begin in the middle. What is missing is taken from the strides: the bytes of an element,
// the number of dimensions.
import {
  type TensorMapType,
  tensorMapInterleaves,
  tensorMapSwizzles,
  tensorMapTypes,
} from "../../../src-engine/algebra/tma/data-types.ts";
import {
  boxBytes,
  type EncodeArch,
  type EncodeArguments,
  encodeFindings,
} from "../../../src-engine/algebra/tma/encode.ts";
import { encodeRuleCodes, encodeSentence } from "../rules/encode-words.ts";

/** What a dump says, and the numbers of the rules that it breaks. */
export interface Dump {
  readonly lines: readonly string[];
  readonly table: readonly (readonly [string, string])[];
  readonly broken: readonly string[];
}

export const explainDumps = (text: string, arch: EncodeArch): readonly Dump[] =>
  splitDumps(text).flatMap((dump) => explainDump(dump, arch));

/** Each dump begins with `TMA Desc Addr` (CuTe C++ prints it before or behind "Failed to initialize the TMA descriptor"). */
function splitDumps(text: string): readonly string[] {
  const starts = [...text.matchAll(/TMA Desc Addr/g)].map((match) => match.index);
  if (starts.length === 0) return /\bglobalDim\b/.test(text) && /\bboxDim\b/.test(text) ? [text.slice(0, longest)] : [];
  return starts.map((start, i) => text.slice(start, Math.min(starts[i + 1] ?? text.length, start + longest)));
}

const longest = 4000;

function explainDump(dump: string, arch: EncodeArch): readonly Dump[] {
  const args = dumpArguments(dump);
  if (args === undefined) return [];
  const findings = encodeFindings(args, arch).filter((finding) => finding.holds === "no");
  const sentences = findings.map(encodeSentence);
  const lines =
    sentences.length > 0
      ? ["The driver rejects this descriptor:", ...sentences]
      : ["No measured rule of cuTensorMapEncodeTiled is broken: look at the address and the context (device, driver)."];
  const nowhere = /\bgmem_address:?\s+(?:0x)?0+\b(?!x)/i.test(dump)
    ? ["The address is 0: no memory is behind the tensor."]
    : [];
  const broken = findings.map((finding) => encodeRuleCodes[finding.rule]);
  return [{ lines: [...lines, ...nowhere], table: descriptorTable(args, numberIn(dump, "format")), broken }];
}

function numberIn(dump: string, name: string): number | undefined {
  const found = new RegExp(`(?<![\\w.])${name}:?[ \\t=]{1,80}(0x[0-9a-f]+|\\d+)`, "i").exec(dump)?.[1];
  return found === undefined ? undefined : Number(found);
}

function listIn(dump: string, name: string): readonly number[] {
  const found = new RegExp(`(?<![\\w.])${name}:?[ \\t=]{0,80}[([{]([^)\\]}]{0,400})`, "i").exec(dump)?.[1] ?? "";
  return (found.match(/-?\d+/g) ?? []).map(Number);
}

function dumpArguments(dump: string): EncodeArguments | undefined {
  const number = (name: string) => numberIn(dump, name);
  const list = (name: string) => listIn(dump, name);
  const [globalDim, strides] = [list("globalDim"), list("globalStrides")];
  const dataType = number("format") ?? typeOfSize(strides[0]);
  // Dimensions that are not used have stride 0.
  const rank = number("dim") ?? strides.filter((stride) => stride !== 0).length;
  if (dataType === undefined || rank === 0 || globalDim.length === 0) return undefined;
  const address = addressOffset(dump);
  return {
    dataType,
    rank,
    ...(address === undefined ? {} : { addressOffset: address }),
    globalDim: globalDim.slice(0, rank),
    globalStrides: strides.slice(1, Math.max(rank, 1)),
    boxDim: list("boxDim").slice(0, rank),
    elementStrides: list("elementStrides").slice(0, rank),
    interleave: number("interleave") ?? 0,
    swizzle: number("swizzle") ?? 0,
    l2Promotion: number("l2Promotion") ?? 0,
    oobFill: number("oobFill") ?? 0,
  };
}

/** Any type of that many bytes: the rules ask for no more. */
function typeOfSize(bytes: number | undefined): number | undefined {
  const at = tensorMapTypes.findIndex((type: TensorMapType) => bytes !== undefined && type.bits === bytes * 8);
  return at < 0 ? undefined : at;
}

/** The address modulo 256, from its last two hex digits (an address does not fit a number exactly). */
function addressOffset(dump: string): number | undefined {
  const found = /(?<![\w.])gmem_address:?\s+(?:0x)?([0-9a-f]+)/i.exec(dump)?.[1];
  return found === undefined ? undefined : Number.parseInt(found.slice(-2), 16);
}

function descriptorTable(args: EncodeArguments, format: number | undefined): Dump["table"] {
  const type = tensorMapTypes[args.dataType];
  const list = (values: readonly unknown[]) => values.join(", ");
  const bytes = type === undefined ? undefined : boxBytes(args, type);
  const name =
    format === undefined && type !== undefined
      ? `not in the text; elements of ${type.bits / 8} B`
      : (type?.name ?? `${args.dataType} (unknown)`);
  return [
    ["format", name],
    ["dim", String(args.rank)],
    ["globalDim", list(args.globalDim)],
    ["globalStrides", `${list(args.globalStrides)} B (dimension 1 and up)`],
    ["boxDim", bytes === undefined ? list(args.boxDim) : `${list(args.boxDim)} (${bytes} B)`],
    ["elementStrides", list(args.elementStrides)],
    ["interleave", tensorMapInterleaves[args.interleave] ?? `${args.interleave}`],
    ["swizzle", tensorMapSwizzles[args.swizzle] ?? `${args.swizzle}`],
    ["l2Promotion", ["NONE", "64B", "128B", "256B"][args.l2Promotion] ?? `${args.l2Promotion}`],
    ["oobFill", ["zeros", "NaN"][args.oobFill] ?? `${args.oobFill}`],
  ];
}
