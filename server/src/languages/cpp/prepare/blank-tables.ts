// The tables of names to blank with the settings' additions, and what blanking writes.
import { assertMacros, bareMacros, callMacros, lambdaQualifiers, requireMacros } from "./macro-names.ts";

export interface BlankTables {
  readonly bare: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  readonly requires: ReadonlySet<string>;
  readonly asserts: ReadonlySet<string>;
  readonly lambdaQualifiers: ReadonlySet<string>;
}

export function blankTables(extra: readonly string[] = []): BlankTables {
  const isCall = (name: string) => name.endsWith(")");
  return {
    bare: new Set([...bareMacros, ...extra.filter((name) => !isCall(name))]),
    calls: new Set([...callMacros, ...extra.filter(isCall).map((name) => name.replace(/\(.*$/, ""))]),
    requires: new Set(requireMacros),
    asserts: new Set(assertMacros),
    lambdaQualifiers: new Set(lambdaQualifiers),
  };
}

/** Spaces for every character but line ends. */
export function blanks(source: string, start: number, end: number): string {
  return source.slice(start, end).replace(/[^\r\n]/g, " ");
}
