// `if`: a known test picks a side; else both sides run from the same state and what they leave is joined.
//
// A side that ends (return, raise, break) leaves the other alone, and its condition is known from there on. Where it raises, nothing
// is compiled on that side, so that what follows is compiled as surely as what stood before.

import { afterExit, decidedEarly, neverElse } from "../program/compiled.ts";
import type { Condition } from "../program/condition.ts";
import type { Stmt } from "../program/ir.ts";
import { noteExit } from "./exits.ts";
import { join } from "./join.ts";
import { attempt, type Change, cellsOf, valuesAfter, write } from "./journal.ts";
import type { End, Frame } from "./session.ts";
import { executeBlock } from "./statement.ts";
import { test, under, whereTaken } from "./truth.ts";
import { noteSides } from "./untaken.ts";

export function branch(frame: Frame, stmt: Stmt & { kind: "if" }): End {
  const { truth, whenTrue, whenFalse } = test(frame, stmt.test);
  if (truth !== "unknown") noteSides(frame, stmt, truth === "yes");
  if (truth === "yes") return executeBlock(frame, stmt.then);
  if (truth === "no") return executeBlock(frame, stmt.else);
  const mark = (conditions: readonly Condition[]): readonly Condition[] =>
    stmt.constexpr ? decidedEarly(conditions) : whereTaken(frame, conditions);
  return fork(frame, [
    { conditions: mark(whenTrue), run: () => executeBlock(frame, stmt.then) },
    { conditions: mark(whenFalse), run: () => executeBlock(frame, stmt.else) },
  ]);
}

export interface Side {
  readonly conditions: readonly Condition[];
  readonly run: () => End;
}

interface Ran {
  readonly conditions: readonly Condition[];
  readonly end: End;
  readonly changes: readonly Change[];
  /** What the side learned beyond its own condition and still knows at its end. */
  readonly learned: readonly Condition[];
}

/** Runs alternatives from the same state and joins those that go on. */
export function fork(frame: Frame, sides: readonly Side[]): End {
  const ran = sides.map((side): Ran => runSide(frame, side));
  for (const one of ran) noteExit(frame, one.end, one.changes);
  const alive = ran.filter((one) => one.end === "next");
  if (alive.length === 0) return weakest(ran.map((one) => one.end));
  const [only] = alive;
  if (alive.length === 1 && only !== undefined) {
    for (const { map, name, after } of only.changes) write(frame.session.journal, map, name, after);
    const isAsked = ran.every(({ end }) => end === "next" || end === "raise");
    frame.flow.path.push(...afterExit(isAsked ? neverElse(only.conditions) : only.conditions), ...only.learned);
    return "next";
  }
  joinSides(frame, alive);
  return "next";
}

function runSide(frame: Frame, side: Side): Ran {
  const { path } = frame.flow;
  let learned: readonly Condition[] = [];
  const { result, changes } = attempt(frame.session.journal, () =>
    under(frame, side.conditions, () => {
      const known = path.length;
      const end = side.run();
      learned = path.slice(known);
      return end;
    }),
  );
  return { conditions: side.conditions, end: result, changes, learned };
}

function joinSides(frame: Frame, alive: readonly Ran[]): void {
  const sides = alive.map((one) => ({ ...one, after: valuesAfter(one.changes) }));
  for (const { map, name } of cellsOf(alive.map((one) => one.changes))) {
    const branches = sides.flatMap((one) => {
      const value = one.after(map, name);
      return value === undefined ? [] : [{ under: [...one.conditions, ...one.learned], value }];
    });
    const [first] = branches;
    if (first === undefined) continue;
    // What only one side makes is reached by way of that side: its conditions need not be said again.
    const value = branches.length === 1 ? first.value : join(frame, branches, name);
    write(frame.session.journal, map, name, value);
  }
}

/** How the whole ends when every side ends: as the side after which most may still happen. */
function weakest(ends: readonly End[]): End {
  const order: readonly End[] = ["continue", "break", "return", "raise"];
  return order.find((one) => ends.includes(one)) ?? "raise";
}
