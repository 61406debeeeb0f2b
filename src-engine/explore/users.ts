// The functions of files that use the target, started one by one: the next of the file that has had the fewest steps.
//
// Users are started as long as they may still reach something new. A file whose functions keep on showing what is known already,
// or nothing at all, is left. Under a hypothesis all are left together.

import { isCovered } from "../interpret/covered.ts";
import { isOfElements } from "../interpret/elements.ts";
import { isRepeating, stepsUntilNew } from "../interpret/entering.ts";
import { enqueue } from "../interpret/instance.ts";
import type { Job, Session } from "../interpret/session.ts";

export interface Users {
  add(jobs: readonly Job[]): void;
  /** Puts the next function on the work list; false when none is left. */
  start(): boolean;
}

interface Queue {
  readonly jobs: Job[];
  /** Functions in a row that showed nothing new. */
  fruitless: number;
  hasShown: boolean;
  steps: number;
}

/** Functions of a user in a row that showed nothing new of the target. */
const mostFruitless = 6;
/** The same of a user that has shown nothing yet: `main` often stands last. */
const mostSilent = 24;

export function newUsers(session: Session): Users {
  const queues: Queue[] = [];
  let running: Queue | undefined;
  let seen = 0;
  let before = 0;
  let silent = 0;
  const close = (): void => {
    const shown = recorded(session);
    const steps = session.stepsOutside - before;
    if (running !== undefined) settle(running, shown > seen, steps);
    silent = shown > seen ? 0 : silent + steps;
    before = session.stepsOutside;
    seen = shown;
    running = undefined;
  };
  return {
    add: (jobs) => void queues.push({ jobs: [...jobs], fruitless: 0, hasShown: false, steps: 0 }),
    start: () => {
      close();
      if (queues.length === 0) return false;
      if (session.stepsOutside > session.limits.userSteps || isRepeating(session) || isCovered(session)) return false;
      if (isHypothesis(session) && silent >= stepsUntilNew(session)) return false;
      for (let at = queues.findIndex(isOver); at >= 0; at = queues.findIndex(isOver)) queues.splice(at, 1);
      const least = Math.min(...queues.map((one) => one.steps));
      const queue = queues.find((one) => one.steps === least);
      const job = queue?.jobs.shift();
      if (queue === undefined || job === undefined) return false;
      running = queue;
      enqueue(session, job.what, job.run, stepsUntilNew(session));
      return true;
    },
  };
}

const isHypothesis = ({ assume }: Session): boolean => assume.length > 0 && !isOfElements(assume);

const isOver = ({ jobs, fruitless, hasShown }: Queue): boolean =>
  jobs.length === 0 || fruitless > (hasShown ? mostFruitless : mostSilent);

function settle(queue: Queue, isNew: boolean, steps: number): void {
  queue.steps += steps;
  if (isNew) queue.hasShown = true;
  queue.fruitless = isNew ? 0 : queue.fruitless + 1;
}

/** Instances of the target's functions so far. */
function recorded(session: Session): number {
  let count = 0;
  for (const one of session.instances.values()) if (one.recording) count++;
  return count;
}
