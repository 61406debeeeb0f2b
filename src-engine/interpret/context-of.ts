// What an operation may do while the evaluator runs it: spend steps, record needs, stop.
import { type Context, type Need, OpStop, type Stop } from "../algebra/context.ts";
import { isLibraryBefore } from "../program/library-version.ts";
import { spend } from "./budget.ts";
import { elementTaken } from "./elements.ts";
import { projectTraits } from "./project-traits.ts";
import type { Frame } from "./session.ts";

export function contextOf(frame: Frame, needs: Need[] = []): Context {
  const { session } = frame;
  return {
    dialect: frame.dialect.semantics.operations,
    step: (n = 1) => spend(frame, n),
    need: (need) => {
      needs.push(need);
      session.needs.push(need);
    },
    stop: (stop: Stop): never => {
      throw new OpStop(stop);
    },
    isBefore: (version) => isLibraryBefore(session.program.libraryVersion, version),
    element: () => elementTaken(frame),
    traits: (template, of) => projectTraits(frame, template, of),
  };
}
