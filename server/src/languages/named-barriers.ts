// What each language calls the named barriers of the hardware: sixteen of a block, numbered, each arrival with its count of threads.
import type { Language } from "../../../src-engine/program/ir.ts";

/** The class of the library's barrier objects. */
export const namedBarrierClass = "NamedBarrier";

/** `wait` arrives too; `arrive` goes on. */
export type NamedOperation = "arrive" | "wait";

export interface NamedBarrierNames {
  /** Methods of a barrier object; in C++ also its static functions, `NamedBarrier::sync(threads, id)`. */
  readonly methods: ReadonlyMap<string, NamedOperation>;
  /** Functions that take number and threads by name. */
  readonly functions: ReadonlyMap<string, NamedOperation>;
  /** What the library adds to a number that is none of its own. */
  readonly firstOfUser: number;
  /** The same before CUTLASS 3.8, which had two barriers less of its own. */
  readonly firstOfUserBefore: number;
  /** The library's own, by name. */
  readonly reserved: ReadonlyMap<string, number>;
}

const methods = new Map<string, NamedOperation>(
  ["arrive", "arrive_and_wait", "sync", "wait"].flatMap((name) => {
    const operation = name === "arrive" ? "arrive" : "wait";
    return [name, `${name}_unaligned`].map((one) => [one, operation] as const);
  }),
);

export const barriersOfHardware = 16;

export const namedBarriers: Readonly<Record<Language, NamedBarrierNames>> = {
  cpp: {
    methods,
    functions: new Map(),
    firstOfUser: 8,
    firstOfUserBefore: 6,
    reserved: new Map([
      ["EpilogueBarrier", 1],
      ["TransposeBarrier", 2],
      ["TransformBarrier", 3],
      ["StreamkBarrier0", 4],
      ["StreamkBarrier1", 5],
      ["TmemAllocBarrier", 6],
      ["Sm120MainloopBarrier", 7],
      ["FirstUserBarrier", 8],
    ]),
  },
  python: {
    methods,
    functions: new Map([
      ["cute.arch.barrier", "wait"],
      ["cute.arch.barrier_arrive", "arrive"],
    ]),
    firstOfUser: 0,
    firstOfUserBefore: 0,
    reserved: new Map(),
  },
};
