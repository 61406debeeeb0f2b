// Doubt about which code is compiled: of `#ifdef FAST … #else … #endif` that nothing decides the usual branch is read, and what is
// computed from its names says so. A name keeps the doubt of the statement that set it; a statement has that of the names it reads.
import type { Item } from "../program/ir.ts";
import type { Scope } from "../program/values.ts";
import { addedOrigins } from "./origins.ts";
import type { InstanceRecord, Session } from "./session.ts";

const mark = ", which nothing seen decides";

/** Is it a doubt that a fact, a call or an instance rests on? */
export const isDoubt = (text: string): boolean => text.endsWith(mark);

const branchFor = (condition: string): string => `the branch for ${condition}${mark}`;

/** What the statement at work rests on. */
export const doubtsOf = (session: Session): readonly string[] => session.origins.filter(isDoubt);

/** Of declarations of one name in several branches the first is read: the condition of its branch, or of a macro in it. */
export function chosenUnder([first, ...others]: readonly Item[]): string | undefined {
  if (first?.spelledUnder !== undefined) return first.spelledUnder;
  const condition = first?.alternative;
  return condition !== undefined && others.some((one) => one.alternative !== condition) ? condition : undefined;
}

/** A name was found that is declared in several branches. */
export function noteChoice(session: Session, items: readonly Item[]): string | undefined {
  const condition = chosenUnder(items);
  if (condition !== undefined) noteBranch(session, condition);
  return condition;
}

/** The statement at work is read as it is under a condition that nobody decides. */
export function noteBranch(session: Session, condition: string): void {
  rest(session, [branchFor(condition)]);
}

/** A name was read: what it rests on, the statement rests on. */
export function readDoubts(session: Session, { doubts }: Scope, name: string): void {
  const found = doubts?.get(name);
  if (found !== undefined) rest(session, found);
}

/** A name was set by the statement at work. */
export function setDoubts(session: Session, scope: Scope, name: string): void {
  const now = session.origins.length === 0 ? [] : doubtsOf(session);
  if (now.length > 0) scope.doubts?.set(name, now);
  else if (scope.doubts !== undefined && scope.doubts.size > 0) scope.doubts.delete(name);
}

/** This name has its value from a branch that nobody decides. */
export function doubt({ doubts }: Scope, name: string, condition: string): void {
  doubts?.set(name, [branchFor(condition)]);
}

/** What an instance began with. */
export const doubtsIn = (record: InstanceRecord | undefined): readonly string[] =>
  record === undefined ? [] : record.assumes.filter(isDoubt);

function rest(session: Session, texts: readonly string[]): void {
  session.origins = addedOrigins(session.origins, texts);
}
