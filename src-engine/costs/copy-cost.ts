// What a copy costs, from its atom and its two tensors: the instruction as it is issued, how many, and what each side of it pays.
//
// The tensors are those of one thread, with the thread's index in their offsets and strides: putting numbers in its place gives
// the addresses of every thread, however they came about.
import type { CopyAtom, TiledCopy, TmaAtom } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { mul, staticInt } from "../algebra/int/int.ts";
import { modeOf } from "../algebra/layout/modes.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import type { Int, Tensor } from "../algebra/value.ts";
import { type Addresses, addressesOf } from "./address.ts";
import { type BulkCost, bulkCost, plainBulkCost } from "./bulk-cost.ts";
import { type CopyPolicy, type Issue, issueOf } from "./instruction.ts";
import type { ThreadSymbol } from "./term.ts";
import { type Global, globalCost, type Range, type Shared, type Stream, sharedCost } from "./warp-cost.ts";
import type { Direction } from "./wavefronts.ts";

export interface Threads {
  readonly isThread: ThreadSymbol;
  /** Threads that take part; undefined where nobody says. */
  readonly count: number | undefined;
  /** Of a copy below a test of the thread: those that pass it. */
  readonly isActive?: ((thread: number) => boolean) | undefined;
  /** Warp instructions that are counted out, over all cases. */
  readonly most: number;
  /** Does the pointer of this name lead each thread elsewhere? */
  readonly isOwnPointer?: (base: string) => boolean;
}

/** One side of a copy in memory that has addresses. */
export interface SideCost {
  readonly role: "source" | "destination";
  readonly space: "shared" | "global";
  readonly direction: Direction;
  /** As the memory goldens name it: `ld.shared.b128`, `ldmatrix.x4`, `st.global.b64`. */
  readonly access: string;
  readonly stream: Stream;
  readonly shared?: Range<Shared>;
  readonly global?: Range<Global>;
  /** Of cp.async whose other side was not counted: its lines may cost more. */
  readonly isLeast?: true;
  /** What the answer's spread rests on: `k`. */
  readonly depends: readonly string[];
  readonly strides: readonly string[];
}

/**
 * Do threads want different words of one bank, whatever the run's numbers are? What cp.async takes rests on the lines of global
 * memory too: only what its shared side would take by itself is a conflict of banks.
 */
export function hasBankConflict(side: SideCost): boolean {
  const { shared } = side;
  if (shared === undefined || shared.best.total.wavefronts <= shared.best.total.ideal) return false;
  const own = ownShared(side);
  return own === undefined || own.best.total.wavefronts > own.best.total.ideal;
}

/** Can they, for some numbers of the run? */
export function mayConflict(side: SideCost): boolean {
  const own = ownShared(side);
  return own === undefined || own.worst.total.wavefronts > own.worst.total.ideal;
}

/** What the side in shared memory would take by itself. */
function ownShared({ shared, stream }: SideCost): Range<Shared> | undefined {
  const { other, ...alone } = stream;
  return other === undefined ? shared : sharedCost(alone);
}

export interface Uncounted {
  readonly role: "source" | "destination";
  readonly why: string;
}

export interface CopyCost {
  readonly kind: "copy";
  readonly issue: Issue;
  /** Instructions of the CTA, one a warp, where threads and instructions are counted. */
  readonly threads: number | undefined;
  /** Bytes of one thread, and of all of them. */
  readonly bytesPerThread: Int | undefined;
  readonly bytes: Int | undefined;
  readonly sides: readonly (SideCost | Uncounted)[];
  readonly from: Tensor;
  readonly to: Tensor;
}

export type Cost = CopyCost | BulkCost | { readonly kind: "unknown"; readonly why: string };

export type AnyCopy = CopyAtom | TiledCopy | TmaAtom | CopyPolicy | undefined;

