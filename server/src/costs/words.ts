// A cost in words: what is issued, what global memory pays, what shared memory pays, and what the figures rest on.
import type { Int, Swizzle } from "../../../src-engine/algebra/value.ts";
import type { BulkCost } from "../../../src-engine/costs/bulk-cost.ts";
import { type CopyCost, mayConflict, type SideCost, type Uncounted } from "../../../src-engine/costs/copy-cost.ts";
import type { OperandRead } from "../../../src-engine/costs/fma-gemm.ts";
import { type GemmCost, operandWavefronts } from "../../../src-engine/costs/gemm-cost.ts";
import type { WarpAccess } from "../../../src-engine/costs/wavefronts.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import type { Line } from "../facts/describe.ts";
import { printValue } from "../facts/notation.ts";
import { bytesText } from "../facts/swizzle-words.ts";
import { busiest } from "./busiest-bank.ts";
import type { Guard } from "./guards.ts";
import { loopText } from "./loop-words.ts";
import type { CallCost } from "./of-call.ts";
import type { PlacedRemedy } from "./remedy.ts";

export interface CostWords {
  /** The line that says it all: `cp.async 16 B × 8 per thread · 16 KiB per CTA`. */
  readonly title: string;
  readonly lines: readonly Line[];
  readonly notes: readonly string[];
}

const predicated = "counted as if the predicate held everywhere: what it leaves out costs less";

export function costWords(one: CallCost, language: Language): CostWords {
  const words = callWords(one, language);
  const { loop } = one;
  const text =
    loop === undefined || one.cost.kind === "unknown" ? undefined : loopText(loop, language, amountOf(one.cost));
  return text === undefined ? words : { ...words, lines: [...words.lines, line("loop", text)] };
}

/** What so many of the calls move or compute. */
export function amountOf(
  cost: Exclude<CallCost["cost"], { readonly kind: "unknown" }>,
): ((times: number) => string) | undefined {
  if (cost.kind === "gemm") return scaledBy(cost.flops, (flops) => `${scaled(flops)}FLOP`);
  const ofThread = cost.kind === "copy" ? cost.bytesPerThread : undefined;
  return scaledBy(cost.bytes, bytesText) ?? scaledBy(ofThread, (bytes) => `${bytesText(bytes)} per thread`);
}

const scaledBy = (each: Int | undefined, text: (amount: number) => string): ((times: number) => string) | undefined =>
  each?.kind === "num" ? (times) => text(times * each.value) : undefined;

function callWords({ call, cost, assumed, guard, isWholeBlock, isGuarded }: CallCost, language: Language): CostWords {
  const rests = [
    ...(assumed.length === 0 ? [] : [`counted for ${assumed.join(", ")} being the same in all threads of a warp`]),
    ...guardNotes(guard),
    ...(isWholeBlock ? ["counted for all threads of the block that is launched"] : []),
  ];
  switch (cost.kind) {
    case "unknown":
      return { title: "cost not counted", lines: [], notes: [cost.why] };
    case "bulk":
      return { title: bulkTitle(cost, language), lines: bulkLines(cost, language), notes: [] };
    case "gemm":
      return { title: gemmTitle(cost, language), lines: gemmLines(cost), notes: [] };
    case "copy":
      return {
        title: copyTitle(cost, language),
        lines: cost.sides.flatMap((side) => sideLines(side, cost.sides)),
        notes: [...copyNotes(cost), ...(call.op === "copy_if" || isGuarded ? [predicated] : []), ...rests],
      };
    default:
      return cost satisfies never;
  }
}

/** Copies below a test of the thread. */
function guardNotes(guard: Guard): readonly string[] {
  switch (guard.kind) {
    case "all":
      return [];
    case "these":
      return ["counted for the threads that pass the tests around it"];
    case "warps":
      return [`${guard.by} decides which warps run it`];
    case "some":
      return [`counted as if all threads ran it: ${guard.by} decides which do`];
    default:
      return guard satisfies never;
  }
}

