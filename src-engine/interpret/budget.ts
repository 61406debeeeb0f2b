// The cost of an evaluation: steps per instance and in total, depth of calls and of expressions.
//
// Running out is thrown as `BudgetStop` and caught at the instance: what it had not reached stays without facts, and the file says so.
import type { Frame, Session } from "./session.ts";

export class BudgetStop extends Error {
  constructor(
    message: string,
    /** Does it cut a function of the target short? */
    readonly cutsTarget: boolean,
  ) {
    super(message);
  }
}

/** The caller wants its thread back: the evaluation is given up. */
export class Interrupted extends Error {}

/** Steps between two questions whether to go on. */
const breath = 50;

/**
 * Which users of the target are started, and how far they go, rests on their own steps: so an edit in the target's bodies changes
 * neither, and what is known before it holds after it.
 */
export function spend({ session, file }: Frame, steps = 1): void {
  session.steps += steps;
  const isOutside = file.file !== session.program.target;
  if (isOutside) session.stepsOutside += steps;
  if (isOutside || !session.isUsers) session.instanceSteps += steps;
  if (session.steps >= session.nextBreath) breathe(session);
  if (session.steps > session.limits.totalSteps) stop(session, "the file takes more steps than are allowed");
  if (session.instanceSteps > session.mostSteps) stop(session, "one instance takes more steps than are allowed");
}

function stop({ open, program }: Session, why: string): never {
  throw new BudgetStop(
    why,
    open.some(({ fn }) => fn.file === program.target),
  );
}

function breathe(session: Session): void {
  session.nextBreath = session.steps + breath;
  if (session.watch.interrupted?.() === true) throw new Interrupted("overtaken");
}

/** Runs one level deeper in an expression or block; `otherwise` answers when that is too deep. */
export function deeper<T>(frame: Frame, run: () => T, otherwise: () => T): T {
  const { session } = frame;
  if (session.expressionDepth >= session.limits.expressionDepth) return otherwise();
  session.expressionDepth++;
  try {
    return run();
  } finally {
    session.expressionDepth--;
  }
}
