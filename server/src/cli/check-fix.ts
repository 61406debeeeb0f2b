// `check --fix`: writes the rules' own fixes into the files. A fix stands only if the file has fewer problems with it.
//
// The first fix of a finding is taken, as the editor's light bulb prefers it. Notebooks are left alone.
import { writeFileSync } from "node:fs";
import type { PlacedFix } from "../rules/problem.ts";
import { type Problems, problemsOf, type RunOptions } from "./check-run.ts";
import { readSource } from "./usage.ts";

export interface Fixed {
  readonly file: string;
  /** What each fix does, behind the line where it was found. */
  readonly done: readonly string[];
}

const mostRounds = 8;

export async function fixFiles(files: readonly string[], options: RunOptions): Promise<readonly Fixed[]> {
  const fixed: Fixed[] = [];
  for (const file of files.filter((one) => !one.endsWith(".ipynb"))) {
    const done = await fixFile(file, options);
    if (done.length > 0) fixed.push({ file, done });
  }
  return fixed;
}

/** Rounds of fixes that do not touch each other, until one changes nothing or makes nothing better. */
async function fixFile(file: string, options: RunOptions): Promise<readonly string[]> {
  const done: string[] = [];
  let before = await problemsOf(file, options);
  for (let round = 0; round < mostRounds; round++) {
    const chosen = apart(before);
    const [text] = before.texts;
    if (chosen.length === 0 || text === undefined || text !== readSource(file)) return done;
    writeFileSync(file, applied(text, chosen));
    const after = await problemsOf(file, options);
    if (after.problems.length >= before.problems.length) {
      writeFileSync(file, text);
      return done;
    }
    done.push(...chosen.map(({ title, edits }) => `${lineOf(text, edits)}: ${title}`));
    before = after;
  }
  return done;
}

/** Of the first place that a fix changes, from 1. */
const lineOf = (text: string, edits: PlacedFix["edits"]): number =>
  text.slice(0, Math.min(...edits.map(({ place }) => place.start))).split("\n").length;

/** The first fix of each problem, as long as no two edit the same text. */
function apart({ problems }: Problems): readonly PlacedFix[] {
  const taken: { readonly start: number; readonly end: number }[] = [];
  return problems.flatMap(({ fixes }) => {
    const [fix] = fixes;
    if (fix === undefined) return [];
    const spans = fix.edits.map(({ place }) => place);
    if (spans.some((span) => taken.some((other) => span.start <= other.end && other.start <= span.end))) return [];
    taken.push(...spans);
    return [fix];
  });
}

function applied(text: string, fixes: readonly PlacedFix[]): string {
  const edits = fixes.flatMap((fix) => fix.edits).sort((a, b) => b.place.start - a.place.start);
  return edits.reduce((now, { place, text: put }) => now.slice(0, place.start) + put + now.slice(place.end), text);
}

export function fixSummary(fixed: readonly Fixed[]): string {
  const count = fixed.reduce((sum, { done }) => sum + done.length, 0);
  if (count === 0) return "nothing to fix by itself\n";
  const lines = fixed.flatMap(({ file, done }) => done.map((one) => `${file}:${one}`));
  const [problems, files] = [count === 1 ? "problem" : "problems", fixed.length === 1 ? "file" : "files"];
  return `${lines.join("\n")}\nfixed ${count} ${problems} in ${fixed.length} ${files}\n`;
}