export function copyCost(ctx: Context, copy: AnyCopy, source: Tensor, destination: Tensor, threads: Threads): Cost {
  const atom = copy?.kind === "tiled-copy" ? copy.atom : copy;
  if (atom?.kind === "tma-atom") return bulkCost(ctx, atom, source, destination);
  const [sourceBits, destinationBits] = [source, destination].map((tensor) => bitsOf(tensor) ?? valueBitsOf(atom));
  if (sourceBits === undefined || destinationBits === undefined)
    return { kind: "unknown", why: "its element type is not known" };
  const bulk = atom && plainBulkCost(ctx, atom.kind === "policy" ? atom.name : atom, source, destination, sourceBits);
  if (bulk !== undefined) return "why" in bulk ? { kind: "unknown", why: bulk.why } : bulk;
  const issue = issueOf(ctx, atom, { source, destination, sourceBits, destinationBits });
  if ("why" in issue) return { kind: "unknown", why: issue.why };
  const count = copy?.kind === "tiled-copy" ? threadsOf(ctx, copy) : undefined;
  const all = { ...threads, count: count ?? threads.count };
  // A matrix's rows are given by some of the threads and held by all of them: the lesser side is what a thread moves.
  const moved = (Math.min(issue.source, issue.destination) * destinationBits) / 8;
  const taking = all.count === undefined ? undefined : partOf(all.count, all.isActive);
  const perThread = issue.count === undefined ? undefined : mul(issue.count, staticInt(moved));
  return {
    kind: "copy",
    issue,
    threads: taking,
    bytesPerThread: perThread,
    bytes: perThread === undefined || taking === undefined ? undefined : mul(perThread, staticInt(taking)),
    sides: sidesOf(issue, [source, destination], [sourceBits, destinationBits], all),
    from: source,
    to: destination,
  };
}

const partOf = (count: number, isActive: Threads["isActive"]): number =>
  isActive === undefined ? count : Array.from({ length: count }, (_, thread) => thread).filter(isActive).length;

const valueBitsOf = (atom: CopyAtom | CopyPolicy | undefined): number | undefined =>
  atom?.kind === "copy-atom" ? atom.valueBits : undefined;

function threadsOf(ctx: Context, copy: TiledCopy): number | undefined {
  const count = product(modeOf(ctx, copy.layoutTV, 0).shape);
  return count.kind === "num" ? count.value : undefined;
}

export function bitsOf({ engine }: Tensor): number | undefined {
  return engine.kind === "pointer" && engine.dtype.kind === "dtype" ? engine.dtype.bits : undefined;
}

const widths: ReadonlySet<number> = new Set([1, 2, 4, 8, 16]);

/** A side whose addresses are known, before it is counted. */
type Open = Omit<SideCost, "shared" | "global">;

/** Both sides; those of cp.async count together. */
function sidesOf(
  issue: Issue,
  tensors: readonly [source: Tensor, destination: Tensor],
  bits: readonly [source: number, destination: number],
  threads: Threads,
): CopyCost["sides"] {
  const source = side(issue, tensors[0], "source", bits[0], threads);
  const destination = side(issue, tensors[1], "destination", bits[1], threads);
  if (issue.unit !== "cp.async") return [...source, ...destination].map((one) => ("why" in one ? one : counted(one)));
  const isPastL1 = issue.isPastL1 === true;
  const joined = (own: Open | Uncounted, other: Open | Uncounted | undefined): SideCost | Uncounted => {
    if ("why" in own) return own;
    if (other === undefined || "why" in other) return { ...counted(own), isLeast: true };
    return counted({ ...own, stream: { ...own.stream, other: { stream: other.stream, isPastL1 } } });
  };
  return [...source.map((one) => joined(one, destination[0])), ...destination.map((one) => joined(one, source[0]))];
}

/** Of no instruction where none is asked for. */
function counted(one: Open): SideCost {
  if (one.stream.most === 0) return one;
  const shared = one.space === "shared" ? sharedCost(one.stream) : undefined;
  const global = one.space === "global" ? globalCost(one.stream) : undefined;
  return { ...one, ...(shared === undefined ? {} : { shared }), ...(global === undefined ? {} : { global }) };
}

