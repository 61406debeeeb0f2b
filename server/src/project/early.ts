// What is told of an evaluation while it goes on: of a file that has just been opened all that is known so far, and after an edit
// what somebody looks at as soon as most of it is known again.

import type { Evaluation } from "../../../src-engine/explore/evaluation.ts";
import type { Program } from "../../../src-engine/interpret/session.ts";
import { type Version, withOlder } from "../../../src-engine/memo/moved.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { AnalyseOptions } from "./analyse.ts";

/** Milliseconds between two looks at what is known. */
const pause = 10;

type Tell = (evaluation: Evaluation) => void;

/** Asked often, also within an entry of the work list. */
export function teller(
  program: Program,
  { early, sight }: AnalyseOptions,
  older: Version | undefined,
): Tell | undefined {
  const linked = program.units.get(program.target);
  if (older === undefined || linked === undefined) return early === undefined ? undefined : tellMore(early);
  if (sight === undefined) return undefined;
  return tellInSight(sight, (facts) => withOlder({ linked, facts }, older));
}

/** Tells the facts that are there so far when another item has some, and takes an eighth of the time for it at most. */
function tellMore(early: (facts: FileFacts) => void): Tell {
  let next = performance.now();
  let told = 0;
  return (evaluation) => {
    const begin = performance.now();
    if (begin < next) return;
    next = begin + pause;
    const reached = evaluation.reached();
    if (reached === told) return;
    told = reached;
    early(evaluation.facts());
    const now = performance.now();
    // The editor asks for hints and lenses then, which takes as long again.
    next = Math.max(next, now + 16 * (now - begin));
  };
}

/** An editor asks for more than one sees, and what no kernel asks of a class is evaluated last. */
const enough = 0.75;

/** Once. */
function tellInSight(
  { names, tell }: NonNullable<AnalyseOptions["sight"]>,
  withAll: (facts: FileFacts) => FileFacts,
): Tell {
  let next = performance.now() + pause;
  return (evaluation) => {
    const now = performance.now();
    if (now < next) return;
    next = now + pause;
    if (evaluation.known(names()) < enough) return;
    next = Number.POSITIVE_INFINITY;
    tell(withAll(evaluation.facts()));
  };
}
