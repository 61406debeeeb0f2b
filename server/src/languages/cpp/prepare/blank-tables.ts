// The tables of names to blank with the settings' additions, and what blanking writes.
import { assertMacros, bareMacros, callMacros, lambdaQualifiers, requireMacros } from "./macro-names.ts";

export interface BlankTables {
  readonly bare: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  readonly requires: ReadonlySet<string>;
  readonly asserts: ReadonlySet<string>;
  readonly lambdaQualifiers: ReadonlySet<string>;
  /** The macros among them: what they stand for is known without their definition. */
  readonly names: ReadonlySet<string>;
}

export function blankTables(extra: readonly string[] = []): BlankTables {
  const isCall = (name: string) => name.endsWith(")");
  const bare = new Set([...bareMacros, ...extra.filter((name) => !isCall(name))]);
  const calls = new Set([...callMacros, ...extra.filter(isCall).map((name) => name.replace(/\(.*$/, ""))]);
  const [requires, asserts] = [new Set(requireMacros), new Set(assertMacros)];
  const names = new Set([...bare, ...calls, ...requires, ...asserts]);
  return { bare, calls, requires, asserts, lambdaQualifiers: new Set(lambdaQualifiers), names };
}

/** Spaces for every character but line ends. */
export function blanks(source: string, start: number, end: number): string {
  return source.slice(start, end).replace(/[^\r\n]/g, " ");
}