function side(
  issue: Issue,
  tensor: Tensor,
  role: SideCost["role"],
  bits: number,
  threads: Threads,
): readonly (Open | Uncounted)[] {
  const space = tensor.engine.kind === "pointer" ? tensor.engine.space : "unknown";
  if (space === "rmem" || space === "tmem" || issue.unit === "tmem") return [];
  if (space !== "smem" && space !== "gmem") return [{ role, why: "which memory its tensor lies in" }];
  if (issue.unit === "bulk") return [];
  const unclear = unclearSide(issue, tensor, threads);
  if (unclear !== undefined) return [{ role, why: unclear }];
  const layout = issue.layouts[role === "source" ? 0 : 1];
  const step = role === "source" ? issue.source : issue.destination;
  const width = issue.matrices > 0 ? 16 : (step * bits) / 8;
  const one = Math.min(16, width);
  if (!widths.has(one) || width % one !== 0) return [{ role, why: `accesses of ${width} bytes` }];
  const where = space === "smem" ? ("shared" as const) : ("global" as const);
  // Whole words more or less change nothing in banks; lines and sectors of cp.async's two sides go together.
  const shifts = where === "shared" && issue.unit !== "cp.async" ? ("words" as const) : ("lines" as const);
  const addresses = addressesOf({ ...tensor, layout }, { bits, isThread: threads.isThread, width: one, shifts });
  if ("why" in addresses) return [{ role, why: addresses.why }];
  const why = uncountable(addresses, { step, width, one, bits, threads: Math.min(threads.count ?? 32, 32) });
  if (why !== undefined) return [{ role, why }];
  const direction = role === "source" ? ("load" as const) : ("store" as const);
  const stream: Stream = {
    addresses,
    direction,
    bytes: one,
    matrices: issue.matrices,
    step: Math.max(1, (one * 8) / bits),
    count: Math.max(1, Math.floor(addresses.known / Math.max(1, (one * 8) / bits))),
    threads: threads.count ?? 32,
    most: threads.most,
    ...(threads.isActive === undefined ? {} : { isActive: threads.isActive }),
  };
  const access = accessName(issue, where, direction, one);
  const { depends, strides } = addresses;
  return [{ role, space: where, direction, access, stream, depends, strides }];
}

function unclearSide(issue: Issue, { engine }: Tensor, { isOwnPointer }: Threads): string | undefined {
  if (issue.unit === "other") return `what ${issue.name} does`;
  if (engine.kind !== "pointer" || engine.space !== "gmem" || engine.base === undefined) return undefined;
  return isOwnPointer?.(engine.base) === true ? `${engine.base} leads each thread elsewhere` : undefined;
}

interface Access {
  /** Elements and bytes that one instruction moves, the bytes of one of its addresses, bits of an element. */
  readonly step: number;
  readonly width: number;
  readonly one: number;
  readonly bits: number;
  readonly threads: number;
}

/** Why known addresses say nothing. */
function uncountable(addresses: Addresses, { step, width, one, bits, threads }: Access): string | undefined {
  if (addresses.known < step) return "its shape is the run's";
  if (isBeforeTensor(addresses)) return "which thread is the first that takes part is not known";
  if (!isTogether(addresses, step, width, bits)) return "its elements do not lie side by side";
  return misaligned(addresses, one, threads);
}

/** Would the first threads begin before the tensor? Then the thread's index begins elsewhere. */
const isBeforeTensor = ({ isBefore }: Addresses): boolean => [0, 1, 31].some(isBefore);

/** Threads that cannot both be aligned: wherever the tensor begins, the access traps. */
function misaligned({ at, cases }: Addresses, bytes: number, threads: number): string | undefined {
  let found: { readonly thread: number; readonly by: number } | undefined;
  for (const one of cases) {
    const first = at(0, 0, one);
    const thread = Array.from({ length: threads }, (_, i) => i).find((i) => (at(i, 0, one) - first) % bytes !== 0);
    if (thread === undefined) return undefined;
    found ??= { thread, by: Math.abs(at(thread, 0, one) - first) };
  }
  if (found === undefined) return undefined;
  return `threads 0 and ${found.thread} are ${found.by} B apart, so one of them is not aligned to the ${bytes} B that it accesses: it traps`;
}

/** Do the elements of each instruction follow each other in memory? */
function isTogether(addresses: Addresses, step: number, width: number, bits: number): boolean {
  const [first] = addresses.cases;
  if (first === undefined) return false;
  const count = Math.min(addresses.known, 64 * step);
  for (let at = 0; at + step <= count; at += step)
    for (let i = 1; i < step && (i * bits) / 8 < width; i++)
      if (addresses.at(0, at + i, first) - addresses.at(0, at, first) !== (i * bits) / 8) return false;
  return true;
}

function accessName(issue: Issue, space: SideCost["space"], direction: Direction, bytes: number): string {
  if (issue.matrices > 0) return issue.name;
  return `${direction === "load" ? "ld" : "st"}.${space}.b${bytes * 8}`;
}
