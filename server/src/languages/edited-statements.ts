// The statements of a function that is being edited: those before the edit are the same objects as in the version before.
//
// What a statement is lowered to rests on the function's text up to the end of its line, and on what is said about words elsewhere.
// Where both are as they were and the grammar sees a statement of the same extent, it is taken over.
import type { FunctionItem, Stmt } from "../../../src-engine/program/ir.ts";

export interface EditedStatements {
  /** The function's text in each of its forms (as it is written, as the grammar reads it). */
  readonly texts: readonly string[];
  /** What the statements rest on besides. */
  readonly around: string;
  /** By where they begin in the last of the texts. */
  readonly known: Map<number, Known>;
}

interface Known {
  readonly type: string;
  /** Behind it in each of the texts; in the first with the rest of its line. */
  readonly ends: readonly number[];
  readonly lowered: readonly Stmt[];
}

/** Of functions that were edited. */
const memories = new WeakMap<FunctionItem, EditedStatements>();

export function keepStatements(fn: FunctionItem, statements: EditedStatements | undefined): void {
  if (statements !== undefined) memories.set(fn, statements);
}

export const statementsOf = (fn: FunctionItem): EditedStatements | undefined => memories.get(fn);

/** For the function's new text, with what the version before leaves standing of it. */
export function editedStatements(
  before: FunctionItem,
  { texts, around }: Pick<EditedStatements, "texts" | "around">,
): EditedStatements {
  const old = memories.get(before);
  if (old === undefined || old.around !== around) return { texts, around, known: new Map() };
  const same = texts.map((text, i) => commonStart(text, old.texts[i] ?? ""));
  const known = [...old.known].filter(([, { ends }]) => ends.every((end, i) => end <= (same[i] ?? 0)));
  return { texts, around, known: new Map(known) };
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** What was made of the statement before, else what `lower` makes of it; `isPlain` says whether that is all that it did. */
export function takenOver(
  { known }: EditedStatements,
  { start, type, ends }: { readonly start: number; readonly type: string; readonly ends: () => readonly number[] },
  lower: () => Stmt[],
  isPlain: () => boolean,
): Stmt[] {
  const before = known.get(start);
  const now = ends();
  if (before?.type === type && before.ends.every((end, i) => end === now[i])) return [...before.lowered];
  const lowered = lower();
  if (isPlain()) known.set(start, { type, ends: now, lowered });
  return lowered;
}
