// What a function does at one place with a barrier, a TMA copy or a fence, and the blocks of statements around it.
import type { Arg, Expr, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import type { BarrierCalls, BarrierOperation } from "../languages/barrier-calls.ts";
import type { BarrierName } from "./barrier-names.ts";

type Call = Extract<Expr, { kind: "call" }>;

/** A condition on the way; `holds` false in the `else`, and behind a branch that leaves. */
export interface Test {
  readonly test: Expr;
  readonly holds: boolean;
}

/** A block of statements with what leads to it. */
export interface Around {
  readonly id: number;
  readonly outer?: Around;
  readonly via: "body" | "closure" | "loop" | "if" | "elected" | "other";
  /** The statement that holds the block. */
  readonly stmt?: Stmt;
  /** Of a loop what it counts and how long, in the words of where a closure's arguments come from. */
  readonly head?: string;
  readonly tests: readonly Test[];
}

export interface BarrierEvent {
  readonly kind: BarrierOperation | "copy" | "fence" | "call";
  readonly call: Call;
  readonly barrier: BarrierName | undefined;
  /** The bytes that are expected, or the arrivals of a phase. */
  readonly amount?: Expr | undefined;
  /** The bytes of a copy that says them itself. */
  readonly bytes?: Expr | undefined;
  /** What a store that is none of CuTe's takes from shared memory. */
  readonly source?: Expr | undefined;
  /** The tensor map of a copy that is none of CuTe's. */
  readonly map?: Expr | undefined;
  /** More arguments than the operation needs: a predicate, another CTA. */
  readonly further: boolean;
  readonly around: Around;
  readonly tests: readonly Test[];
  /** Where it happens: the call of the closure that it stands in, else its own. */
  readonly at: Span;
  /** Its place among what the function does. */
  readonly order: number;
  /** Places that a call hands to a function which is none of these operations. */
  readonly handed?: readonly Handed[];
}

/** An argument of a call that names a place. */
export interface Handed {
  readonly argument: Arg;
  readonly place: BarrierName;
}

export interface BarrierEvents {
  readonly events: readonly BarrierEvent[];
  /** Dotted names that other code mentions. */
  readonly mentioned: ReadonlySet<string>;
  /** Those of them that are not only handed to a function. */
  readonly mentionedHere: ReadonlySet<string>;
  readonly calls: BarrierCalls;
}

/** A destructor is called by whatever name its type has: `~barrier_t()`. */
export const nameOf = ({ callee }: Call): string => (lastName(callee).startsWith("~") ? "~barrier" : lastName(callee));
