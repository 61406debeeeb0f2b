// What the light bulb offers at a problem: the rule's own fixes, then the comment that silences it.
import type { Language, Place } from "../../../src-engine/program/ir.ts";
import type { PlacedFix, Problem } from "../rules/problem.ts";
import { suppressionComment } from "../rules/suppress.ts";

export interface Action {
  readonly problem: Problem;
  readonly fix: PlacedFix;
  /** The one to apply without a question. */
  readonly preferred: "preferred" | "offered";
}

export function codeActions(
  problems: readonly Problem[],
  selection: Place,
  texts: readonly string[],
  language: Language,
): readonly Action[] {
  return problems
    .filter(({ place }) => touches(place, selection))
    .flatMap((problem) => [
      ...problem.fixes.map((fix, i): Action => ({ problem, fix, preferred: i === 0 ? "preferred" : "offered" })),
      { problem, fix: suppression(problem, texts, language), preferred: "offered" },
    ]);
}

function touches(place: Place, selection: Place): boolean {
  return place.fragment === selection.fragment && place.start <= selection.end && selection.start <= place.end;
}

function suppression(problem: Problem, texts: readonly string[], language: Language): PlacedFix {
  const { fragment, start } = problem.place;
  const text = texts[fragment] ?? "";
  const line = text.lastIndexOf("\n", start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(line))?.[0] ?? "";
  const place = { fragment, start: line, end: line };
  return {
    title: `Ignore ${problem.code} here`,
    edits: [{ place, text: suppressionComment(problem.code, language, indent) }],
  };
}
