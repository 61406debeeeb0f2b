// Explains pasted text: a TMA descriptor dump, an assertion or error of CuTe, nvcc or the DSL, a printed layout.
//
// A pure function from text to plain answers; the command line and the editor command show them.

import { attempt } from "../../../src-engine/eval/context.ts";
import { parse } from "../../../src-engine/notation/parse.ts";
import { tensorMapInterleaves, tensorMapSwizzles, tensorMapTypes } from "../../../src-engine/tma/data-types.ts";
import { boxBytes, type EncodeArch, type EncodeArguments, encodeFindings } from "../../../src-engine/tma/encode.ts";
import { encodeRuleCodes, encodeSentence } from "../rules/encode-words.ts";
import { rules } from "../rules/list.ts";
import { describeValue } from "./describe.ts";
import { knownTexts } from "./explain-texts.ts";
import { dslTexts } from "./explain-texts-dsl.ts";

export interface Explanation {
  readonly title: string;
  /** Sentences, most important first. */
  readonly lines: readonly string[];
  /** Decoded fields, name and value. */
  readonly table: readonly (readonly [string, string])[];
  /** Codes of the rule pages it belongs to. */
  readonly rules: readonly string[];
}

const longest = 1_000_000;

/** Everything that is recognised in the text, in the order found; empty when nothing is. */
export function explain(text: string, arch: EncodeArch = "sm_90"): readonly Explanation[] {
  const bounded = text.slice(0, longest);
  const dumps = splitDumps(bounded).flatMap((dump) => explainDump(dump, arch));
  const known = [...knownTexts, ...dslTexts].filter(
    ({ pattern, rule }) => pattern.test(bounded) && (dumps.length === 0 || rule),
  );
  const texts = known.map(({ title, means, fix, rule }) => ({
    title,
    lines: [means, `Way out: ${fix}`],
    table: [],
    rules: pages(rule === undefined ? [] : [rule]),
  }));
  const recognised = [...dumps, ...texts];
  return recognised.length > 0 ? recognised : explainValues(bounded);
}

/** `TMA060` as the page's own name and number, `tma-size-mismatch (TMA060)`; nothing where there is no such rule. */
const pages = (numbers: readonly string[]): readonly string[] => {
  const found = numbers.flatMap((number) => rules.filter((rule) => rule.number === number));
  return [...new Set(found.map((rule) => `${rule.code} (${rule.number})`))];
};

// ---- printed values ------------------------------------------------------------------------------------------------

const manyLines = 40;

/** Lines that hold a printed layout or tensor, perhaps behind a name: `sA : Sw<3,4,3> o _0 o (_128,_64):(_64,_1)`. */
function explainValues(text: string): readonly Explanation[] {
  const lines = text.split("\n").filter((line) => line.includes(":"));
  return lines.slice(0, manyLines).flatMap((line) => {
    const printed = /(?:Sw?<[-\d,]+>|[(_\d]|ArithTuple\(|(?:gmem|smem|rmem)_ptr).*$/.exec(line)?.[0].trim();
    const outcome = printed === undefined || printed.length > 4000 ? undefined : attempt(() => parse(printed));
    if (printed === undefined || outcome === undefined || !("value" in outcome)) return [];
    const { value } = outcome;
    if (value.kind !== "layout" && value.kind !== "composed" && value.kind !== "tensor") return [];
    const rows = describeValue(value, printed.includes("_") ? "cpp" : "python");
    const table = rows.map(({ label, text: shown }) => [label, shown] as const);
    return [{ title: printed, lines: [], table, rules: [] }];
  });
}

// ---- descriptor dumps ----------------------------------------------------------------------------------------------

/** Each dump begins with `TMA Desc Addr` (CuTe C++ prints it before "Failed to initialize the TMA descriptor"). */
function splitDumps(text: string): readonly string[] {
  const starts = [...text.matchAll(/TMA Desc Addr/g)].map((match) => match.index);
  return starts.map((start, i) => text.slice(start, Math.min(starts[i + 1] ?? text.length, start + 4000)));
}

function explainDump(dump: string, arch: EncodeArch): readonly Explanation[] {
  const args = dumpArguments(dump);
  if (args === undefined) return [];
  const findings = encodeFindings(args, arch).filter((finding) => finding.holds === "no");
  const sentences = findings.map(encodeSentence);
  const lines =
    sentences.length > 0
      ? ["The driver rejects this descriptor:", ...sentences]
      : ["No measured rule of cuTensorMapEncodeTiled is broken: look at the address and the context (device, driver)."];
  return [
    {
      title: "TMA descriptor",
      lines,
      table: descriptorTable(args),
      rules: pages(findings.map((finding) => encodeRuleCodes[finding.rule])),
    },
  ];
}

function dumpArguments(dump: string): EncodeArguments | undefined {
  const number = (name: string): number | undefined => {
    const found = dump.match(new RegExp(`^\\s*${name}:?\\s+(0x[0-9a-f]+|\\d+)`, "im"))?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const list = (name: string): readonly number[] => {
    const found = dump.match(new RegExp(`^\\s*${name}:?\\s*[([{]([^)\\]}]*)`, "im"))?.[1] ?? "";
    return (found.match(/-?\d+/g) ?? []).map(Number);
  };
  const dataType = number("format");
  const rank = number("dim");
  const globalDim = list("globalDim");
  if (dataType === undefined || rank === undefined || globalDim.length === 0) return undefined;
  const address = addressOffset(dump);
  return {
    dataType,
    rank,
    ...(address === undefined ? {} : { addressOffset: address }),
    globalDim: globalDim.slice(0, rank),
    globalStrides: list("globalStrides").slice(1, Math.max(rank, 1)),
    boxDim: list("boxDim").slice(0, rank),
    elementStrides: list("elementStrides").slice(0, rank),
    interleave: number("interleave") ?? 0,
    swizzle: number("swizzle") ?? 0,
    l2Promotion: number("l2Promotion") ?? 0,
    oobFill: number("oobFill") ?? 0,
  };
}

/** The address modulo 256, from its last two hex digits (an address does not fit a number exactly). */
function addressOffset(dump: string): number | undefined {
  const found = dump.match(/^\s*gmem_address:?\s+(?:0x)?([0-9a-f]+)/im)?.[1];
  return found === undefined ? undefined : Number.parseInt(found.slice(-2), 16);
}

function descriptorTable(args: EncodeArguments): readonly (readonly [string, string])[] {
  const type = tensorMapTypes[args.dataType];
  const list = (values: readonly unknown[]) => values.join(", ");
  const bytes = type === undefined ? undefined : boxBytes(args, type);
  return [
    ["format", type?.name ?? `${args.dataType} (unknown)`],
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
