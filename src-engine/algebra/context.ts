// What an operation may do besides returning a value: spend a step, record what must hold, or stop.
//
// Ops do not word messages. A need or a stop carries facts (which condition, which mode, which numbers);
// a rule or a hover makes the sentence.
import type { DType, Value } from "./value.ts";

export type Answer = "yes" | "no" | "unknown";

/** Something an operation rests on. Rules speak on "no"; hovers list the unknowns as obligations. */
export interface Need {
  readonly kind:
    | "divides"
    | "exact"
    | "congruent"
    | "compatible"
    | "injective"
    | "static"
    | "equal"
    | "in-range"
    | "contiguous"
    | "other";
  readonly holds: Answer;
  /** The quantities it is about, by role: `divisor`, `of`, `mode`, `left`, `right`, … */
  readonly facts: Readonly<Record<string, Value>>;
  /** CUTLASS header:line of the condition it mirrors, or the document. */
  readonly at?: string;
}

/** Why an operation has no value: CuTe refuses (`code` is the refusal's own) or the tool is not able to (the five listed first). */
export interface Stop {
  readonly code: "unknown-op" | "parse" | "unsupported" | "internal" | "budget" | (string & {});
  readonly message: string;
  readonly at?: string;
  readonly facts?: Readonly<Record<string, Value>>;
}

/** Thrown by `ctx.stop`, caught once by whoever runs an operation. */
export class OpStop extends Error {
  constructor(readonly stop: Stop) {
    super(stop.message);
  }
}

export interface Context {
  /**
   * Whose arithmetic and refusals apply where they differ: CuTe C++, CuTe DSL as the wheels compute it (its algebra is that of
   * C++ but for a few operations), or CuTe's IR tests, where sizes of 1 keep their strides.
   */
  readonly dialect: "cpp" | "dsl" | "ir";
  /** Spends `n` steps (default 1); stops with code "budget" when they are used up. */
  step(n?: number): void;
  need(need: Need): void;
  stop(stop: Stop): never;
  /** In a program: is its library older than this version, `3.4`? Else the library is the one that is computed. */
  isBefore?(version: string): Answer;
  /** In a program: what element types are that nobody says, where the evaluation takes them to be one. */
  element?(): DType | undefined;
  /** In a program: what the project's own specialisation of a library template says of one of its types, member by member. */
  traits?(template: string, of: Value): ((member: string) => Value | undefined) | undefined;
}

/** An operation as the op table holds it: arguments in the goldens' order. */
export type OpFunction = (ctx: Context, args: readonly Value[]) => Value;

export interface Op {
  /** CuTe's own name: `logical_divide`. */
  readonly name: string;
  /** For signature help and docs: `(layout, tiler) → layout`. */
  readonly signature: string;
  readonly doc: string;
  readonly run: OpFunction;
}