const line = (label: string, text: string, rank: Line["rank"] = "first"): Line => ({ label, text, rank });

// ---- copies ---------------------------------------------------------------------------------------------------------

function copyTitle(cost: CopyCost, language: Language): string {
  const { issue, bytes, bytesPerThread } = cost;
  const size = issue.matrices > 0 ? "" : ` ${issue.width} B`;
  const count = issue.count === undefined ? "" : ` × ${intText(issue.count, language)} per thread`;
  const total =
    bytes !== undefined
      ? ` · ${sizeText(bytes, language)} per CTA`
      : bytesPerThread === undefined
        ? ""
        : ` · ${sizeText(bytesPerThread, language)} per thread`;
  return `${issuedAs(cost)}${size}${count}${total}`;
}

/** `ld.global` and `st.shared` where a plain copy goes between memories. */
function issuedAs({ issue, sides }: CopyCost): string {
  if (issue.unit !== "ld/st") return issue.name;
  const parts = sides.flatMap((side) =>
    "why" in side ? [] : [`${side.direction === "load" ? "ld" : "st"}.${side.space}`],
  );
  if (parts.length > 0) return parts.join(" + ");
  return sides.length === 0 ? "mov" : issue.name;
}

function sideLines(side: SideCost | Uncounted, all: CopyCost["sides"]): readonly Line[] {
  if ("why" in side) return [line(side.role, `not counted: ${side.why}`)];
  const isOnly = all.filter((one) => "space" in one && one.space === side.space).length === 1;
  const lines = side.space === "shared" ? sharedLines(side) : globalLines(side);
  return isOnly ? lines : lines.map((one) => (one.label === side.space ? { ...one, label: sideName(side) } : one));
}

/** Of several in one memory: `global, read`. What axpby writes to it reads before. */
function sideName({ space, role, direction }: SideCost): string {
  if (direction === "store") return `${space}, written`;
  return role === "source" ? `${space}, read` : `${space}, read of what is written`;
}

function sharedLines(side: SideCost): readonly Line[] {
  const { shared, access } = side;
  if (shared === undefined) return [];
  const { best, worst, of } = shared;
  const isSure = best.total.wavefronts === worst.total.wavefronts;
  const { wavefronts, ideal } = worst.dearest;
  const least = isSure ? wavefronts : best.dearest.wavefronts;
  const range = side.isLeast
    ? `at least ${least}`
    : least === wavefronts
      ? `${wavefronts}`
      : `${least} to ${wavefronts}`;
  const verdict = conflictText(worst.dearest, !isSure, isOfLines(side));
  const sum = line(
    "wavefronts",
    `${worst.total.wavefronts} of ${worst.total.ideal} in ${of} warp instructions`,
    "more",
  );
  const head = line("shared", `${range} wavefront${wavefronts === 1 ? "" : "s"} of ${ideal}, ${verdict}`);
  return [head, line("access", access, "more"), sum, ...worstLines(worst.where.access, wavefronts > ideal)];
}

/** cp.async that takes more than the ideal for how lines of global memory meet those of the tile, not for the banks. */
const isOfLines = (side: SideCost): boolean => side.stream.other !== undefined && !mayConflict(side);

const conflictText = (
  { wavefronts, ideal }: { readonly wavefronts: number; readonly ideal: number },
  upTo: boolean,
  ofLines: boolean,
) => {
  if (wavefronts <= ideal) return "no conflict";
  if (ofLines) return "no bank conflict: lines of global memory and of the tile do not meet";
  return `${upTo ? "up to " : ""}${ways(wavefronts, ideal)} conflict`;
};

/** `2-way`, of an instruction that is served in parts `1.5 × as many`. */
export function ways(wavefronts: number, ideal: number): string {
  const times = wavefronts / ideal;
  return Number.isInteger(times) ? `${times}-way` : `${Math.round(times * 100) / 100}-fold`;
}

