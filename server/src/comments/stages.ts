// Which number is one of a pipeline's stages: a shape comment or a variable of the file calls it so.
import type { VariableFact } from "../../../src-engine/program/facts.ts";
import { leafNames, parseShapeComment } from "./shape-comment.ts";

const stageName = /stage|pipe/i;

/** By the last name of the tensor's comment, or by an integer of the file with this value. */
export function isNamedStage(variables: readonly VariableFact[], comment: string | undefined, count: number): boolean {
  const names = comment === undefined ? undefined : parseShapeComment(comment);
  const last = names === undefined ? undefined : leafNames(names.shape).at(-1);
  if (last !== undefined) return stageName.test(last);
  return variables.some(({ name, value }) => stageName.test(name) && value.kind === "num" && value.value === count);
}
