// What PTX in inline assembly does with barriers in shared memory, with bulk copies and with fences of proxies.
//
// `mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;`: the address in brackets is the barrier, what follows it the amount.
import type { Expr } from "../../../src-engine/program/ir.ts";
import type { BarrierOperation } from "./barrier-calls.ts";

export interface Instruction {
  readonly operation: BarrierOperation | "copy" | "fence";
  /** Operands of the assembly; none where the instruction has no barrier. */
  readonly barrier?: Expr;
  readonly amount?: Expr;
  /** The bytes of a copy that has no tensor map. */
  readonly bytes?: Expr;
  /** What a store takes from shared memory. */
  readonly source?: Expr;
  /** The address of the tensor map. */
  readonly map?: Expr;
  /** It arrives for several threads, under a predicate, or at another CTA's barrier. */
  readonly further: boolean;
  /** Where this is 2, also that: two CTAs do it together. */
  readonly group?: Expr;
}

/** The instructions of interest in order; undefined where one of them cannot be read. */
export function instructionsIn(
  { text, outputs }: { readonly text: string; readonly outputs: number },
  reads: readonly Expr[],
): readonly Instruction[] | undefined {
  const found: Instruction[] = [];
  for (const statement of text.replace(/\\[nrt]/g, " ").split(";")) {
    const at = statement.search(ofInterest);
    if (at < 0) continue;
    const [name = ""] = /^[\w.:]+/.exec(statement.slice(at)) ?? [];
    if (idle.test(name)) continue;
    const one = instruction(name, statement.slice(at + name.length), (n) => reads[n - outputs]);
    if (one === undefined || /\/[/*]/.test(statement)) return undefined;
    found.push(statement.slice(0, at).includes("@") ? { ...one, further: true } : one);
  }
  return found;
}

const ofInterest = /(?<![\w.:])(?:mbarrier\.|tcgen05\.commit|cp\.async\.(?:mbarrier|bulk)\.|fence\.proxy\.async)/;

const idle = /^(?:mbarrier\.pending_count|cp\.async\.bulk\.(?:commit_group|wait_group|prefetch))/;

type Operand = (n: string | undefined) => Expr | undefined;

function instruction(name: string, rest: string, operandAt: (n: number) => Expr | undefined): Instruction | undefined {
  const operand: Operand = (n) => (n === undefined ? undefined : operandAt(Number(n)));
  if (name.startsWith("fence.")) return { operation: "fence", further: false };
  if (name.startsWith("cp.async.bulk.")) return copy(name, rest, operand);
  const operation = operations.find(([start]) => name.startsWith(`${start}.`))?.[1];
  // Of an array of addresses `[%0 + 8]` it is another one.
  const [, place, counted, written] = /\[\s*%(\d+)\s*\]\s*(?:,\s*(?:%(\d+)|(\d+)\b))?/.exec(rest) ?? [];
  const barrier = operand(place);
  const isWritten = barrier !== undefined && written !== undefined;
  const amount = isWritten ? number(written, barrier) : operand(counted);
  if (operation === undefined || barrier === undefined) return undefined;
  // A commit takes an address of the whole cluster, and without a mask arrives at that barrier alone.
  const isElsewhere = isCommit(name)
    ? !/cta_group::1\./.test(name) || /multicast/.test(name)
    : /shared::cluster/.test(name);
  const further = isElsewhere || (operation === "arrive" && amount !== undefined && written !== "1");
  if (!counts.has(operation)) return { operation, barrier, further };
  return amount && { operation, barrier, amount, further };
}

/** `[%0], 1;`: it stands in the text, told is the barrier beside it. */
const number = (text: string, { span }: Expr): Expr => ({ kind: "int", value: Number(text), span });

const isCommit = (name: string): boolean => name.startsWith("tcgen05.");

const counts: ReadonlySet<BarrierOperation> = new Set(["init", "expect", "arrive-expect"]);

const operations: readonly (readonly [string, BarrierOperation])[] = [
  ["mbarrier.init", "init"],
  ["mbarrier.inval", "end"],
  ["mbarrier.expect_tx", "expect"],
  ["mbarrier.arrive.expect_tx", "arrive-expect"],
  ["mbarrier.arrive", "arrive"],
  ["mbarrier.try_wait", "wait"],
  ["mbarrier.test_wait", "wait"],
  // Without `noinc` it counts itself first.
  ["cp.async.mbarrier.arrive.noinc", "arrive"],
  ["cp.async.mbarrier.arrive", "use"],
  ["tcgen05.commit", "arrive"],
];

/** The last address of a load is its barrier's, that of a store what it takes. */
function copy(name: string, rest: string, operand: Operand): Instruction | undefined {
  const addresses = rest
    .split("[")
    .slice(1)
    .map((part) => part.slice(0, part.indexOf("]")).trim());
  const last = operand(/^%(\d+)$/.exec(addresses.at(-1) ?? "")?.[1]);
  if (last === undefined) return undefined;
  const map = operand(/^%(\d+)\s*,\s*\{/.exec(addresses.find((one) => one.includes("{")) ?? "")?.[1]);
  const mapped = map === undefined ? {} : { map };
  if (!name.includes("mbarrier")) {
    const isStore = name.includes("global.shared") && addresses.length === 2;
    return { operation: "copy", further: false, ...mapped, ...(isStore ? { source: last } : {}) };
  }
  // One that brings its bytes to other CTAs too, or to another one.
  const [, ctas] = /cta_group::(\d?)/.exec(name) ?? [];
  const group = ctas === "" ? operand(/^%(\d+)/.exec(rest)?.[1]) : undefined;
  const isAlone = ctas === undefined || ctas === "1" || group !== undefined;
  const further = /multicast|shared::cluster\.shared/.test(name + rest.slice(0, rest.indexOf("["))) || !isAlone;
  const bytes = operand(/\]\s*,\s*%(\d+)\s*,\s*\[/.exec(rest)?.[1]);
  const more = { ...(bytes === undefined ? {} : { bytes }), ...(group === undefined ? {} : { group }) };
  return { operation: "copy", barrier: last, further, ...mapped, ...more };
}

/** Instructions none of which is a fence of proxies; what a macro spells may be one. */
export const isFenceless = (text: string | undefined): boolean =>
  text !== undefined && /[a-z]\.[a-z]/.test(text) && !text.includes("fence.proxy");
