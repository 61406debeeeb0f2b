// Which bytes of a buffer each thread of a block has of a tensor, where all of that is known.
import type { Tensor, Value } from "../../../src-engine/algebra/value.ts";
import { addressesOf } from "../../../src-engine/costs/address.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { threadsOf } from "../costs/threads.ts";
import type { BarrierEvent } from "./barrier-events.ts";
import type { Run } from "./barrier-functions.ts";
import type { Threads } from "./barrier-threads.ts";
import { elementBits, pointerOf } from "./tensor-parts.ts";

export interface Bytes {
  readonly base: string;
  /** By the byte where an element begins: the threads that certainly have it. */
  readonly certain: ReadonlyMap<number, readonly number[]>;
  /** Those that may have it besides. */
  readonly possible: ReadonlyMap<number, readonly number[]>;
}

interface Asked {
  readonly run: Run;
  readonly facts: FileFacts;
  readonly threads: Threads;
  /** The call that the tensor is given to. */
  readonly event: Pick<BarrierEvent, "around" | "tests">;
}

/** More elements of all threads together are not looked at. */
const most = 1 << 16;

/** `base`: where the buffer has a name of its own in the code, and the value says none. */
export function bytesOf(value: Value, base: string | undefined, asked: Asked): Bytes | undefined {
  const { run, facts, threads, event } = asked;
  const pointer = pointerOf(value);
  const buffer = pointer?.base ?? base;
  const bits = elementBits(pointer);
  const block = threads.extents;
  if (value.kind !== "tensor" || buffer === undefined || bits === undefined || block === undefined) return undefined;
  const own = threadsOf(indexOf(facts), run.instance.id, run.facts, undefined);
  const found = addressesOf(value satisfies Tensor, { bits, isThread: own.isThread, width: bits / 8, shifts: "words" });
  if ("why" in found || found.count === undefined) return undefined;
  const { cases, count, depends, strides } = found;
  const [only, ...others] = cases;
  const length = block[0] * block[1] * block[2];
  const isKnown = others.length === 0 && depends.length === 0 && strides.length === 0 && own.assumed.size === 0;
  if (only === undefined || !isKnown || only.size > 0 || count * length > most) return undefined;
  const [certain, possible] = [new Map<number, number[]>(), new Map<number, number[]>()];
  for (let thread = 0; thread < length; thread++) {
    const comes = threads.passes(event, thread);
    if (comes === 0) continue;
    for (let element = 0; element < count; element++) {
      const byte = found.at(thread, element, only);
      const map = typeof comes === "number" ? certain : possible;
      const all = map.get(byte);
      if (all === undefined) map.set(byte, [thread]);
      else all.push(thread);
    }
  }
  return { base: buffer, certain, possible };
}

export const indexOf = (facts: FileFacts) => ({
  facts,
  instances: new Map(facts.instances.map((instance) => [instance.id, instance])),
});

/** Of the same buffer, one after the other. */
export function together(all: readonly (Bytes | undefined)[]): Bytes | undefined {
  const [first, ...others] = all;
  if (first === undefined || others.some((one) => one?.base !== first.base)) return undefined;
  const merged = (of: (one: Bytes) => Bytes["certain"]): Bytes["certain"] => {
    const found = new Map<number, readonly number[]>();
    for (const one of all)
      for (const [byte, threads] of one === undefined ? [] : of(one))
        found.set(byte, [...new Set([...(found.get(byte) ?? []), ...threads])]);
    return found;
  };
  return { base: first.base, certain: merged(({ certain }) => certain), possible: merged(({ possible }) => possible) };
}

/** Some of what is read is certainly written. */
export const isOfSome = (read: Bytes, write: Bytes): boolean =>
  [...read.certain.keys()].some((byte) => write.certain.has(byte));

/** Some thread reads what no thread of its own warp writes, and a thread of another one does. */
export function isOfOtherWarps(read: Bytes, write: Bytes): boolean {
  const warps = (threads: readonly number[] = []): readonly number[] => threads.map((thread) => thread >> 5);
  return [...read.certain].some(([byte, readers]) => {
    const writers = warps(write.certain.get(byte));
    const may = [...writers, ...warps(write.possible.get(byte))];
    return writers.length > 0 && warps(readers).some((warp) => !may.includes(warp));
  });
}
