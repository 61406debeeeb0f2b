// What left a round of a loop by break or continue under a condition that is not known.
import { type Change, changesSince } from "./journal.ts";
import type { End, Frame } from "./session.ts";

export interface Exits {
  /** Open journal logs when the round began. */
  readonly depth: number;
  readonly left: Exit[];
}

export interface Exit {
  readonly end: "break" | "continue";
  /** What was otherwise than at the round's begin when it was left. */
  readonly changes: readonly Change[];
}

/** A side of a branch that leaves the round: with what the round had changed before it and what the side changed. */
export function noteExit({ flow, session }: Frame, end: End, changes: readonly Change[]): void {
  const around = flow.exits.at(-1);
  if (around === undefined || (end !== "break" && end !== "continue")) return;
  around.left.push({ end, changes: [...changesSince(session.journal, around.depth), ...changes] });
}