/** The threads that want different words of the busiest bank, of those that are served together. */
function worstLines(access: WarpAccess, isConflict: boolean): readonly Line[] {
  if (!isConflict) return [];
  const { bank, lanes } = busiest(access);
  const shown = lanes.length > 8 ? `${lanes.slice(0, 8).join(", ")}, …` : lanes.join(", ");
  const whose = access.isMatrix ? "rows of threads" : "threads";
  return [line("worst", `bank ${bank}: ${lanes.length} words, by ${whose} ${shown}`, "more")];
}

function globalLines({ global, access }: SideCost): readonly Line[] {
  if (global === undefined) return [];
  const { best, worst, of } = global;
  const { sectors, ideal, lines } = worst.dearest;
  const isSure = best.total.sectors === worst.total.sectors;
  const least = isSure ? sectors : best.dearest.sectors;
  const range = least === sectors ? `${sectors}` : `${least} to ${sectors}`;
  const used = [worst, best].map(({ total }) => Math.round((100 * total.wanted) / (32 * total.sectors)));
  const share = used[0] === used[1] ? `${used[0]}%` : `${used[0]} to ${used[1]}%`;
  return [
    line("global", `${range} sector${sectors === 1 ? "" : "s"} of ${ideal}, ${share} used`),
    line(
      "access",
      `${access}, ${lines} line${lines === 1 ? "" : "s"} of 128 B, from a buffer that begins at a multiple of 128 B`,
      "more",
    ),
    line("sectors", `${worst.total.sectors} in ${of} warp instructions`, "more"),
  ];
}

function copyNotes(cost: CopyCost): readonly string[] {
  const { issue, sides, threads } = cost;
  const counted = sides.filter((side): side is SideCost => !("why" in side));
  const depends = [...new Set(counted.flatMap((side) => side.depends))];
  const strides = [...new Set(counted.flatMap((side) => (side.space === "global" ? side.strides : [])))];
  const isOpen = counted.some((side) => isSpread(side));
  return [
    ...(issue.possible === undefined
      ? []
      : [`${issue.width} B accesses; the layouts have ${issue.possible} B side by side`]),
    ...(issue.asWritten && counted.length > 0 ? ["as written: the compiler may join neighbouring accesses"] : []),
    ...(threads === undefined && counted.length > 0
      ? ["counted for one warp: how many threads take part is not known"]
      : []),
    ...(isOpen && depends.length > 0 ? [`the spread is what ${depends.join(", ")} may be`] : []),
    ...(strides.length > 0 ? [`${strides.join(", ")}: counted as longer than the tile`] : []),
  ];
}

/** What would take the conflict away, in the words of the language. */
export function remedyText({ swizzle, padding, isOfDescriptor }: PlacedRemedy): string | undefined {
  const parts = [
    ...(swizzle === undefined ? [] : [`${swizzleText(swizzle)} over the plain layout`]),
    ...(padding === undefined ? [] : [`rows of ${padding.row} elements padded by ${padding.by}`]),
  ];
  const also = isOfDescriptor ? ", also in what TMA or the MMA's descriptor is made of" : "";
  return parts.length === 0
    ? undefined
    : `without conflict, also in the buffer's other copies here: ${parts.join(", or ")}${also}`;
}

export const swizzleText = ({ b, m, s }: Swizzle): string => `Swizzle<${b},${m},${s}>`;

const isSpread = ({ shared, global }: SideCost): boolean =>
  (shared !== undefined && shared.best.total.wavefronts !== shared.worst.total.wavefronts) ||
  (global !== undefined && global.best.total.sectors !== global.worst.total.sectors);

// ---- TMA and MMA ----------------------------------------------------------------------------------------------------

function bulkTitle(cost: BulkCost, language: Language): string {
  const count = cost.count === undefined ? "" : ` × ${intText(cost.count, language)} by one thread`;
  const bytes = cost.bytes === undefined ? "" : ` · ${sizeText(cost.bytes, language)}`;
  return `${cost.unit} ${cost.direction}${count}${bytes}`;
}

