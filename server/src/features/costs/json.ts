// A cost as JSON: what `cute-lens costs --json` and `inspect --json` print.
import type { Int } from "../../../../src-engine/algebra/value.ts";
import type { BulkCost } from "../../../../src-engine/costs/bulk-cost.ts";
import type { CopyCost, SideCost, Uncounted } from "../../../../src-engine/costs/copy-cost.ts";
import { type GemmCost, operandWavefronts } from "../../../../src-engine/costs/gemm-cost.ts";
import type { Language } from "../../../../src-engine/program/ir.ts";
import type { InLoop } from "../../costs/loops.ts";
import type { CallCost } from "../../costs/of-call.ts";
import { costWords } from "../../costs/words.ts";
import { printValue } from "../../facts/notation.ts";

/** A number, or the text of what only the run knows. */
type Count = number | string;
/** One number, or the least and the most. */
type Spread = number | { readonly min: number; readonly max: number };

export interface CostJson {
  readonly op: string;
  readonly text: string;
  readonly loop?: LoopJson;
  readonly instruction?: string;
  readonly width?: number;
  readonly perThread?: Count;
  readonly threads?: number;
  readonly bytesPerThread?: Count;
  readonly bytes?: Count;
  readonly flops?: Count;
  readonly accesses?: readonly AccessJson[];
  readonly operands?: GemmCost["operands"];
  readonly wavefronts?: number;
  readonly box?: readonly Count[];
  readonly multicast?: Count;
  readonly why?: string;
  readonly assumes?: readonly string[];
  readonly asWritten?: true;
}

/** One side of a copy, per instruction of a warp. */
export interface AccessJson {
  readonly side: "source" | "destination";
  readonly access?: string;
  /** Of the dearest instruction of a warp. */
  readonly wavefronts?: Spread;
  readonly idealWavefronts?: number;
  /** The other side of cp.async was not counted: it may cost more. */
  readonly atLeast?: true;
  readonly sectors?: Spread;
  readonly idealSectors?: number;
  readonly lines?: Spread;
  /** Of all counted warp instructions. */
  readonly total?: Spread;
  readonly warpInstructions?: number;
  readonly usedShare?: number;
  readonly why?: string;
}

/** The main loop around the call, and how often the call happens in one of its rounds. */
export interface LoopJson {
  readonly variable?: string;
  readonly rounds?: Count;
  readonly times: number;
  /** A condition of the run may leave the call out, or end the loop before. */
  readonly atMost?: true;
}

function loopJson({ variable, rounds, times, isMost }: InLoop, language: Language): LoopJson {
  return { ...known({ variable, rounds: count(rounds, language) }), times, ...(isMost ? { atMost: true } : {}) };
}

export function costJson(one: CallCost, language: Language): CostJson {
  const { cost, call, assumed, loop } = one;
  const title = { op: call.op, text: costWords(one, language).title };
  const base = loop === undefined ? title : { ...title, loop: loopJson(loop, language) };
  const assumes = assumed.length === 0 ? {} : { assumes: assumed };
  switch (cost.kind) {
    case "unknown":
      return { ...base, why: cost.why };
    case "copy":
      return { ...base, ...copyJson(cost, language), ...assumes };
    case "bulk":
      return { ...base, ...bulkJson(cost, language) };
    case "gemm":
      return { ...base, ...gemmJson(cost, language) };
    default:
      return cost satisfies never;
  }
}

const count = (a: Int | undefined, language: Language): Count | undefined =>
  a === undefined ? undefined : a.kind === "num" ? a.value : printValue(a, language).replaceAll("_", "");

/** Without the fields that nobody knows. */
function known<T extends object>(fields: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

function copyJson(cost: CopyCost, language: Language): Partial<CostJson> {
  const { issue, threads } = cost;
  return {
    instruction: issue.name,
    width: issue.width,
    ...known({
      perThread: count(issue.count, language),
      threads,
      bytesPerThread: count(cost.bytesPerThread, language),
      bytes: count(cost.bytes, language),
    }),
    accesses: cost.sides.map(accessJson),
    ...(issue.asWritten ? { asWritten: true as const } : {}),
  };
}

const spread = (min: number, max: number): Spread => (min === max ? min : { min, max });

function accessJson(side: SideCost | Uncounted): AccessJson {
  if ("why" in side) return { side: side.role, why: side.why };
  const { role, access, shared, global } = side;
  if (shared !== undefined) {
    const { best, worst, of } = shared;
    return {
      side: role,
      access,
      wavefronts: spread(best.dearest.wavefronts, worst.dearest.wavefronts),
      idealWavefronts: worst.dearest.ideal,
      ...(side.isLeast ? { atLeast: true as const } : {}),
      total: spread(best.total.wavefronts, worst.total.wavefronts),
      warpInstructions: of,
    };
  }
  if (global === undefined) return { side: role, access };
  const { best, worst, of } = global;
  return {
    side: role,
    access,
    sectors: spread(best.dearest.sectors, worst.dearest.sectors),
    idealSectors: worst.dearest.ideal,
    lines: spread(best.dearest.lines, worst.dearest.lines),
    total: spread(best.total.sectors, worst.total.sectors),
    warpInstructions: of,
    usedShare: Math.round((1000 * worst.total.wanted) / (32 * worst.total.sectors)) / 1000,
  };
}

function bulkJson(cost: BulkCost, language: Language): Partial<CostJson> {
  return {
    instruction: cost.name,
    ...known({
      perThread: count(cost.count, language),
      width: cost.bytesEach,
      bytes: count(cost.bytes, language),
      box: cost.box.map((extent) => count(extent, language) ?? "?"),
      multicast: count(cost.multicast, language),
    }),
  };
}

function gemmJson(cost: GemmCost, language: Language): Partial<CostJson> {
  return {
    instruction: cost.name,
    operands: cost.operands,
    ...known({
      perThread: count(cost.count, language),
      flops: count(cost.flops, language),
      wavefronts: operandWavefronts(cost),
    }),
  };
}
