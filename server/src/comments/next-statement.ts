// Is the comment above a declaration about the statement behind it? `# (bM, bK, rM, rK)` stands over the tiler's line and
// the tensor's that the tiler cuts: the tensor is what it fits.

import type { Answer } from "../../../src-engine/algebra/context.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import { fits, optionsOf, shapeToFit } from "./fit.ts";
import type { Part } from "./shape-comment.ts";

/** The values that a comment may be about: those of each name of the next statement. */
export function isAboutNext(said: Part, own: readonly Value[], next: readonly (readonly Value[])[]): boolean {
  if (own.length === 0 || answers(said, own).some((answer) => answer !== "no")) return false;
  return next.some((values) => values.length > 0 && values.every((value) => mayFit(said, value)));
}

/** A value that nobody knows may. */
const mayFit = (said: Part, value: Value): boolean =>
  value.kind === "unknown" || answers(said, [value]).every((answer) => answer === "yes");

const answers = (said: Part, values: readonly Value[]): readonly Answer[] =>
  values.flatMap(optionsOf).map((value) => {
    const shape = shapeToFit(value);
    return shape === undefined ? "unknown" : fits(said, shape);
  });

/** Is the text between two declarations the end of one line and the beginning of the next? */
export function isNextLine(between: string): boolean {
  const [, ...others] = between.split("\n");
  return others.length === 1 && !between.includes("#") && !between.includes("//");
}