function bulkLines(cost: BulkCost, language: Language): readonly Line[] {
  const box = cost.box.map((extent) => intText(extent, language)).join("×");
  return [
    ...boxLines(cost, box),
    ...(cost.rowBytes === undefined
      ? []
      : [line("global", `rows of ${bytesText(cost.rowBytes)}: ${cost.rowBytes / 32} sectors of 32 B each`)]),
    ...(cost.swizzle === undefined || cost.swizzle === "NONE"
      ? []
      : [line("shared", `written with swizzle ${cost.swizzle}`, "more")]),
    ...(cost.multicast === undefined ? [] : [line("multicast", `to ${intText(cost.multicast, language)} CTAs`)]),
  ];
}

function boxLines({ unit, bytesEach }: BulkCost, box: string): readonly Line[] {
  const each = bytesEach === undefined ? [] : [`${bytesText(bytesEach)} each`];
  if (box !== "") return [line("box", [box, ...each].join(", "))];
  return unit === "TMA" ? [] : each.map((text) => line("global", `${text}, side by side`));
}

function gemmTitle(cost: GemmCost, language: Language): string {
  const by = issuersOf(cost);
  const isOne = cost.ptx.startsWith("tcgen05");
  const whoIssues = isOne ? `by one thread${cost.group === 1 ? "" : ` of ${cost.group} CTAs`}` : `per ${by}`;
  const count = cost.count === undefined ? "" : ` × ${intText(cost.count, language)} ${whoIssues}`;
  const [amount, whose] = cost.flops === undefined ? [cost.flopsOfGroup, by] : [cost.flops, "CTA"];
  const flops = amount === undefined ? "" : ` · ${flopsText(amount, language)} per ${whose}`;
  return `${shortMma(cost.name)}${count}${flops}`;
}

function issuersOf({ group }: GemmCost): string {
  if (group === 128) return "warpgroup";
  if (group === 32) return "warp";
  return group === 1 ? "thread" : `${group} threads`;
}

const shortMma = (name: string): string => name.replace(/\w+::/g, "");

const flopsText = (flops: Int, language: Language): string =>
  flops.kind === "num" ? `${scaled(flops.value)}FLOP` : `${intText(flops, language)} FLOP`;

export function scaled(value: number): string {
  const units = ["", "k", "M", "G", "T"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  const shown = value / 1000 ** power;
  return `${shown >= 100 ? Math.round(shown) : Math.round(shown * 10) / 10} ${units[power]}`;
}

function gemmLines(cost: GemmCost): readonly Line[] {
  const places = cost.operands.map(({ operand, from, bytes }) => {
    const size = bytes === undefined ? "" : ` ${bytesText(bytes)}`;
    return `${operand}${size} from ${from}`;
  });
  const wavefronts = operandWavefronts(cost);
  const held = cost.operands.find(({ operand }) => operand === "C")?.registers;
  return [
    line("operands", `${places.join(", ")} (one instruction)`),
    ...(wavefronts === undefined ? [] : [line("shared", `${wavefronts} wavefronts a warp for the operands`)]),
    ...(cost.reads ?? []).flatMap(readLines),
    ...(held === undefined ? [] : [line("accumulator", `${held} registers a thread`)]),
    line("instruction", cost.ptx, "more"),
  ];
}

/** An operand that the threads copy from shared memory, slice by slice. */
function readLines({ operand, copy, times }: OperandRead): readonly Line[] {
  return copy.sides.flatMap((side) => {
    if ("why" in side) return [line(`${operand} read`, `not counted: ${side.why}`)];
    const [first] = sharedLines(side);
    const count = copy.issue.count?.kind === "num" ? ` × ${copy.issue.count.value * times}` : "";
    return first === undefined ? [] : [line(`${operand} read`, `${side.access}${count} per thread: ${first.text}`)];
  });
}

// ---- numbers --------------------------------------------------------------------------------------------------------

const intText = (a: Int, language: Language): string =>
  a.kind === "num" ? String(a.value) : printValue(a, language).replaceAll("_", "");

const sizeText = (bytes: Int, language: Language): string =>
  bytes.kind === "num" ? bytesText(bytes.value) : `${intText(bytes, language)} B`;
