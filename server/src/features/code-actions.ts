// What the light bulb offers at a problem: the rule's own fixes, what frees a copy or shows it, then the comment that silences it.
import type { Language, Place } from "../../../src-engine/program/ir.ts";
import type { PlacedFix, Problem } from "../rules/problem.ts";
import { suppressionComment } from "../rules/suppress.ts";
import type { Remedies } from "./costs/remedy-actions.ts";

export interface Action {
  readonly kind: "fix";
  readonly problem: Problem;
  readonly fix: PlacedFix;
  /** The one to apply without a question. */
  readonly preferred: "preferred" | "offered";
}

/** The preview at a place. */
export interface Look {
  readonly kind: "look";
  readonly problem: Problem;
  readonly title: string;
  readonly place: Place;
}

export function codeActions(
  problems: readonly Problem[],
  selection: Place,
  texts: readonly string[],
  language: Language,
  remedies: (problem: Problem) => Remedies | undefined,
): readonly (Action | Look)[] {
  return problems
    .filter(({ place }) => touches(place, selection))
    .flatMap((problem) => {
      const more = remedies(problem);
      const offered = (fix: PlacedFix): Action => ({ kind: "fix", problem, fix, preferred: "offered" });
      return [
        ...problem.fixes.map(
          (fix, i): Action => (i === 0 ? { ...offered(fix), preferred: "preferred" } : offered(fix)),
        ),
        ...(more === undefined ? [] : [...more.fixes.map(offered), { kind: "look" as const, problem, ...more.look }]),
        offered(suppression(problem, texts, language)),
      ];
    });
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
