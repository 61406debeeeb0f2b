// A swizzle or a padding that takes the conflicts out of all accesses of one buffer.
//
// Swizzles are tried from the fewest bits on; M keeps the widest access together. A padding puts one widest access behind each row.
// TMA and the descriptors of an MMA know no padding and three swizzles: 16 bytes stay together, and a row is as long as the swizzle.
import { bitsOf } from "../algebra/int/int.ts";
import type { Swizzle } from "../algebra/value.ts";
import type { Padding } from "./pad.ts";
import type { Case } from "./term.ts";
import { type Stream, sharedCost } from "./warp-cost.ts";

export interface Remedy {
  /** Over offsets in elements, with nothing else over them. */
  readonly swizzle: Swizzle | undefined;
  /** Rows of so many elements, each followed by so many more. */
  readonly padding: Padding | undefined;
}

/** What else reaches for the buffer: threads alone, or hardware that goes by a descriptor, whose rows have so many bytes. */
export type Constraint =
  | { readonly kind: "threads" }
  | { readonly kind: "descriptor"; readonly rowBytes: number | undefined };

/** Warp instructions that a candidate is tried on. */
const enough = 48;
const mostBits = 5;
const mostShift = 8;

/** `streams` are all accesses of the buffer, of elements of one width. */
export function remedyOf(streams: readonly Stream[], constraint: Constraint = { kind: "threads" }): Remedy {
  const bits = streams[0]?.addresses.bits ?? 8;
  const widest = Math.max(...streams.map(({ bytes }) => bytes));
  if (constraint.kind === "descriptor")
    return { swizzle: descriptorSwizzle(streams, constraint.rowBytes, bits), padding: undefined };
  const together = Math.log2((widest * 8) / bits);
  return { swizzle: swizzleFor(streams, together, bits), padding: paddingFor(streams, widest, bits) };
}

function swizzleFor(streams: readonly Stream[], m: number, bits: number): Swizzle | undefined {
  if (!Number.isInteger(m) || m < 0) return undefined;
  const end = Math.max(...streams.map(lastElement));
  for (let b = 1; b <= mostBits; b++)
    for (let s = b; s <= mostShift; s++) {
      // The swizzle's period lies in the buffer, or it would lead out of it.
      if (2 ** (m + b + s) > end) break;
      const found: Swizzle = { kind: "swizzle", b, m, s };
      if (isFree(streams, swizzledPlace(found, bits))) return found;
    }
  return undefined;
}

/** Swizzle<B,4,3> over bytes, for rows of 32, 64 and 128 bytes. */
function descriptorSwizzle(streams: readonly Stream[], row: number | undefined, bits: number): Swizzle | undefined {
  const b = row === undefined ? -1 : Math.log2(row / 16);
  if (![1, 2, 3].includes(b)) return undefined;
  const found: Swizzle = { kind: "swizzle", b, m: Math.log2(128 / bits), s: 3 };
  return Number.isInteger(found.m) && isFree(streams, swizzledPlace(found, bits)) ? found : undefined;
}

/** Where a byte goes. */
type Place = (at: number) => number;

const swizzledPlace =
  (swizzle: Swizzle, bits: number): Place =>
  (at) =>
    (swizzled(swizzle, (at * 8) / bits) * bits) / 8;

const paddedPlace =
  (row: number, by: number): Place =>
  (at) =>
    at + Math.floor(at / row) * by;

/** The same instructions with the swizzle, or the padding of so many elements, instead of what is over the offsets now. */
export function swizzledStream(stream: Stream, swizzle: Swizzle): Stream {
  return moved(stream, swizzledPlace(swizzle, stream.addresses.bits));
}

export function paddedStream(stream: Stream, { row, by }: Padding): Stream {
  const { bits } = stream.addresses;
  return moved(stream, paddedPlace((row * bits) / 8, (by * bits) / 8));
}

function moved(stream: Stream, place: Place): Stream {
  const { addresses } = stream;
  return {
    ...stream,
    addresses: {
      ...addresses,
      apart: (from) => ({ from, by: 0 }),
      at: (thread, element, one) => place(addresses.plain(thread, element, one)),
      of: (threads, element) => {
        const at = (one: Case) => threads.map((thread) => place(addresses.plain(thread, element, one)));
        return { at, form: undefined, first: (one) => at(one)[0] ?? 0 };
      },
    },
  };
}

/** The first element behind all that the accesses touch. */
function lastElement({ addresses, threads, count, step }: Stream): number {
  const [one] = addresses.cases;
  if (one === undefined) return 0;
  let last = 0;
  for (let thread = 0; thread < threads; thread++)
    for (let i = 0; i < count; i++) last = Math.max(last, addresses.plain(thread, i * step, one));
  return (last * 8) / addresses.bits + step;
}

function swizzled({ b, m, s }: Swizzle, offset: number): number {
  return bitsOf("xor", offset, Math.floor(bitsOf("and", offset, (2 ** b - 1) * 2 ** (m + s)) / 2 ** s));
}

function paddingFor(streams: readonly Stream[], widest: number, bits: number): Remedy["padding"] {
  const by = Math.max(widest, 4);
  for (let row = 64; row <= 1024; row *= 2)
    if (isFree(streams, paddedPlace(row, by))) return { row: (row * 8) / bits, by: (by * 8) / bits };
  return undefined;
}

function isFree(streams: readonly Stream[], place: Place): boolean {
  return streams.every((stream) => {
    const cost = sharedCost({ ...moved(stream, place), most: enough });
    return cost !== undefined && cost.worst.total.wavefronts <= cost.worst.total.ideal;
  });
}
